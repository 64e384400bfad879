import type { TvMatchDetail } from '@foyer/contract/tv-matches/tv-matches'
import { describe, expect, it } from 'vitest'
import { draftOf, isChanged, unmatched, withSeason, withSeries } from './match-draft.ts'

const DETAIL: TvMatchDetail = {
  match: {
    tmdb_id: 1,
    tvdb_id: 5,
    target_title: 'Monster',
    season_map: { '1': 2 },
    provenance: 'bundled',
    revision: '0'.repeat(24),
    state: 'resolved',
  },
  source_seasons: [{ season_number: 1, name: 'Season 1', episode_count: 10 }],
  target_seasons: [0, 1, 2].map(season_number => ({
    season_number,
    monitored: false,
    episode_count: 0,
    episode_file_count: 0,
  })),
}
const series = { tvdb_id: 6, title: 'Other', seasons: [0, 1, 3] }

describe('a match in the form', () => {
  it('starts with the current match', () => {
    const draft = draftOf(DETAIL)
    expect(draft).toEqual({ tvdb_id: 5, title: 'Monster', seasons: [0, 1, 2], map: { '1': 2 } })
    expect(isChanged(draft, DETAIL)).toBe(false)
  })

  it('is empty while there is no match', () => {
    const { tvdb_id: _, target_title: __, ...match } = DETAIL.match
    const lost = { ...DETAIL, match: { ...match, season_map: {} }, target_seasons: [] }
    expect(draftOf(lost)).toEqual({ tvdb_id: null, title: '', seasons: [], map: {} })
  })

  it('takes the seasons of another series by their numbers, as far as there are any', () => {
    const draft = withSeries(series, [1, 2, 3])
    expect(draft.map).toEqual({ '1': 1, '3': 3 })
    expect(unmatched(draft, [1, 2, 3])).toEqual([2])
    expect(isChanged(draft, DETAIL)).toBe(true)
  })

  it('changes one season, removes it, and detects when nothing is changed', () => {
    const moved = withSeason(draftOf(DETAIL), 1, 0)
    expect([moved.map, isChanged(moved, DETAIL)]).toEqual([{ '1': 0 }, true])
    const out = withSeason(moved, 1, null)
    expect([out.map, isChanged(out, DETAIL), unmatched(out, [1])]).toEqual([{}, true, [1]])
    expect(isChanged(withSeason(out, 1, 2), DETAIL)).toBe(false)
  })
})
