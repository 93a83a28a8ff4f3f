import { expect } from 'vitest'
import { prompt } from '../browser/stage.ts'
import { MODEL_KEY, type HarnessStage } from './stage.ts'

/** Everything that a command of an agent can look into: its environment, every process, its home and the workspace. */
const SEARCH =
  `{ env; cat /proc/[0-9]*/environ /proc/[0-9]*/cmdline; ` +
  `find "$HOME" . -type f -size -4M -not -name found.bin -exec cat {} +; } > found.bin 2>/dev/null; echo looked`

/**
 * Lets a harness's own tool shell look for the model's key wherever it can, and makes sure that it was not there while
 * the model was reached with it. `giveLeave` allows what the page asks next.
 */
export async function searchForSecret(stage: HarnessStage, giveLeave: () => Promise<void>): Promise<void> {
  const { page, model } = stage
  await prompt(page, `@sudo ${SEARCH}\n@say I looked everywhere.`)
  await giveLeave()
  // One harness asks for the folders outside its workspace first, and then for the command.
  const again = page.getByRole('button', { name: /^(Allow once|Hold: allow)$/ })
  const ended = page.getByText('Run ended')
  await ended.or(again).first().waitFor()
  if ((await again.count()) > 0) await giveLeave()
  await ended.waitFor()
  const found = stage.file('found.bin')
  // It saw environments, and files of both folders: what it did not find was looked for.
  expect(found).toContain('PATH=')
  expect(found).toContain('MIT License')
  expect(found).not.toContain(MODEL_KEY)
  expect(model.requests.at(-1)?.key).toBe(MODEL_KEY)
}
