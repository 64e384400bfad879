import { describe, expect, it } from 'vitest'
import { type FoundTitle, isShown, newestOfAll } from './latest-rules.ts'

const found = (of: Partial<FoundTitle>): FoundTitle => ({
  kind: 'movie',
  item_id: '1',
  server_id: 's',
  title: 'Paper Lanterns',
  tmdb_id: 1,
  added_at: '2026-11-01T10:00:00.000Z',
  instance_id: 'attic',
  ...of,
})
const { tmdb_id: _, ...without_id } = found({})

describe('who sees a new title', () => {
  const isBookNamed = (title: string) => title === 'Hidden'
  const adult = { is_limited: false, isAllowed: () => true, hidden: [], isBookNamed }
  const kid = {
    is_limited: true,
    isAllowed: ({ tmdb_id }: { tmdb_id: number }) => tmdb_id === 1,
    hidden: [],
    isBookNamed,
  }

  it('an adult sees all of them, but for hidden titles and hidden kinds', () => {
    expect([found({}), without_id, found({ kind: 'book' })].every(one => isShown(one, adult))).toBe(true)
    expect(isShown(found({}), { ...adult, isAllowed: () => false })).toBe(false)
    expect(isShown(found({ kind: 'book' }), { ...adult, hidden: ['book'] })).toBe(false)
    expect(isShown(found({ kind: 'book', title: 'Hidden' }), adult)).toBe(false)
  })

  it('a kids account sees what its limits let through, and nothing that cannot be judged', () => {
    expect(isShown(found({}), kid)).toBe(true)
    expect(isShown(found({ tmdb_id: 2 }), kid)).toBe(false)
    expect(isShown(without_id, kid)).toBe(false)
    expect(isShown(found({ kind: 'book' }), kid)).toBe(false)
  })
})

it('the newest of all servers, each title once, from where it is newest', () => {
  const newer = found({ instance_id: 'cellar', added_at: '2026-11-02T10:00:00.000Z' })
  const other = { ...without_id, item_id: '2' }
  expect(newestOfAll([found({}), other, newer], 20)).toEqual([newer, other])
  expect(newestOfAll([found({}), other, newer], 1)).toEqual([newer])
  // The ids of one server say nothing about another.
  expect(newestOfAll([without_id, { ...without_id, instance_id: 'cellar' }], 20)).toHaveLength(2)
})
