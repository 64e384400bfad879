import type { TvMatch } from '@foyer/contract/tv-matches/tv-match'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ShelfEpisode, ShelfSeries } from '#ports/courier-series.ts'
import { chooseTarget, nextCheckMs, planSeasons } from './tv-rules.ts'

const NOW = new Date('2026-11-15T09:00:00.000Z')
const PAST = '2026-01-01T00:00:00Z'
const FUTURE = '2027-01-01T00:00:00Z'

const MATCH: TvMatch = {
  tmdb_id: 1,
  tvdb_id: 2,
  season_map: { 1: 4, 2: 5 },
  provenance: 'custom',
  revision: 'a'.repeat(24),
  state: 'resolved',
}

describe('what of the library is meant (C13, 1:4.8.2)', () => {
  const other = { ...MATCH, revision: 'b'.repeat(24) }
  it.each<[string, TvMatch | null, TvMatch, number[], object]>([
    ['the accepted target', MATCH, MATCH, [2, 1], { target: { tvdb_id: 2, seasons: [4, 5] } }],
    ['a target found since', null, MATCH, [1], { target: { tvdb_id: 2, seasons: [4] } }],
    [
      'one that was paused when it was accepted',
      { ...other, state: 'paused' },
      MATCH,
      [1],
      { target: { tvdb_id: 2, seasons: [4] } },
    ],
    [
      'the same target, paused and resumed meanwhile',
      MATCH,
      other,
      [1],
      { target: { tvdb_id: 2, seasons: [4] } },
    ],
    [
      'a season that was mapped meanwhile',
      { ...MATCH, season_map: { 1: 4 } },
      other,
      [1, 2],
      { target: { tvdb_id: 2, seasons: [4, 5] } },
    ],
    ['another series', MATCH, { ...other, tvdb_id: 3 }, [1], { outcome: { attention: 'tv_match_changed' } }],
    [
      'another season',
      MATCH,
      { ...other, season_map: { 1: 7 } },
      [1],
      { outcome: { attention: 'tv_match_changed' } },
    ],
    [
      'a season that is no longer mapped',
      MATCH,
      { ...other, season_map: {} },
      [1],
      { outcome: { attention: 'tv_match_changed' } },
    ],
    ['a pause', MATCH, { ...other, state: 'paused' }, [1], { outcome: { attention: 'tv_match_paused' } }],
    [
      'nothing',
      MATCH,
      { ...other, state: 'unresolved' },
      [1],
      { outcome: { attention: 'tv_match_ambiguous' } },
    ],
    ['no such season', MATCH, MATCH, [1, 3], { outcome: { attention: 'tv_seasons_unmapped' } }],
  ])('%s', (_name, accepted, current, seasons, expected) => {
    expect(chooseTarget(accepted, current, seasons)).toMatchObject(expected)
  })
})

const series = (seasons: Record<number, boolean>, monitored = true): ShelfSeries => ({
  record_id: 1,
  monitored,
  is_settling: false,
  seasons: Object.entries(seasons).map(([number, on]) => ({ season_number: Number(number), monitored: on })),
})
let lastId = 0
const episode = (season_number: number, more: Partial<ShelfEpisode> = {}): ShelfEpisode => ({
  record_id: (lastId += 1),
  season_number,
  episode_number: 1,
  has_file: false,
  monitored: true,
  airs_at: PAST,
  ...more,
})

describe('what is left to do for seasons of a series that is there', () => {
  it.each<[string, ShelfSeries, ShelfEpisode[], object]>([
    ['nothing known', series({}), [], { unknown: [1], open: [] }],
    [
      'missing and unwanted',
      series({ 1: false }),
      [episode(1, { monitored: false })],
      { open: [1], episode_ids: [] },
    ],
    ['missing and wanted', series({ 1: true }), [episode(1)], { open: [], status: 'requested' }],
    [
      'wanted in a series that is off',
      series({ 1: true }, false),
      [episode(1)],
      { open: [1], episode_ids: [] },
    ],
    [
      'all there, nothing to come',
      series({ 1: false }),
      [episode(1, { has_file: true, monitored: false })],
      { open: [], available: [1], status: 'available' },
    ],
    [
      'all there so far, more to come and unwanted',
      series({ 1: false }),
      [episode(1, { has_file: true }), episode(1, { airs_at: FUTURE, monitored: false })],
      { open: [1], available: [1], status: 'available' },
    ],
    [
      'no date at all',
      series({ 1: true }),
      [episode(1, { airs_at: null })],
      { open: [], status: 'requested' },
    ],
    [
      'some there',
      series({ 1: true }),
      [episode(1, { has_file: true }), episode(1)],
      { open: [], available: [], status: 'partial' },
    ],
    ['a season without episodes yet', series({ 1: false }), [], { unknown: [], open: [1] }],
  ])('%s', (_name, shelf, episodes, expected) => {
    expect(planSeasons(shelf, episodes, [1], NOW)).toMatchObject(expected)
  })

  it('reaches unticked episodes of a season that is on, and only those', () => {
    const unticked = episode(1, { monitored: false })
    const plan = planSeasons(series({ 1: true }), [episode(1), unticked], [1], NOW)
    expect(plan).toMatchObject({ open: [1], episode_ids: [unticked.record_id] })
  })

  it('never opens a season that was not asked for, nor one that is wanted in full', () => {
    const anEpisode = fc.record({
      record_id: fc.nat(),
      season_number: fc.nat(3),
      episode_number: fc.nat(9),
      has_file: fc.boolean(),
      monitored: fc.boolean(),
      airs_at: fc.constantFrom(null, PAST, FUTURE),
    })
    const flags = fc.dictionary(fc.constantFrom('0', '1', '2', '3'), fc.boolean())
    fc.assert(
      fc.property(
        fc.array(anEpisode),
        flags,
        fc.boolean(),
        fc.uniqueArray(fc.nat(3)),
        (all, on, isOn, wanted) => {
          const plan = planSeasons(series(on, isOn), all, wanted, NOW)
          expect(plan.open.every(number => wanted.includes(number))).toBe(true)
          expect(plan.open.some(number => plan.unknown.includes(number))).toBe(false)
          for (const id of plan.episode_ids) {
            expect(all.some(one => one.record_id === id && plan.open.includes(one.season_number))).toBe(true)
          }
          const full = wanted.filter(
            number => isOn && on[number] && all.every(one => one.season_number !== number || one.monitored),
          )
          expect(plan.open.filter(number => full.includes(number))).toEqual([])
        },
      ),
    )
  })
})

it('a manager that is busy is left alone for as long again as it has taken', () => {
  const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000).toISOString()
  expect([null, ago(3), ago(40), ago(4000)].map(since => nextCheckMs(since, NOW))).toEqual([
    10_000, 10_000, 40_000, 300_000,
  ])
})
