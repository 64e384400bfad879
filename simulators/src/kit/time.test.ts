import { expect, it } from 'vitest'
import { createSimClock, createTimeline, isoSecond } from './time.ts'

it('runs due timers in order, each at its own time', () => {
  const clock = createSimClock(() => 0)
  const timeline = createTimeline(clock)
  const seen: string[] = []
  timeline.after(2000, () => seen.push(`b ${timeline.now()}`))
  timeline.after(1000, () => {
    seen.push(`a ${timeline.now()}`)
    timeline.after(500, () => seen.push(`after a ${timeline.now()}`))
  })
  const cancel = timeline.after(1800, () => seen.push('never'))
  cancel()
  clock.advance(10_000)
  timeline.settle()
  expect(seen).toEqual(['a 1000', 'after a 1500', 'b 2000'])
  expect(timeline.now()).toBe(10_000)
})

it('does not run timers that are not due yet', () => {
  const clock = createSimClock(() => 0)
  const timeline = createTimeline(clock)
  let ran = false
  timeline.after(1000, () => {
    ran = true
  })
  clock.advance(999)
  timeline.settle()
  expect(ran).toBe(false)
})

it('writes times without fractions of a second', () => {
  expect(isoSecond(Date.parse('2026-03-01T10:00:00.789Z'))).toBe('2026-03-01T10:00:00Z')
})
