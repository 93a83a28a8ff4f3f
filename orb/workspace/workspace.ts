import type { Launch, Provider } from '../harness/provider.ts'

/** Where an agent works, and how what it may have written is looked at. */
export interface Workspace {
  /** Its folder and its environment; the command is not run. */
  readonly agent: Launch
  readonly provider: Provider
  /** A folder for git's own files, which programs that run as the agent may write. Made when it is needed. */
  readonly scratch: string
  /** Folders that nobody is shown, wherever they lie: the keys of this installation. */
  readonly hidden: readonly string[]
}
