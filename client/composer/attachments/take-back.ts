import { api } from '../../platform/api.ts'

/**
 * Tells the relay that a file which it has was removed from a draft. It keeps what a prompt names; what it does not
 * hear of it keeps, too, and that harms nothing but its disk. Never throws.
 */
export async function takeBack(orbId: string, threadId: string, sha256: string): Promise<void> {
  await api('DELETE', `/api/orbs/${orbId}/attachments/${sha256}?thread=${threadId}`).catch(() => undefined)
}
