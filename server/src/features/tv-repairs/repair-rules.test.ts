import type { TvMatch } from '@foyer/contract/tv-matches/tv-match'
import { describe, expect, it } from 'vitest'
import { judgeRepair, type RepairCase, type RepairableRequest, targetBy } from './repair-rules.ts'

const match = (tvdb_id: number, season_map: Record<string, number> = { '1': 1, '2': 2 }): TvMatch => ({
  tmdb_id: 1,
  tvdb_id,
  season_map,
  provenance: 'custom',
  revision: 'a'.repeat(24),
  state: 'resolved',
})
const paused: TvMatch = { ...match(5), state: 'paused', message: 'It is paused.' }
const request = (seen: TvMatch | null, change: Partial<RepairableRequest> = {}): RepairableRequest => ({
  decision: 'approved',
  seasons: [1, 2],
  season_scope: 'all',
  match: seen,
  ...change,
})

describe('where a request goes (1/4.7)', () => {
  it('names the seasons of both sides', () => {
    expect(targetBy(match(5, { '1': 4, '2': 3 }), request(null, { season_scope: 'pilot' }))).toEqual({
      match: match(5, { '1': 4, '2': 3 }),
      source_seasons: [1, 2],
      target_seasons: [3, 4],
      pilot: true,
    })
  })

  it.each([
    ['no match', null],
    ['a paused one', paused],
    ['one without a series', { ...match(5), tvdb_id: undefined }],
  ])('is nowhere by %s', (_name, seen) => {
    expect(targetBy(seen, request(null))).toBeNull()
  })
})

describe('whether a request can be repaired (1:4.7)', () => {
  const moved: RepairCase = { request: request(match(5)), intended: match(6), repair: null }

  it.each<[string, RepairCase, Partial<ReturnType<typeof judgeRepair>>]>([
    ['another series', moved, { can_repair: true }],
    ['other seasons', { ...moved, intended: match(5, { '1': 2, '2': 3 }) }, { can_repair: true }],
    ['an unknown target', { ...moved, request: request(null) }, { can_repair: true, recorded_target: null }],
    ['accepted while paused', { ...moved, request: request(paused) }, { can_repair: true }],
    ['the same target', { ...moved, intended: match(5) }, { can_repair: false, is_repaired: false }],
    ['repaired already', { ...moved, repair: request(match(6)) }, { can_repair: false, is_repaired: true }],
    ['matched again since', { ...moved, repair: request(match(7)) }, { can_repair: true }],
    [
      'matched back to the first since',
      { ...moved, intended: match(5), repair: request(match(6)) },
      { can_repair: true },
    ],
    ['paused now', { ...moved, intended: paused }, { can_repair: false, message: 'It is paused.' }],
    ['a library that is gone', { ...moved, intended: null }, { can_repair: false, intended_target: null }],
    [
      'a season without a place',
      { ...moved, intended: match(6, { '1': 1 }) },
      { can_repair: false, message: expect.stringContaining('2') },
    ],
    [
      'one that waits for approval',
      { ...moved, request: request(match(5), { decision: 'pending' }) },
      { can_repair: false, requires_approval: true },
    ],
    [
      'one that was denied',
      { ...moved, request: request(match(5), { decision: 'denied' }) },
      { can_repair: false, requires_approval: false },
    ],
  ])('%s', (_name, found, verdict) => {
    expect(judgeRepair(found)).toMatchObject(verdict)
  })
})
