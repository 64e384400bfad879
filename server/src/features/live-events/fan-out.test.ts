import { describe, expect, test } from 'vitest'
import { createFanOut } from './fan-out.ts'
import type { EventStream, Person } from './open-streams.ts'

const nextTurn = () => new Promise(resolve => setImmediate(resolve))

function personWith(streams: number): Person {
  const all = Array.from({ length: streams }, () => ({}) as EventStream)
  return { devices: new Map([['device', new Set(all)]]) } as unknown as Person
}

describe('fan-out to many streams (C70)', () => {
  test.each([
    { name: 'one call for all people', calls: [Array.from({ length: 100 }, () => personWith(30))] },
    { name: 'a call for each person', calls: Array.from({ length: 100 }, () => [personWith(30)]) },
  ])('leaves room for requests between its turns: $name', async ({ calls }) => {
    const fanOut = createFanOut()
    const written: EventStream[] = []
    for (const people of calls) fanOut(people, stream => written.push(stream))
    expect(written).toHaveLength(100)
    await nextTurn()
    expect(written).toHaveLength(200)
    while (written.length < 3000) await nextTurn()
    await nextTurn()
    expect(written).toHaveLength(3000)
  })

  test('keeps the order of the calls, and does few streams at once', async () => {
    const fanOut = createFanOut()
    const seen: string[] = []
    fanOut([personWith(1)], () => seen.push('first'))
    expect(seen).toEqual(['first'])
    fanOut([personWith(150)], () => seen.push('many'))
    fanOut([personWith(1)], () => seen.push('last'))
    while (seen.length < 152) await nextTurn()
    expect(seen.at(-1)).toBe('last')
  })
})
