import { describe, expect, it } from 'vitest'
import { createTestClock } from '#test/test-clock.ts'
import { CEREMONY_MS, createCeremonies } from './ceremonies.ts'

const ceremony = (owner: string) => ({
  rp_id: 'localhost',
  origins: ['http://localhost'],
  challenge: 'c',
  owner,
})

describe('ceremonies under way (1/4.1)', () => {
  it('are taken once, by their owner alone', () => {
    const open = createCeremonies(createTestClock())
    const id = open.begin(ceremony('user 1'))
    expect(open.take(id, 'user 2')).toBeUndefined()
    expect(open.take(id, 'user 1')).toMatchObject({ challenge: 'c' })
    expect(open.take(id, 'user 1')).toBeUndefined()
    expect(open.take('pc_unknown', 'user 1')).toBeUndefined()
  })

  it('end after five minutes', () => {
    const clock = createTestClock()
    const open = createCeremonies(clock)
    const [one, two] = [open.begin(ceremony('a')), open.begin(ceremony('a'))]
    clock.advance(CEREMONY_MS - 1)
    expect(open.take(one, 'a')).toBeDefined()
    clock.advance(1)
    expect(open.take(two, 'a')).toBeUndefined()
  })

  it('are bounded: a flood drops the oldest and never the newest', () => {
    const open = createCeremonies(createTestClock())
    const ids = Array.from({ length: 10_001 }, () => open.begin(ceremony('a')))
    expect(open.take(ids[0] ?? '', 'a')).toBeUndefined()
    expect(open.take(ids[1] ?? '', 'a')).toBeDefined()
    expect(open.take(ids.at(-1) ?? '', 'a')).toBeDefined()
  })
})
