import { expect, test } from 'vitest'
import { folderName } from './defaults.ts'
import { approve } from './decide.ts'
import { audit } from './audit.ts'
import { devices } from './devices.ts'
import { enrol } from './enrol.ts'
import { invite } from './invite.ts'
import { orb } from './orb.ts'
import { orbs } from './orbs.ts'
import { pair } from './pair.ts'
import { up } from './up.ts'
import { UsageError } from './usage.ts'

test.each([
  [up, ['--port', 'x'], '--port is "x"; it has to be a number from 0 to 65535.'],
  [up, ['--port', '65536'], '--port is "65536"; it has to be a number from 0 to 65535.'],
  [
    up,
    ['--prot', '1'],
    'perigee up: there is no --prot. It knows --port, --host, --public-url, --trust-proxy, --state, --json, --no-demo, --help.',
  ],
  [up, ['now'], '"perigee up" has no use for "now".'],
  [orb, [], 'Say which agent to run: perigee orb --adapter NAME, or perigee orb -- COMMAND ARGS...'],
  [orb, ['--'], 'Say which agent to run: perigee orb --adapter NAME, or perigee orb -- COMMAND ARGS...'],
  [orb, ['--workspace', '/no/such/folder', '--', 'true'], '--workspace is "/no/such/folder", which is no folder.'],
  [orb, ['--relay', 'ftp://x', '--', 'true'], '--relay is "ftp://x"; it has to look like ws://127.0.0.1:8737.'],
  [orb, ['--relay', 'ws://x/path', '--', 'true'], '--relay is "ws://x/path"; it has to look like ws://127.0.0.1:8737.'],
  [orb, ['--name', '', '--', 'true'], '--name is empty.'],
  [pair, ['--state'], 'perigee pair: --state needs a value.'],
  [pair, ['-', 'x'], '"perigee pair" has no use for "x".'],
  [pair, ['ABCD-EFG'], "This is neither an invitation's link nor its code of eight letters and digits."],
  [pair, ['https://x.example/first#A'], 'This link makes the first device, which has to be a browser. Open it in one.'],
  [
    pair,
    ['ABCD-EFGH', '--relay', 'http://x.example'],
    '--relay is "http://x.example": http is for this machine alone. Use the relay\'s https address.',
  ],
  [
    pair,
    ['ABCD-EFGH', '--relay', 'https://x.example/a'],
    '--relay is "https://x.example/a"; it has to look like https://perigee.example.org.',
  ],
  [invite, ['--role', 'owner'], 'Say whose role it is with --person.'],
  [invite, ['--person', 'A', '--role', 'king'], '--role is "king"; it has to be observer, operator or owner.'],
  [invite, ['--person', 'A', '--orb', 'o'], 'Say which role with --role.'],
  [
    invite,
    ['--person', 'A', '--role', 'owner', '--expires', '7d'],
    'Owning everything cannot have an end. Leave --expires out, or name an orb.',
  ],
  [
    invite,
    ['--person', 'A', '--role', 'observer', '--expires', '7'],
    '--expires is "7"; it has to look like 30m, 12h or 7d.',
  ],
  [
    invite,
    ['--person', 'A', '--role', 'observer', '--thread', 't'],
    '--thread needs --orb: say which orb the thread is of.',
  ],
  [devices, ['revoke'], 'Say which device: perigee devices revoke ID'],
  [approve, ['../x'], 'Say which approval: perigee approve ID. "perigee inbox" lists them.'],
  [enrol, ['--generation', '2'], '--generation needs --orb: a new orb begins with 1.'],
  [orbs, ['remove'], 'Say which orb: perigee orbs remove ID'],
  [audit, [], 'Say what to do: perigee audit export, or perigee audit verify [FILE].'],
  [
    audit,
    ['verify', '--head', '7'],
    '--head has to be the head as "perigee audit verify" printed it: a number, a colon, a hash.',
  ],
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
