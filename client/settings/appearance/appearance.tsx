import { createSignal, type JSX } from 'solid-js'
import { LanguageChoice } from '../../i18n/language-choice.tsx'
import {
  chooseAppearance,
  CONTRASTS,
  storedAppearance,
  TEXT_SIZES,
  THEMES,
  type Appearance as Choices,
} from '../../look/theme.ts'
import { Block, Choice } from '../parts.tsx'
import { appearanceWords as words } from './words.ts'

/** How the app looks and speaks on this device. Every choice is shown at once. */
export function Appearance(): JSX.Element {
  const [chosen, setChosen] = createSignal(storedAppearance())
  const choose = (change: Partial<Choices>): void => {
    setChosen({ ...chosen(), ...change })
    chooseAppearance(change)
  }
  return (
    <>
      <Block>
        <Choice
          legend={words.theme}
          options={THEMES.map((value) => ({ value, name: words.themes[value], text: words.themeTexts[value] }))}
          value={chosen().theme}
          onChange={(theme) => choose({ theme })}
        />
      </Block>
      <Block>
        <Choice
          legend={words.contrast}
          options={CONTRASTS.map((value) => ({ value, name: words.contrasts[value] }))}
          value={chosen().contrast}
          onChange={(contrast) => choose({ contrast })}
        />
      </Block>
      <Block>
        <Choice
          legend={words.text}
          options={TEXT_SIZES.map((value) => ({ value, name: words.textSizes[value] }))}
          value={chosen().text}
          onChange={(text) => choose({ text })}
        />
        <p class="settings-text">{words.textNote}</p>
      </Block>
      <Block>
        <LanguageChoice />
      </Block>
    </>
  )
}
