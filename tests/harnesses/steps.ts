import type { Browser, Locator } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { outcomeWords } from '../../client/approvals/words.ts'
import { beginThread, launchBrowser, prompt, said } from '../browser/stage.ts'
import { manifestOf } from '../support/harness-manifest.ts'
import { searchForSecret } from './no-secret.ts'
import { MODEL_KEY, openHarnessStage, START_MS, type HarnessStage } from './stage.ts'

/** Also what takes minutes. */
const isLong = process.env['PERIGEE_LONG'] === '1'

/**
 * Takes a harness, which is not ours, through the whole product: run by `perigee orb` in a clone of this repository and
 * steered from the page. Its model is scripted; all else is as a person would run it. The steps are the same for each;
 * what a harness does differently, its manifest says.
 */
export function driveThrough(adapter: string): void {
  const { permissions, resume } = manifestOf(adapter)
  let browser: Browser
  let stage: HarnessStage

  beforeAll(async () => {
    browser = await launchBrowser()
    stage = await openHarnessStage(browser, adapter)
  }, 2 * START_MS)
  afterAll(async () => {
    await stage.close()
    await browser.close()
  })
  beforeEach(() => beginThread(stage.page))
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') process.stderr.write(`${await stage.scene()}\n`)
  })

  const button = (name: string): Locator => stage.page.getByRole('button', { name, exact: true })
  const shown = (text: string | RegExp): Promise<void> => stage.page.getByText(text).first().waitFor()
  const allow = (): Locator => stage.page.getByRole('button', { name: /^(Allow once|Hold: allow)$/ })
  /** Where the risk is not known, a press on the button asks again. */
  const giveLeave = async (): Promise<void> => {
    const isAskedAgain = (await allow().textContent())?.startsWith('Hold') === true
    await allow().click()
    if (isAskedAgain) await stage.page.getByRole('dialog').getByRole('button', { name: 'Allow once' }).click()
    await shown('Allowed by you')
  }
  /**
   * A script that changes the licence's holder, which every test but the last leaves alone. Some harnesses have to read
   * before they write, and some patch whole lines.
   */
  const takeOver = (): string => {
    const line = stage.file('LICENSE').match(/^.*Perigee contributors$/m)?.[0] ?? ''
    const [path, changed] = [stage.path('LICENSE'), line.replace('Perigee contributors', 'Somebody else')]
    return `@read ${path}\n@edit ${path} :: ${line} => ${changed}`
  }

  describe(adapter, () => {
    test('allowed: a prompt streams its reply, asks with the diff, and changes the file', async () => {
      const { page, model } = stage
      const before = stage.file('LICENSE')
      const path = stage.path('LICENSE')
      await prompt(
        page,
        `@think Which?\n@say I look.\n@read ${path}\n@edit ${path} :: MIT License => The MIT License\n@say Named.`,
      )
      await said(page, 'I look.').waitFor()
      await button('Allow once').waitFor()
      const asked = page.locator('.approval')
      expect(await asked.locator('.diff-remove .diff-text').allTextContents()).toEqual(['MIT License'])
      expect(await asked.locator('.diff-add .diff-text').allTextContents()).toEqual(['The MIT License'])
      expect(stage.changes()).toBe('')

      await button('Allow once').click()
      await said(page, 'Named.').waitFor()
      await shown('Run ended')
      await shown('Allowed by you')
      expect(stage.file('LICENSE')).toBe(before.replace('MIT License', 'The MIT License'))
      expect(stage.changes()).toBe(' M LICENSE\n')
      await page.locator('.thread-file', { hasText: 'LICENSE' }).waitFor()
      expect(model.requests.at(-1)?.key).toBe(MODEL_KEY)
    })

    test('denied: the file stays as it was, and the turn does what the manifest says', async () => {
      const { page } = stage
      const before = stage.file('LICENSE')
      await prompt(page, `${takeOver()}\n@say I go on.`)
      await button('Deny').click()
      await shown('Denied by you')
      await shown(permissions.rejectEffect === 'cancels-turn' ? /^Run stopped/ : 'Run ended')
      expect(await said(page, 'I go on.').count()).toBe(permissions.rejectEffect === 'continues' ? 1 : 0)
      expect(stage.file('LICENSE')).toBe(before)
    })

    test('stopped while it asks: the question is withdrawn, the file stays, and the next prompt works', async () => {
      const { page } = stage
      const before = stage.file('LICENSE')
      await prompt(page, `${takeOver()}\n@say Never said.`)
      await button('Allow once').waitFor()
      await button('Stop run').click()
      await shown('Run stopped by a person')
      await shown(outcomeWords.withdrawn)
      expect(await button('Allow once').count()).toBe(0)

      await prompt(page, '@sudo cp LICENSE COPYING\n@say And on.')
      await allow().waitFor()
      expect(await page.locator('.approval').getByText('cp LICENSE COPYING').count()).toBeGreaterThan(0)
      await giveLeave()
      await said(page, 'And on.').waitFor()
      await shown('Run ended')
      expect(stage.file('COPYING')).toBe(before)
      expect(stage.file('LICENSE')).toBe(before)
      expect(await said(page, 'Never said.').count()).toBe(0)
    })

    test('stopped in mid-sentence: what was said stays, and the model is hung up on', async () => {
      const { page, model } = stage
      const earlier = model.requests.length
      await prompt(page, '@say I begin.\n@wait 60000\n@say Never said.')
      await said(page, 'I begin.').waitFor()
      await button('Stop run').click()
      await shown('Run stopped by a person')
      // A harness may ask for more beside it, such as a title for the session, which is answered at once.
      const ends = await Promise.all(model.requests.slice(earlier).map((request) => request.ended))
      expect(ends).toContain('hung-up')
      expect(await said(page, 'Never said.').count()).toBe(0)
    })

    test("no secret: the model's key is nowhere that a command of the agent can look", async () => {
      await searchForSecret(stage, giveLeave)
    })

    test('two in a row: the second prompt is done after the first', async () => {
      const { page } = stage
      await prompt(page, '@say One begins.\n@wait 700\n@say One ends.')
      await said(page, 'One begins.').waitFor()
      await prompt(page, '@say Two.')
      await said(page, 'Two.').waitFor()
      await shown('Run ended')
      const words = await page.locator('[data-entry]').allTextContents()
      const order = ['One begins.', 'One ends.', 'Two.'].map((text) => words.findLastIndex((one) => one.includes(text)))
      expect(order).toEqual(order.toSorted((one, other) => one - other))
    })

    // Where a session cannot be taken up at once, the runner waits, and so does this.
    const dies = 'killed and taken up: the question is void, the agent knows what was said, and asks as before'
    if (resume.minGapMs > 0 && !isLong) return
    test(
      dies,
      async () => {
        const { page, model } = stage
        const before = stage.file('LICENSE')
        await prompt(page, takeOver())
        await button('Allow once').waitFor()
        await stage.crashRunner()
        await shown(/^Run interrupted/)
        await shown(/^Void/)
        await prompt(page, `@say Still here.\n${takeOver()}\n@say Changed.`)
        await said(page, 'Still here.').waitFor({ timeout: resume.minGapMs + START_MS })
        expect(model.requests.at(-1)?.said.filter((text) => text.includes('Perigee contributors'))).toHaveLength(2)
        await button('Allow once').click()
        await said(page, 'Changed.').waitFor()
        await shown('Run ended')
        expect(stage.file('LICENSE')).toBe(before.replace('Perigee contributors', 'Somebody else'))
      },
      resume.minGapMs + 2 * START_MS,
    )
  })
}
