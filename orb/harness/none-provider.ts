import { accountOf } from '../isolation/account.ts'
import { startGrouped } from './grouped-process.ts'
import type { Launch, Provider } from './provider.ts'

const confine = (launch: Launch) => ({ ...launch, owner: null })

/**
 * No isolation: the harness runs as the runner's own user, in a process group of its own. Whoever answers its approvals
 * should know that they are advice, and every screen says so.
 */
export const noneProvider: Provider = {
  isolation: 'none',
  account: process.getuid === undefined ? null : accountOf(process.getuid()),
  confine,
  start: (launch, waits) => startGrouped(confine(launch), waits),
}
