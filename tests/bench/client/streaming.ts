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
    for (let thread = 0; thread <= OTHERS; thread += 1) {
      if (thread > 0) await beginThread(page)
      await prompt(page, '@say ' + prose((seconds * 1.5 + AROUND_S) * WORDS_PER_SECOND))
      await page.locator('[data-entry]').nth(1).waitFor()
    }
    await slowDown(page)
    const typed = await watch(page, null, () => typeFor(page, 'textarea', seconds))
    await page.locator('.transcript-scroller').evaluate((scroller) => (scroller.scrollTop -= 600))
    await page.waitForTimeout(500)
    const read = await watch(page, '.markdown > *', () => page.waitForTimeout(seconds * 500))
    await page.close()

    const bare = await context.newPage()
    await openBare(bare)
    await slowDown(bare)
    const peer = await watch(bare, null, () => typeFor(bare, 'textarea', seconds))
    await bare.close()
    return figuresOf(typed, read, peer)
  } finally {
    await stage.close()
  }
}

function figuresOf(typed: Seen, read: Seen, peer: Seen): Figure[] {
  const about = { better: 'less', against: 'the same text put into a <pre> of a bare page' } as const
  return [
    figure({
      ...about,
      name: 'three threads stream: frames over 50 ms',
      unit: '1/min',
      ours: [typed.slowFrames],
      peer: [peer.slowFrames],
    }),
    figure({
      ...about,
      name: 'three threads stream: key to frame, p95',
      unit: 'ms',
      ours: [typed.typing],
      peer: [peer.typing],
    }),
    figure({
      ...about,
      name: 'three threads stream: text in sight moved while scrolled up',
      unit: 'px',
      ours: [read.moved],
      peer: [],
      against: 'nothing: it should not move',
    }),
  ]
}

/** Prose as agents write it: paragraphs, emphasis, lists and code. */
function prose(words: number): string {
  const pattern =
    'The parser drops the **last line** of a file that has no line feed, so `read()` gives one line too few. ' +
    'I will look at the reader first and then run the tests again.\\n\\n- one thing\\n- another `thing`\\n\\n' +
    '```ts\\nexport const last = lines.at(-1) ?? ""\\n```\\n\\n'
  const each = pattern.split(' ').length
  return pattern.repeat(Math.ceil(words / each))
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
  }, prose(2000))
}
