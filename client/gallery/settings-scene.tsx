import type { JSX } from 'solid-js'
import { AppContextProvider } from '../devices/app-context.ts'
import { rememberSession } from '../devices/remembered-session.ts'
import { refreshSession } from '../devices/session.ts'
import { ChooseInvitee } from '../settings/add-device/choose-invitee.tsx'
import { newInvitation } from '../../shared/devices/invitation.ts'
import { InviteView } from '../settings/add-device/invite-page.tsx'
import type { Ended, Inviting } from '../settings/add-device/inviting.ts'
import { DeviceList } from '../settings/devices/device-list.tsx'
import { ThisDevice } from '../settings/device/this-device.tsx'
import { EnrolOrb, ShownEnrolment } from '../settings/orbs/enrol-orb.tsx'
import { ShownToken } from '../settings/orbs/note-tokens.tsx'
import { OrbSection } from '../settings/orbs/orb-section.tsx'
import { PeopleSection } from '../settings/people/people-section.tsx'
import { RosterProvider } from '../settings/roster-gate.tsx'
import type { RosterView } from '../settings/roster-view.ts'
import { Security } from '../settings/security/security.tsx'
import { SettingsFrame } from '../settings/settings-frame.tsx'
import { AppShell } from '../shell/app-shell.tsx'
import { FleetColumn } from './fleet-scene.tsx'
import { LONG_NAME } from './samples.ts'
import { BEN, FLEET_STORE, READY, SESSION, fixedRoster } from './settings-samples.ts'

const HOUR = 60 * 60_000

const ASKING = {
  device: {
    deviceId: 'new',
    name: 'Safari on iPhone',
    kind: 'browser',
    key: { alg: 'p256', point: 'B' },
    account: null,
  },
  commit: '',
  address: '192.0.2.7',
  byLink: true,
} as const

function invite(state: Inviting, publicUrl: string | null = 'https://perigee.example.org'): () => JSX.Element {
  return () => (
    <InviteView state={state} heard publicUrl={publicUrl} onChoose={() => undefined} onAgain={() => undefined} />
  )
}

const open = (): Inviting => ({
  step: 'open',
  invitation: newInvitation(),
  founding: SESSION.roster.founding,
  expiresAt: Date.now() + 95_000,
})
const ended = (why: Ended, message?: string): (() => JSX.Element) => invite({ step: 'ended', why, message })

const START: readonly [string, () => JSX.Element] = ['', () => <ThisDevice />]

/** Name: section of the settings, and what stands in it. */
const scenes: Readonly<Record<string, readonly [string, () => JSX.Element]>> = {
  menu: START,
  device: ['device', () => <ThisDevice />],
  devices: ['devices', () => <DeviceList />],
  choose: ['add-device', () => <ChooseInvitee roster={READY.roster} publicUrl={null} onChosen={() => undefined} />],
  open: ['add-device', () => invite(open())()],
  'open-http': ['add-device', () => invite(open(), null)()],
  asking: ['add-device', invite({ step: 'asking', asking: ASKING })],
  match: [
    'add-device',
    invite({
      step: 'match',
      asking: { ...ASKING, device: { ...ASKING.device, name: LONG_NAME }, byLink: false },
      right: '123456',
      choices: ['012345', '123456', '987654'],
    }),
  ],
  done: ['add-device', invite({ step: 'done', asking: ASKING, person: BEN })],
  expired: ['add-device', ended('expired')],
  tampered: ['add-device', ended('tampered')],
  number: ['add-device', ended('number')],
  people: ['people', () => <PeopleSection personId={undefined} />],
  person: ['people', () => <PeopleSection personId="ben" />],
  orbs: ['orbs', () => <OrbSection item={undefined} />],
  enrol: ['orbs', () => <EnrolOrb />],
  enrolled: [
    'orbs',
    () => (
      <ShownEnrolment
        word={'perigee-orb-' + 'eyJyZWxheSI6Imh0dHBzOi8vcGVyaWdlZS5leGFtcGxl'.repeat(16)}
        expiresAt={Date.now() + HOUR}
        relay="https://perigee.example.org"
        command="perigee orb --name web-project --enrol - -- opencode acp"
        after="The orb appears in the fleet by itself as soon as it has dialled in."
        onDone={() => undefined}
      />
    ),
  ],
  token: ['orbs', () => <ShownToken token={'x'.repeat(44)} onDone={() => undefined} />],
  security: ['security', () => <Security />],
  forbidden: ['people', () => <PeopleSection personId={undefined} />],
  unreachable: ['devices', () => <DeviceList />],
  stale: ['devices', () => <DeviceList />],
}

const views: Readonly<Record<string, RosterView>> = {
  forbidden: { state: 'forbidden' },
  unreachable: { state: 'unreachable' },
  stale: { ...READY, stale: true },
}

/** `#settings/NAME`: a section in a state that is hard to reach. */
export function SettingsScene(): JSX.Element {
  const name = location.hash.split('/')[1] ?? 'menu'
  const [path, content] = scenes[name] ?? START
  // As if this device were signed in and the relay away: rights stand in the session.
  rememberSession(SESSION)
  void refreshSession()
  return (
    <AppContextProvider.Provider value={{ session: SESSION, fleet: FLEET_STORE }}>
      <RosterProvider.Provider value={fixedRoster(views[name] ?? READY)}>
        <AppShell pane="main" list={<FleetColumn />}>
          <SettingsFrame path={path === '' ? 'device' : path} item={undefined} open={path !== ''}>
            {content()}
          </SettingsFrame>
        </AppShell>
      </RosterProvider.Provider>
    </AppContextProvider.Provider>
  )
}
