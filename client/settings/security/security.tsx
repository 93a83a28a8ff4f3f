import { For, type JSX } from 'solid-js'
import type { Session } from '../../../shared/http/api.ts'
import { useApp } from '../../devices/app-context.ts'
import { knownSession } from '../../devices/session.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Block, CopyButton, Facts } from '../parts.tsx'
import { inGroups } from './groups.ts'
import { securityWords as words } from './words.ts'

/** What this installation believes, and how to check it. */
export function Security(): JSX.Element {
  const { session } = useApp()
  const now = (): Session => knownSession() ?? session
  return (
    <>
      <Block title={words.founding} text={words.foundingText}>
        <p class="settings-hash" aria-label={now().roster.founding}>
          <For each={inGroups(now().roster.founding)}>{(group) => <span>{group}</span>}</For>
        </p>
        <CopyButton text={now().roster.founding} label={words.copyHash} />
      </Block>
      <Block>
        <Facts
          facts={[
            [words.list, words.version(now().roster.version)],
            [words.head, <code>{now().roster.hash.slice(0, 16)}</code>],
            [words.software, now().software],
            [words.clock, words.clockText],
          ]}
        />
      </Block>
      <Block title={words.audit} text={words.auditText}>
        <CodeBlock text={words.auditCommand} />
      </Block>
      <Block title={words.recovery} text={words.recoveryText}>
        <CodeBlock text={words.recoveryCommand} />
      </Block>
      <Block title={words.docs} text={words.docsText} />
    </>
  )
}
