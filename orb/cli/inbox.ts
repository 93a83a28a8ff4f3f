import { Inbox } from '../../shared/http/api.ts'
import { shownBriefly } from '../device/terminal-text.ts'
import { ago } from './grant-words.ts'
import { INBOX_HELP } from './help/approvals.ts'
import { DEVICE_FLAGS, ownClient } from './own-device.ts'
import { say, sayJson } from './terminal.ts'
import { readFlags } from './usage.ts'

/** `perigee inbox`: what waits for an answer of this device's person, the oldest first. */
export async function inbox(args: readonly string[]): Promise<number> {
  const values = readFlags(args, DEVICE_FLAGS, 'inbox')
  if (values['help'] === true) {
    process.stdout.write(INBOX_HELP)
    return 0
  }
  const { client } = await ownClient(values)
  const { approvals } = await client.get('/api/approvals', Inbox)
  if (values['json'] === true) {
    for (const approval of approvals) sayJson(approval)
    return 0
  }
  if (approvals.length === 0) say('Nothing waits for you.')
  for (const { orbId, request } of approvals) {
    const title = request.toolCall?.command ?? request.toolCall?.title ?? request.question?.message ?? ''
    const asked = request.asked === 'question' ? 'question' : request.risk
    const parts = [
      request.approvalId,
      asked,
      shownBriefly(title, 70),
      `orb ${shownBriefly(orbId)}`,
      ago(request.raisedAt, Date.now()),
    ]
    say(parts.join('  '))
  }
  if (approvals.length > 0) say('\n"perigee approve ID" shows exactly what would run, and asks.')
  return 0
}
