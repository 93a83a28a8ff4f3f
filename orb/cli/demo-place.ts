import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { defaultAccountHome, prepareAccountHome } from '../isolation/account-home.ts'
import { makeFolderAs, mayUser } from '../isolation/accounts.ts'
import { chooseIsolation } from '../isolation/choice.ts'
import { lookAtMachine } from '../isolation/machine.ts'
import { orbFolder } from './defaults.ts'

/** Where the demo's agent works and keeps its sessions, and how it is kept apart. */
export interface DemoPlace {
  readonly workspace: string
  readonly store: string
  readonly flags: readonly string[]
}

/** Makes room for the demo's agent, which must be able to run `programs` however it is kept apart. */
export function demoPlace(home: string, name: string, programs: readonly string[]): DemoPlace {
  const folder = orbFolder(home, name)
  const beside = { workspace: join(folder, 'workspace'), store: join(folder, 'home', 'scripted-agent') }
  const choice = chooseIsolation('best', () => lookAtMachine(null))
  if (choice.isolation === 'uid') {
    const { account } = choice
    if (programs.every((program) => mayUser(account, '-r', program))) {
      // A user of its own cannot enter the state folder: everything of the agent's lies in its home.
      const own = defaultAccountHome(name, account)
      prepareAccountHome(own, account)
      const workspace = join(own, 'workspace')
      makeFolderAs(account, workspace)
      return { workspace, store: join(own, 'scripted-agent'), flags: ['--isolation', 'uid'] }
    }
  }
  mkdirSync(beside.workspace, { recursive: true, mode: 0o700 })
  return { ...beside, flags: ['--isolation', choice.isolation === 'uid' ? 'none' : 'best'] }
}
