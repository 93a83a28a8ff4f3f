import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sendWords } from '../../client/approvals/send-words.ts'
import { approvalWords, progressWords } from '../../client/approvals/words.ts'
import { commandWords } from '../../client/commands/words.ts'
import { composerWords } from '../../client/composer/words.ts'
import { connectionWords } from '../../client/connection/words.ts'
import { beginThread, prompt, said, sharedStage } from './stage.ts'

/*
 * The loop as people live it, in two browsers at once: a task, its reply as it streams, a question that blocks it, one
 * answer, and what became of it on every screen.
 */

const shared = sharedStage()

const file = (name: string): string => readFileSync(join(shared.stage.workspace, name), 'utf8')

test('an approval is shown on both devices, allowed on one, and the other says by whom', async () => {
  const desk = await shared.stage.device()
  const phone = await shared.stage.device({ width: 390, height: 844, beside: desk })
  await prompt(
    desk.page,
    '@say I will write the page.\n@write hello.txt :: hello from the agent\\n\n@say It is written.',
  )
  await said(phone.page, 'I will write the page.').waitFor()
  await desk.page.getByRole('button', { name: 'Allow once' }).waitFor()
  await phone.page
    .getByRole('button', { name: /Allow once|Review/ })
    .first()
    .waitFor()
  expect(existsSync(join(shared.stage.workspace, 'hello.txt'))).toBe(false)

  await desk.page.getByRole('button', { name: 'Allow once' }).click()
  await phone.page.getByText(/Allowed by Ada, Chrome on Linux/).waitFor()
  await said(desk.page, 'It is written.').waitFor()
  await said(phone.page, 'It is written.').waitFor()
  await desk.page.getByText('Run ended').waitFor()
  expect(file('hello.txt')).toBe('hello from the agent\n')
  expect(await phone.page.getByRole('button', { name: 'Allow once' }).count()).toBe(0)
})

test('a denial leaves the file unchanged, and the agent goes on', async () => {
  const { page } = await shared.stage.device()
  await prompt(page, '@nopermit\n@write notes.txt :: mine\n@permit\n@write notes.txt :: gone\n@say I left it alone.')
  await page.getByRole('button', { name: 'Deny', exact: true }).click()
  await said(page, 'I left it alone.').waitFor()
  await page.getByText(/Denied by you/).waitFor()
  await page.getByText('Run ended').waitFor()
  expect(file('notes.txt')).toBe('mine')
})

test('a run is stopped while it asks: the question is withdrawn everywhere', async () => {
  const one = await shared.stage.device()
  const other = await shared.stage.device({ beside: one })
  await prompt(one.page, '@write never.txt :: gone\n@say Never said.')
  await other.page.getByRole('button', { name: 'Allow once' }).waitFor()
  await one.page.getByRole('button', { name: 'Stop run' }).click()
  await one.page.getByText('Run stopped by a person').waitFor()
  await other.page.getByText('Withdrawn by the agent').waitFor()
  expect(await other.page.getByRole('button', { name: 'Allow once' }).count()).toBe(0)
  expect(await said(one.page, 'Never said.').count()).toBe(0)
  expect(existsSync(join(shared.stage.workspace, 'never.txt'))).toBe(false)
})

test('one press denies and stops the run, both kept while the relay is away, and one receipt says both', async () => {
  const { page } = await shared.stage.device()
  await prompt(page, '@write denied.txt :: gone\n@wait 600000')
  const press = page.getByRole('button', { name: approvalWords.denyAndStop })
  await press.waitFor()
  await shared.stage.relay.kill()
  await page.getByText(connectionWords.relayAway).or(page.getByText(connectionWords.deviceOffline)).first().waitFor()
  await press.click()
  await page.getByText(sendWords.kept).waitFor()
  await shared.stage.relay.restart()
  await page.getByText('Run stopped by a person').waitFor()
  const receipt = page.locator('.receipt').filter({ hasText: 'Denied by you' })
  await receipt.getByText(`Reason: ${approvalWords.stopped}`).waitFor()
  expect(existsSync(join(shared.stage.workspace, 'denied.txt'))).toBe(false)
})

test('a stop that is refused after its denial was taken is told on the receipt and at the button, which stops it then', async () => {
  const { page } = await shared.stage.device()
  await prompt(page, '@write refused.txt :: gone\n@wait 600000')
  const press = page.getByRole('button', { name: approvalWords.denyAndStop })
  await press.waitFor()
  // What the relay refuses a device for that acts on an orb which another one has taken over.
  const commands = '**/api/orbs/*/commands'
  await page.route(commands, (route) =>
    route.continue({ postData: JSON.stringify({ ...(route.request().postDataJSON() as object), fence: 1 }) }),
  )
  await press.click()
  const why = commandWords['stale-fence']
  await page.locator('.receipt').filter({ hasText: 'Denied by you' }).getByText(sendWords.notStopped(why)).waitFor()
  await page.getByText(why, { exact: true }).waitFor()
  await page.unroute(commands)
  await page.getByRole('button', { name: composerWords.stop.failed }).click()
  await page.getByText('Run stopped by a person').waitFor()
  expect(await page.getByText(why).count()).toBe(0)
})

test('an answer whose connection is cut is carried once, and the screen and the badge say how it stands', async () => {
  const { page } = await shared.stage.device()
  await page.addInitScript(() => {
    const real = Navigator.prototype.setAppBadge
    const badges: (number | undefined)[] = []
    Object.assign(globalThis, { badges })
    Navigator.prototype.setAppBadge = function (count) {
      badges.push(count)
      return real.call(this, count)
    }
  })
  await page.reload()
  const badge = () => page.evaluate(() => (globalThis as unknown as { badges: number[] }).badges.at(-1))
  await expect.poll(badge).toBe(0)
  await prompt(page, '@write cut.txt :: once\n@say It is written once.')
  const allow = page.getByRole('button', { name: approvalWords.allowOnce })
  await allow.waitFor()
  await expect.poll(badge).toBe(1)
  const ids: string[] = []
  await page.route('**/api/approvals/*/decision', async (route) => {
    ids.push((route.request().postDataJSON() as { decisionId: string }).decisionId)
    // The first is cut on its way there, the second on its way back.
    if (ids.length > 1) await route.fetch()
    await route.abort('connectionreset')
  })
  await allow.click()
  await page.getByText(sendWords.noAnswer).waitFor()
  expect(existsSync(join(shared.stage.workspace, 'cut.txt'))).toBe(false)
  await page.getByRole('button', { name: progressWords.allow.failed }).click()
  await said(page, 'It is written once.').waitFor()
  await page.locator('.receipt').filter({ hasText: 'Allowed by you' }).last().waitFor()
  expect(await page.getByText(sendWords.noAnswer).count()).toBe(0)
  expect(ids).toEqual([ids[0], ids[0]])
  await expect.poll(badge).toBe(0)
})

test('a question is answered, and the answer reaches the agent', async () => {
  const { page } = await shared.stage.device()
  await prompt(page, '@ask Which of these two layouts? | Two columns | One column')
  await page.getByRole('heading', { name: 'Which of these two layouts?' }).waitFor()
  await page.getByText('Two columns', { exact: true }).click()
  await page.getByRole('button', { name: 'Send answer' }).click()
  await page.getByText(/Answered by you/).waitFor()
  await page.getByText('Run ended').waitFor()
})

test('a reload in mid-stream shows everything once, and goes on', async () => {
  const { page } = await shared.stage.device()
  await prompt(page, '@say one two three four five\n@wait 1500\n@say six seven eight nine ten')
  await said(page, 'one two three four five').waitFor()
  await page.reload()
  await page.getByRole('textbox', { name: 'Message' }).waitFor()
  await page.getByText('Run ended').waitFor()
  for (const text of ['one two three four five', 'six seven eight nine ten']) {
    expect(await said(page, text).count(), text).toBe(1)
  }
})

test('a stop holds the queue until somebody releases it', async () => {
  const { page } = await shared.stage.device()
  await prompt(page, '@say Working.\n@wait 600000')
  await said(page, 'Working.').waitFor()
  await prompt(page, '@say From the queue.')
  await page.getByText('kept by the relay').waitFor()
  await page.getByRole('button', { name: 'Stop run' }).click()
  await page.getByText('Run stopped by a person').waitFor()
  await page.getByText('held by the stop').waitFor()
  await page.getByRole('button', { name: /From the queue/ }).click()
  await page.getByRole('button', { name: 'Release' }).click()
  await said(page, 'From the queue.').waitFor()
  await page.getByText('Run ended').waitFor()
})

test('a new thread is a conversation of its own', async () => {
  const { page } = await shared.stage.device()
  await prompt(page, '@say In the first thread.')
  await said(page, 'In the first thread.').waitFor()
  await beginThread(page)
  await page.getByRole('textbox', { name: 'Message' }).waitFor()
  await prompt(page, '@say In the second thread.')
  await said(page, 'In the second thread.').waitFor()
  expect(await said(page, 'In the first thread.').count()).toBe(0)
})

test('stop all ends every run of every orb', async () => {
  const { page } = await shared.stage.device()
  await prompt(page, '@say Working.\n@wait 600000\n@say Never.')
  await said(page, 'Working.').waitFor()
  await page.getByRole('button', { name: 'Stop all' }).click()
  await page.getByRole('button', { name: 'Stop every run' }).click()
  await page.getByText('Run stopped by a person').waitFor()
})
