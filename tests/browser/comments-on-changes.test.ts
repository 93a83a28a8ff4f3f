import { expect, test } from 'vitest'
import { prompt, sharedStage } from './stage.ts'

/* Saying something about the lines of a change. */

const shared = sharedStage()

test('a comment on a line outlasts a reload and becomes a message', async () => {
  const { page } = await shared.stage.device()
  await prompt(page, '@nopermit\n@write notes.txt :: one\\ntwo\\nthree\\n')
  await page.getByText('Run ended').waitFor()
  await page.getByRole('button', { name: 'Comment on line 1' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Your comment' }).fill('Say why.')
  await page.getByRole('button', { name: 'Add comment' }).click()
  await page.reload()
  await page.getByRole('button', { name: '1 comment on changes' }).click()
  await page.getByRole('button', { name: 'Put into the message' }).click()
  const message = page.getByRole('textbox', { name: 'Message' })
  expect(await message.inputValue()).toMatch(/notes\.txt:2-3\n> two\n> three\nSay why\.$/)
  expect(await page.getByRole('button', { name: '1 comment on changes' }).count()).toBe(0)
})
