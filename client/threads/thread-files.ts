import { untrack } from 'solid-js'
import { createAttachments, type Attachments } from '../composer/attachments/attachments.ts'
import type { SharedFiles } from '../composer/attachments/draft-files.ts'
import { useApp } from '../devices/app-context.ts'
import { useShared } from '../share/use-shared.ts'
import { createAddToDraft } from './add-to-draft.ts'
import type { ThreadPaneProps } from './thread-pane.tsx'

/**
 * The files of a thread's composer and what was shared with the app, where the page's address asks for it. `shared`:
 * what the devices of the desk tell each other; null where the draft is this device's alone.
 */
export function createThreadFiles(props: ThreadPaneProps, shared: SharedFiles | null): Attachments {
  const { session } = useApp()
  // The page is remade for another thread.
  const files = createAttachments({
    orbId: untrack(() => props.orbId),
    threadId: untrack(() => props.threadId),
    device: { deviceId: session.deviceId, deviceName: session.deviceName },
    connected: () => props.orb.status().state === 'live',
    agent: () => {
      const orb = props.orb.data.orb
      const takes = orb?.takes ?? null
      return orb === null || takes === null ? null : { name: orb.harness.name, takes }
    },
    shared,
  })
  const addToDraft = createAddToDraft(props)
  useShared((given) => {
    if (given.text !== '') addToDraft(given.text)
    void files.add(given.files)
  })
  return files
}
