import { expect, it } from 'vitest'
import { createSlots } from './slots.ts'

const { signal } = new AbortController()

it('admits as many as there are slots, and the others in their order', async () => {
  const slots = createSlots(2)
  const inside: number[] = []
  const enter = async (name: number) => {
    await slots.enter(signal)
    inside.push(name)
  }
  const all = [1, 2, 3, 4].map(enter)
  await Promise.all(all.slice(0, 2))
  expect(inside).toEqual([1, 2])
  slots.leave()
  await all[2]
  expect(inside).toEqual([1, 2, 3])
  slots.leave()
  await all[3]
  expect(inside).toEqual([1, 2, 3, 4])
})

it('loses no slot to a caller that leaves while it waits', async () => {
  const slots = createSlots(1)
  const leaving = new AbortController()
  await slots.enter(signal)
  const waiting = slots.enter(leaving.signal)
  leaving.abort(new Error('left'))
  await expect(waiting).rejects.toThrow('left')
  const late = new AbortController()
  const given = slots.enter(late.signal)
  late.abort(new Error('left'))
  slots.leave()
  await expect(given).rejects.toThrow('left')
  await slots.enter(signal)
})
