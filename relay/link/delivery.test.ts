import { expect, test } from 'vitest'
import type { LinkCommand } from '../../shared/commands/commands.ts'
import { createDelivery } from './delivery.ts'

const by = { personId: 'me', personName: 'You', deviceId: 'd', deviceName: 'Phone' }
const command = (cmdSeq: number): LinkCommand => ({
  commandId: 'c' + cmdSeq,
  cmdSeq,
  generation: 1,
  fence: 0,
  at: 0,
  by,
  command: { kind: 'stop' },
})

test('what is offered before the backlog comes after it, and nothing twice', () => {
  const sent: number[] = []
  const delivery = createDelivery((each) => sent.push(each.cmdSeq))
  delivery.offer(command(5))
  delivery.offer(command(6))
  expect(sent).toEqual([])
  delivery.start([command(3), command(5)])
  delivery.offer(command(6))
  delivery.offer(command(7))
  expect(sent).toEqual([3, 5, 6, 7])
})
