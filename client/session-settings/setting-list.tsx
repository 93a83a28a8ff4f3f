import './session-settings.css'
import Check from 'lucide-solid/icons/check'
import ShieldAlert from 'lucide-solid/icons/shield-alert'
import { For, Show, type JSX } from 'solid-js'
import { RevealedText } from '../ui/revealed-text.tsx'
import type { ChangeState } from './change-setting.ts'
import { chosenName, type Choice, type Setting } from './read-settings.ts'
import { settingWords } from './words.ts'

/** Props of {@link SettingList}. */
export interface SettingListProps {
  readonly settings: readonly Setting[]
  readonly state: ChangeState | null
  readonly enabled: boolean
  readonly onChoose: (setting: Setting, choice: Choice) => void
}

/** Every setting with what is chosen; one opens to its choices. The first is open where there are few choices. */
export function SettingList(props: SettingListProps): JSX.Element {
  const anyLess = (): boolean => props.settings.some(({ choices }) => choices.some(({ asksLess }) => asksLess))
  return (
    <div class="settings-of-thread">
      <For each={props.settings}>
        {(setting, at) => <SettingView {...props} setting={setting} first={at() === 0} />}
      </For>
      <Show when={anyLess()}>
        <p class="setting-note">{settingWords.asksLessNote}</p>
      </Show>
    </div>
  )
}

function SettingView(props: SettingListProps & { readonly setting: Setting; readonly first: boolean }): JSX.Element {
  const state = (): ChangeState | null => (props.state?.key === props.setting.key ? props.state : null)
  return (
    <details class="setting" open={props.first && props.setting.choices.length <= 8}>
      <summary>
        <span class="setting-name">
          <RevealedText text={props.setting.name} prose />
        </span>
        <span class="setting-value">
          <RevealedText text={chosenName(props.setting)} prose />
        </span>
      </summary>
      <Show when={props.setting.description}>
        {(text) => (
          <p class="setting-note">
            <RevealedText text={text()} prose />
          </p>
        )}
      </Show>
      <div role="radiogroup" aria-label={props.setting.name}>
        <For each={props.setting.choices}>
          {(choice) => (
            <button
              type="button"
              role="radio"
              class="setting-choice"
              aria-checked={choice.value === props.setting.value}
              aria-disabled={props.enabled ? undefined : 'true'}
              onClick={() => {
                if (props.enabled && choice.value !== props.setting.value) props.onChoose(props.setting, choice)
              }}
            >
              <span class="setting-check">
                <Show when={choice.value === props.setting.value}>
                  <Check class="icon" />
                </Show>
              </span>
              <span class="setting-choice-text">
                <RevealedText text={choice.name} prose />
                <Show when={choice.asksLess}>
                  <span class="setting-less">
                    <ShieldAlert class="icon" />
                    {settingWords.asksLess}
                  </span>
                </Show>
              </span>
            </button>
          )}
        </For>
      </div>
      <p class="setting-state" classList={{ 'setting-bad': state()?.bad === true }} role="status">
        <Show when={state()}>{(now) => <RevealedText text={now().text} prose />}</Show>
      </p>
    </details>
  )
}
