import './palette.css'
import { createSignal, For, type JSX } from 'solid-js'
import { Dialog } from '../ui/dialog.tsx'
import { chooseSingles, wantsSingles } from './keys.ts'
import { paletteWords as words } from './words.ts'

/** Every key of the app; `mod` stands for Ctrl, or ⌘ on a Mac. */
const KEYS: readonly (readonly [keyof typeof words.does, readonly string[]])[] = [
  ['palette', ['mod', 'K']],
  ['send', ['mod', 'Enter']],
  ['close', ['Esc']],
  ['fleet', ['g', 'f']],
  ['inbox', ['g', 'i']],
  ['settings', ['g', 's']],
  ['search', ['/']],
  ['help', ['?']],
]

/** The list of keys, and the switch for those that are single letters. */
export default function KeyHelp(props: { readonly onClose: () => void }): JSX.Element {
  const [singles, setSingles] = createSignal(wantsSingles())
  return (
    <Dialog open title={words.keys} onClose={() => props.onClose()}>
      <dl class="keys">
        <For each={KEYS}>
          {([name, keys]) => (
            <div>
              <dt>{words.does[name]}</dt>
              <dd>
                <For each={keys}>{(key) => <kbd>{key === 'mod' ? modName() : key}</kbd>}</For>
              </dd>
            </div>
          )}
        </For>
      </dl>
      <label class="keys-singles">
        <input
          type="checkbox"
          checked={singles()}
          onChange={(event) => {
            setSingles(event.currentTarget.checked)
            chooseSingles(event.currentTarget.checked)
          }}
        />
        <span>{words.singles}</span>
      </label>
      <p class="palette-note">{words.note}</p>
    </Dialog>
  )
}

function modName(): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'
}
