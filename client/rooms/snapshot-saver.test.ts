import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CLOSE } from '../../shared/codes/close-codes.ts'
import { laggingSaver, type LaggingSaver } from './snapshot-saver.ts'

const REFUSED = { state: 'refused', code: CLOSE.forbidden.code } as const

let shown: string
let kept: string[]
let saver: LaggingSaver

beforeEach(() => {
  vi.useFakeTimers()
  shown = 'nothing'
  kept = []
  saver = laggingSaver(
    () => (shown === 'nothing' ? null : shown),
    (taken) => kept.push(taken),
  )
})
afterEach(() => {
  vi.useRealTimers()
})

function show(text: string): void {
  shown = text
  saver.changed()
}

describe('what was seen of a room', () => {
  test('is written once for many changes, with the newest of them', () => {
    for (let at = 1; at <= 20; at++) show(`word ${at}`)
    expect(kept).toEqual([])
    vi.runAllTimers()
    expect(kept).toEqual(['word 20'])
  })

  test('of the last seconds is written when the page is hidden or left, and not twice', () => {
    show('the last words')
    saver.flush()
    expect(kept).toEqual(['the last words'])
    saver.flush()
    vi.runAllTimers()
    expect(kept).toEqual(['the last words'])
  })

  test('is not written after the relay has taken the right to see it, and again once it is given back', () => {
    show('not for these eyes')
    saver.status(REFUSED)
    saver.flush()
    saver.changed()
    saver.status({ state: 'catching-up' })
    saver.changed()
    saver.flush()
    vi.runAllTimers()
    expect(kept).toEqual([])
    shown = 'for these eyes again'
    saver.status({ state: 'live' })
    vi.runAllTimers()
    expect(kept).toEqual(['for these eyes again'])
  })

  test('is not written over by nothing', () => {
    show('nothing')
    vi.runAllTimers()
    expect(kept).toEqual([])
  })
})
