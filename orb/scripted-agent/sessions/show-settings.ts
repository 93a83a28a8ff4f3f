import type { Runtime } from '../turns/runtime.ts'
import { sendUpdate } from '../turns/turn.ts'
import type { SessionRecord } from './record.ts'
import { availableCommands } from './commands.ts'
import { configOptions } from './settings.ts'

/** Keeps a changed record and tells the client the mode and the settings that hold now. */
export async function showSettings(runtime: Runtime, record: SessionRecord): Promise<void> {
  runtime.store.save(record)
  const options = configOptions(record, runtime.capabilities)
  await sendUpdate(runtime, record.sessionId, { sessionUpdate: 'current_mode_update', currentModeId: record.modeId })
  await sendUpdate(runtime, record.sessionId, { sessionUpdate: 'config_option_update', configOptions: options })
}

/** Tells the client which slash commands there are. */
export async function showCommands(runtime: Runtime, sessionId: string): Promise<void> {
  await sendUpdate(runtime, sessionId, {
    sessionUpdate: 'available_commands_update',
    availableCommands: availableCommands(),
  })
}
