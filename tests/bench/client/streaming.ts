import type { Browser, Page } from 'playwright-core'
import { beginThread, openStage, prompt } from '../../browser/stage.ts'
import { figure, type Figure } from '../figures.ts'
import { PHONE, slowDown } from './phone.ts'
import { typeFor, watch, type Seen } from './probe.ts'

/** Words a second of the scripted agent; the runner gathers them to 20 to 25 deltas. */
const WORDS_PER_SECOND = 48
/** Streamed before and after what is measured. */
const AROUND_S = 40
/** Threads that stream besides the one on screen. */
const OTHERS = 2

/** A phone's page while three threads stream: typed into, and read while scrolled up; against text put into a `<pre>`. */
export async function streaming(browser: Browser, seconds: number): Promise<Figure[]> {
  const stage = await openStage(browser, [])
  try {
    const { page, context } = await stage.device(PHONE)
    await slowDown(page)
    const still = await watch(page, null, () => typeFor(page, 'textarea', seconds / 2))
    await page.getByRole('textbox', { name: 'Message' }).fill('')
    for (let thread = 0; thread <= OTHERS; thread += 1) {
      if (thread > 0) await beginThread(page)
      await prompt(page, script((seconds * 1.5 + AROUND_S) * WORDS_PER_SECOND))
      await page.locator('[data-entry]').nth(1).waitFor()
    }
    const typed = await watch(page, null, () => typeFor(page, 'textarea', seconds))
    await page.locator('.transcript-scroller').evaluate((scroller) => (scroller.scrollTop -= 600))
    await page.locator('.transcript-new').waitFor()
    const read = await watch(page, '.markdown > *', () => page.waitForTimeout(seconds * 500))
    await page.close()

    const bare = await context.newPage()
    await openBare(bare)
    await slowDown(bare)
    const peer = await watch(bare, null, () => typeFor(bare, 'textarea', seconds))
    await bare.close()
    return figuresOf(typed, read, still, peer)
  } finally {
    await stage.close()
  }
}

function figuresOf(typed: Seen, read: Seen, still: Seen, peer: Seen): Figure[] {
  const [ours, bare, silent] = [
    'three threads stream: ',
    'the same text put into a <pre> of a bare page',
    'our page while nothing streams',
  ]
  const row = (name: string, unit: string, of: keyof Seen, than: Seen, against: string): Figure =>
    figure({ name: ours + name, unit, better: 'less', ours: [typed[of]], peer: [than[of]], against })
  const lone = (name: string, unit: string, value: number): Figure =>
    figure({ name: ours + name, unit, better: 'less', ours: [value], peer: [], against: 'none: nothing should move' })
  return [
    row('frames over 50 ms', '1/min', 'slowFrames', peer, bare),
    row('frames over 50 ms', '1/min', 'slowFrames', still, silent),
    row('key to frame, p95', 'ms', 'typing', peer, bare),
    row('key to frame, p95', 'ms', 'typing', still, silent),
    lone('text in sight moved while scrolled up', 'px', read.moved),
    lone('layout shift while scrolled up', 'score', read.shift),
  ]
}

/** Prose as agents write it: paragraphs, emphasis, lists and code; forty words. */
const PATTERN =
  'The parser drops the **last line** of a file that has no line feed, so `read()` gives one line too few. ' +
  'I will look at the reader first and then run the tests again.\\n\\n- one thing\\n- another `thing`\\n\\n' +
  '```ts\\nexport const last = lines.at(-1) ?? ""\\n```\\n\\n'

/** What has the scripted agent say about so many words, in messages of some hundred each. */
function script(words: number): string {
  const each = PATTERN.split(' ').length * 4
  return `@repeat ${Math.ceil(words / each)}\n@say ${PATTERN.repeat(4)}`
}

/** The least that could be done: the same words, twenty times a second, at the end of a `<pre>`. */
async function openBare(page: Page): Promise<void> {
  await page.setContent(
    '<body style="margin:0"><div style="height:700px;overflow:auto"><pre style="white-space:pre-wrap"></pre></div><textarea></textarea>',
  )
  await page.evaluate((text) => {
    const pre = document.querySelector('pre')
    const words = text.split(' ')
    let at = 0
    setInterval(() => {
      pre?.append(words.slice(at, at + 2).join(' ') + ' ')
      at = (at + 2) % words.length
      pre?.parentElement?.scrollTo(0, pre.scrollHeight)
    }, 50)
  }, PATTERN.replaceAll('\\n', '\n').repeat(50))
}
