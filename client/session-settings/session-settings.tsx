import { createMemo, Show, type JSX } from 'solid-js'
import type { ThreadView } from '../../shared/rooms/content.ts'
import type { OrbStore } from '../orbs/orb-store.ts'
import type { SettingChange } from './change-setting.ts'
import { readSettings } from './read-settings.ts'
import { SettingList } from './setting-list.tsx'
import { settingWords } from './words.ts'

/** Props of {@link SessionSettings}. */
export interface SessionSettingsProps {
  readonly thread: ThreadView | undefined
  readonly orb: OrbStore
  readonly change: SettingChange
}

/** What can be chosen for a thread, with why nothing can be where that is so. */
export default function SessionSettings(props: SessionSettingsProps): JSX.Element {
  const settings = createMemo(() => readSettings(props.thread?.meta ?? null))
  const live = (): boolean => props.orb.status().state === 'live'
  const note = (): string | null => {
    if (!live()) return settingWords.offline
    return (props.orb.data.orb?.awaySince ?? null) === null ? null : settingWords.away
  }
  return (
    <>
      <Show when={note()}>{(text) => <p role="status">{text()}</p>}</Show>
      <Show
        when={settings().length > 0}
        fallback={<p>{(props.thread?.meta ?? null) === null ? settingWords.notYet : settingWords.none}</p>}
      >
        <SettingList
          settings={settings()}
          state={props.change.state()}
          enabled={live()}
          onChoose={(setting, choice) =>
            void props.change.choose(setting.key, choice.value, setting.command(choice.value), choice.asksLess)
          }
        />
      </Show>
    </>
  )
}
