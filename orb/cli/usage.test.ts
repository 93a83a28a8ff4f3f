import { expect, test } from 'vitest'
import { folderName } from './defaults.ts'
import { link } from './link.ts'
import { orb } from './orb.ts'
import { up } from './up.ts'
import { UsageError } from './usage.ts'

test.each([
  [up, ['--port', 'x'], '--port is "x"; it has to be a number from 0 to 65535.'],
  [up, ['--port', '65536'], '--port is "65536"; it has to be a number from 0 to 65535.'],
  [up, ['--prot', '1'], 'perigee up: there is no --prot. It knows --port, --state, --json, --no-demo, --help.'],
  [up, ['now'], '"perigee up" has no use for "now".'],
  [orb, [], 'Say which agent to run: perigee orb -- COMMAND ARGS...'],
  [orb, ['--'], 'Say which agent to run: perigee orb -- COMMAND ARGS...'],
  [orb, ['--workspace', '/no/such/folder', '--', 'true'], '--workspace is "/no/such/folder", which is no folder.'],
  [orb, ['--relay', 'ftp://x', '--', 'true'], '--relay is "ftp://x"; it has to look like ws://127.0.0.1:8737.'],
  [orb, ['--relay', 'ws://x/path', '--', 'true'], '--relay is "ws://x/path"; it has to look like ws://127.0.0.1:8737.'],
  [orb, ['--name', '', '--', 'true'], '--name is empty.'],
  [link, ['--state'], 'perigee link: --state needs a value.'],
])('%o %j is answered with a sentence', async (command, args, sentence) => {
  const refused = await command(args, import.meta.url).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(UsageError)
  expect((refused as Error).message).toBe(sentence)
})

test.each([
  ['api', 'api'],
  ['My project (2)', 'My-project-2'],
  ['../../etc', 'etc'],
  ['.hidden', 'hidden'],
  ['\u{1F4A5}', 'orb'],
  ['x'.repeat(500), 'x'.repeat(60)],
])('an orb called %j lives in %j', (name, folder) => {
  expect(folderName(name)).toBe(folder)
})
