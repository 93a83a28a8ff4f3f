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
  const delivery = createDelivery({
    send: (each) => sent.push(each.cmdSeq),
    isBehind: false,
    onceRead: () => undefined,
  })
  delivery.offer(command(5))
  delivery.offer(command(6))
  expect(sent).toEqual([])
  delivery.start([command(3), command(5)])
  delivery.offer(command(6))
  delivery.offer(command(7))
  expect(sent).toEqual([3, 5, 6, 7])
})

test('a slow reader gets the rest when it has read, in order', () => {
  const sent: number[] = []
  const waiting: (() => void)[] = []
  const way = {
    send: (each: LinkCommand) => sent.push(each.cmdSeq),
    get isBehind() {
      return sent.length % 2 === 0 && sent.length > 0 && waiting.length === 0
    },
    onceRead: (listener: () => void) => waiting.push(listener),
  }
  const delivery = createDelivery(way)
  delivery.start([1, 2, 3].map(command))
  expect(sent).toEqual([1, 2])
  waiting[0]?.()
  expect(sent).toEqual([1, 2, 3])
  delivery.offer(command(4))
  expect(sent).toEqual([1, 2, 3, 4])
})
