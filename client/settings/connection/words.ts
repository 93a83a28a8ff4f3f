import { translated } from '../../i18n/translated.ts'

/** Words of the connection's section. */
export const connectionTestWords = translated('connectionTestWords', {
  test: 'From here to every orb',
  testText: 'Each part of the way is tried by itself, so that you know which one is down.',
  again: 'Test again',
  running: 'Testing',
  http: 'This device to the relay',
  session: 'Signed in, and the clocks',
  socket: 'Live updates from the relay',
  orb: (title: string): string => `The relay to ${title}`,
  millis: (count: string): string => `${count} ms`,
  states: { running: 'trying', skipped: 'not tried', failed: 'failed', away: 'not reachable' },
  clockSame: 'Both clocks agree.',
  clockOff: (by: string, ahead: boolean): string => `The relay's clock is ${by} ${ahead ? 'ahead' : 'behind'}.`,
  advice: {
    offline: 'This device has no network. Switch off flight mode, or find one.',
    http: 'The relay does not answer. Is its machine on, and does its address open in this browser? “perigee doctor” on that machine says more.',
    session: 'The relay does not know this device at present. Reload the page; if it stays so, pair the device again.',
    clock: 'Set the clock of this device or of the relay by the network: times would be wrong, and answers late.',
    socket:
      'Requests pass and live updates do not. A proxy between here and the relay has to let WebSockets through; docs/deploy.md shows how.',
    orb: 'The orb is not connected or does not answer. Look whether its machine is on and “perigee orb” still runs there.',
  },
})
