import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import type { RosterChange } from '../../shared/devices/roster-entry.ts'
import type { Roster } from '../../shared/devices/roster.ts'
import type { Person } from '../../shared/people/grants.ts'
import { awaitApplicant, burn, makeInvitation, type Applicant } from '../device/inviting.ts'
import { governorOf, personToBe } from '../device/granting.ts'
import { pageOrigin, type RelayClient } from '../device/relay-client.ts'
import { appendChange, readRoster } from '../device/roster-view.ts'
import { shownBriefly } from '../device/terminal-text.ts'
import { readName } from '../../shared/people/name.ts'
import { GRANT_FLAGS, readGrant } from './grant-flags.ts'
import { personWords } from './grant-words.ts'
import { INVITE_HELP } from './help/devices.ts'
import { NEEDS_HTTPS, wayIn } from './invitation-text.ts'
import { DEVICE_FLAGS, ownClient } from './own-device.ts'
import { askLine, say, sayJson, tell } from './terminal.ts'
import { readFlags, text, UsageError } from './usage.ts'

const FLAGS = { ...DEVICE_FLAGS, ...GRANT_FLAGS, person: { type: 'string' } } as const

/** `perigee invite`: lets one more device in, of a person who is known or new. */
export async function invite(args: readonly string[]): Promise<number> {
  const values = readFlags(args, FLAGS, 'invite')
  if (values['help'] === true) {
    process.stdout.write(INVITE_HELP)
    return 0
  }
  const grant = readGrant(values, Date.now())
  const named = personName(text(values, 'person'))
  if (named === null && grant !== null) throw new UsageError('Say whose role it is with --person.')
  const isForPrograms = values['json'] === true
  const { client, home } = await ownClient(values)
  // Asked again on top of what another owner may add meanwhile.
  const personOf = (roster: Roster): Person => {
    const own = governorOf(roster, client.device.deviceId)
    return named === null ? own : personToBe(roster, named, grant)
  }
  const person = personOf(await readRoster(client, home))

  const invitation = await makeInvitation(client)
  const url = (await pageOrigin(client.device.relay)) + invitation.path
  const { code, expiresAt } = invitation
  if (isForPrograms) sayJson({ url, code, expiresAt, person })
  else {
    say(wayIn(url, code))
    say(`For a device of ${personWords(person)}. The link and the code last two minutes, and work once.`)
    if (!url.startsWith('https:')) tell(NEEDS_HTTPS)
    tell('Waiting for the device.')
  }
  const applicant = await awaitApplicant(client, invitation)
  if (isForPrograms) sayJson(forPrograms(applicant))
  else say(question(applicant))
  await confirm(client, invitation.invitationId, applicant)
  const { device } = applicant
  const change = (roster: Roster): RosterChange => {
    const owner = personOf(roster)
    return { kind: 'device.add', device: { ...device, personId: owner.personId }, person: owner }
  }
  await appendChange(client, home, change, invitation.invitationId)
  if (isForPrograms) sayJson({ outcome: 'added', deviceId: device.deviceId })
  else say(`${shownBriefly(device.name)} is now a device of ${personWords(person)}.`)
  return 0
}

/** Goes on where the right number was chosen. A wrong one, or none, burns the invitation. */
async function confirm(client: RelayClient, invitationId: string, { choices, right }: Applicant): Promise<void> {
  for (;;) {
    const chosen = (await askLine('The number on its screen, or "none": '))?.replace(/\s/g, '') ?? 'none'
    if (chosen === right) return
    if (chosen === 'none' || choices.includes(chosen)) break
    tell('That is none of the three numbers.')
  }
  await burn(client, invitationId)
  throw new PerigeeError(
    'forbidden',
    'That is not the number of this device. Nothing was paired, and the invitation is burned.',
  )
}

function question({ device, address, hadLink, choices }: Applicant): string {
  const kind = device.kind === 'browser' ? 'a browser' : 'a command line'
  return [
    '',
    `${shownBriefly(device.name)} asks to come in: ${kind}, from ${shownBriefly(address)}, by ${hadLink ? 'the link' : 'the code'}.`,
    'Which number does its screen show?',
    '',
    ...choices.map((choice) => `  ${choice}`),
    '',
  ].join('\n')
}

function forPrograms({ device, address, hadLink, choices }: Applicant): object {
  const { name, kind, deviceId } = device
  return { applicant: { deviceId, name, kind, address, hadLink }, choices }
}

function personName(flag: string | null): string | null {
  if (flag === null) return null
  const name = readName(flag)
  if (name === null) throw new UsageError('--person is no name that can be read.')
  return name
}
