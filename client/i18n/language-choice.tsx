import { createSignal, type JSX } from 'solid-js'
import { Choice, Problem, type Option } from '../settings/parts.tsx'
import { LANGUAGES, storedLanguage, type Language, type LanguageChosen } from './language.ts'
import { chooseLanguage } from './load-language.ts'
import { languageWords } from './words.ts'

/** The same objects in every language, so that what has the focus keeps it. Each language by its own name: who reads only one of them has to find it. */
const OPTIONS: readonly Option<LanguageChosen>[] = [
  {
    value: 'system',
    get name() {
      return languageWords.system
    },
  },
  ...(Object.keys(LANGUAGES) as Language[]).map((value) => ({ value, name: LANGUAGES[value] })),
]

/** The choice of the app's language; it is shown at once. */
export function LanguageChoice(): JSX.Element {
  const [chosen, setChosen] = createSignal(storedLanguage())
  const [failed, setFailed] = createSignal(false)
  async function choose(value: LanguageChosen): Promise<void> {
    const before = chosen()
    setChosen(value)
    setFailed(false)
    try {
      await chooseLanguage(value)
    } catch {
      setChosen(before)
      setFailed(true)
    }
  }

  return (
    <>
      <Choice
        legend={languageWords.legend}
        options={OPTIONS}
        value={chosen() as LanguageChosen}
        onChange={(value) => void choose(value)}
      />
      <Problem text={failed() ? languageWords.failed : null} />
    </>
  )
}
