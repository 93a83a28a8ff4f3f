import { createResource, createSignal, For, Match, Show, Switch, type JSX } from 'solid-js'
import { LIMITS } from '../../../shared/limits.ts'
import type { NoteTokens } from '../../../shared/notes/notes.ts'
import { readName } from '../../../shared/people/name.ts'
import type { OrbStore } from '../../orbs/orb-store.ts'
import { threadTitle } from '../../threads/thread-title.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Dialog, Sheet } from '../../ui/dialog.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { RevealedText } from '../../ui/revealed-text.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { whyFailed } from '../change.ts'
import { Block, Callout, CopyButton, Field, Problem } from '../parts.tsx'
import { ThreadChoice } from '../people/grant-form.tsx'
import { settingsWords } from '../words.ts'
import { loadNoteTokens, makeNoteToken, revokeNoteToken } from './orb-requests.ts'
import { orbSettingsWords as words } from './words.ts'

type Token = NoteTokens['tokens'][number]

/** Props of {@link NoteTokenList}. */
export interface NoteTokenListProps {
  readonly orbId: string
  readonly orb: OrbStore
}

/** The note tokens of an orb: list, make, revoke. */
export function NoteTokenList(props: NoteTokenListProps): JSX.Element {
  const [tokens, { refetch }] = createResource(
    () => props.orbId,
    (orbId) => loadNoteTokens(orbId).catch(() => null),
  )
  const [making, setMaking] = createSignal(false)
  const [revoking, setRevoking] = createSignal<Token>()
  const titleOf = (threadId: string): string => {
    const thread = props.orb.data.threads[threadId]
    return thread === undefined ? words.unknownThread : threadTitle(thread)
  }
  return (
    <Block title={words.tokens} text={words.tokensText}>
      <Switch fallback={<Skeleton lines={2} />}>
        <Match when={tokens.latest === null}>
          <Callout bad>
            <p>{words.tokensFailed}</p>
            <Button onPress={() => void refetch()}>{settingsWords.again}</Button>
          </Callout>
        </Match>
        <Match when={tokens.latest?.length === 0}>
          <p class="settings-text">{words.noTokens}</p>
        </Match>
        <Match when={tokens.latest}>
          {(known) => (
            <ul class="settings-list" role="list">
              <For each={known()}>
                {(token) => (
                  <li class="settings-row">
                    <span class="settings-row-main">
                      <span class="settings-row-title">
                        <RevealedText text={token.name} />
                      </span>
                      <span class="settings-row-text">
                        {words.inThread} <RevealedText text={titleOf(token.threadId)} prose /> ·{' '}
                        <Show when={token.lastUsedAt} fallback={words.neverUsed}>
                          {(at) => (
                            <>
                              {words.used} <RelativeTime at={at()} ago />
                            </>
                          )}
                        </Show>
                      </span>
                    </span>
                    <Button kind="quiet" onPress={() => setRevoking(token)}>
                      {words.revoke}
                    </Button>
                  </li>
                )}
              </For>
            </ul>
          )}
        </Match>
      </Switch>
      <Button onPress={() => setMaking(true)}>{words.newToken}</Button>
      <MakeToken
        open={making()}
        orbId={props.orbId}
        onClose={() => {
          setMaking(false)
          void refetch()
        }}
      />
      <RevokeToken
        orbId={props.orbId}
        token={revoking()}
        onClose={() => {
          setRevoking()
          void refetch()
        }}
      />
    </Block>
  )
}

function MakeToken(props: {
  readonly open: boolean
  readonly orbId: string
  readonly onClose: () => void
}): JSX.Element {
  const [name, setName] = createSignal('')
  const [threadId, setThreadId] = createSignal('')
  const [token, setToken] = createSignal<string>()
  const [busy, setBusy] = createSignal(false)
  const [problem, setProblem] = createSignal<string | null>(null)

  function close(): void {
    setToken()
    setName('')
    setProblem(null)
    props.onClose()
  }

  async function make(): Promise<void> {
    const named = readName(name())
    if (named === null) return void setProblem(words.nameMissing)
    if (threadId() === '') return void setProblem(words.threadMissing)
    setBusy(true)
    setProblem(null)
    try {
      setToken(await makeNoteToken(props.orbId, named, threadId()))
    } catch (error) {
      setProblem(whyFailed(error, settingsWords.noAnswer))
    }
    setBusy(false)
  }

  return (
    <Sheet open={props.open} title={words.newToken} onClose={close}>
      <Show
        when={token()}
        fallback={
          <>
            <Field label={words.tokenName}>
              <input
                class="settings-input"
                maxLength={LIMITS.nameChars}
                autocomplete="off"
                value={name()}
                onInput={(event) => setName(event.currentTarget.value)}
              />
              <span class="settings-text">{words.tokenNameText}</span>
            </Field>
            <ThreadChoice orbId={props.orbId} threadId={threadId()} onChange={setThreadId} />
            <Problem text={problem()} />
            <Button kind="primary" wide disabled={busy()} onPress={() => void make()}>
              {words.newToken}
            </Button>
          </>
        }
      >
        {(made) => <ShownToken token={made()} onDone={close} />}
      </Show>
    </Sheet>
  )
}

/** A token, once, and how a script uses it without a secret among its arguments. */
export function ShownToken(props: { readonly token: string; readonly onDone: () => void }): JSX.Element {
  return (
    <>
      <Callout>{words.tokenShown}</Callout>
      <p class="settings-text">{words.tokenFileText}</p>
      <CodeBlock text={words.tokenFile(props.token)} />
      <CopyButton text={words.tokenFile(props.token)} />
      <p class="settings-text">{words.tokenUse}</p>
      <CodeBlock text={words.tokenExample(location.origin)} />
      <Button kind="primary" wide onPress={() => props.onDone()}>
        {settingsWords.done}
      </Button>
    </>
  )
}

function RevokeToken(props: {
  readonly orbId: string
  readonly token: Token | undefined
  readonly onClose: () => void
}): JSX.Element {
  const [busy, setBusy] = createSignal(false)
  const [problem, setProblem] = createSignal<string | null>(null)

  async function revoke(tokenId: string): Promise<void> {
    setBusy(true)
    setProblem(null)
    try {
      await revokeNoteToken(props.orbId, tokenId)
      props.onClose()
    } catch (error) {
      setProblem(whyFailed(error, settingsWords.noAnswer))
    }
    setBusy(false)
  }

  return (
    <Dialog
      open={props.token !== undefined}
      title={words.revokeQuestion(props.token?.name ?? '')}
      onClose={() => props.onClose()}
    >
      <p>{words.revokeText}</p>
      <Problem text={problem()} />
      <div class="dialog-actions">
        <Button onPress={() => props.onClose()}>{settingsWords.cancel}</Button>
        <Show when={props.token}>
          {(token) => (
            <Button kind="danger" disabled={busy()} onPress={() => void revoke(token().tokenId)}>
              {busy() ? words.revoking : words.revoke}
            </Button>
          )}
        </Show>
      </div>
    </Dialog>
  )
}
