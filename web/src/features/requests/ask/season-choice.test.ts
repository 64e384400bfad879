import type { SeasonStatus } from '@foyer/contract/title-statuses'
import { describe, expect, it } from 'vitest'
import { type Draft, seasonChoices, seasonRuns, seasonsOf, selectionOf } from './season-choice.ts'

const season = (season_number: number, air_date?: string) => ({
  season_number,
  name: `Season ${season_number}`,
  episode_count: 8,
  air_date,
})
const status = (season_number: number, word: SeasonStatus['status'], monitored = false): SeasonStatus => ({
  season_number,
  status: word,
  progress: 0,
  episode_count: 8,
  episode_file_count: 0,
  monitored,
})

describe('seasons of a show', () => {
  const choices = seasonChoices(
    [season(2, '2024-01-01'), season(0), season(1, '2023-01-01'), season(3, '2030-01-01')],
    [status(1, 'available'), status(2, 'partial', true), status(3, 'unavailable')],
  )

  it('leaves out specials and marks available seasons', () => {
    expect(choices.map(one => [one.season_number, one.settled])).toEqual([
      [1, true],
      [2, true],
      [3, false],
    ])
    expect(seasonChoices([season(1)], [status(1, 'partial')])[0]?.settled).toBe(false)
  })

  it('resolves a scope to seasons', () => {
    const of = (scope: Draft['scope']) => seasonsOf(scope, choices, '2026-11-15')
    expect(of('all')).toEqual([1, 2, 3])
    expect(of('first')).toEqual([1])
    expect(of('pilot')).toEqual([1])
    expect(of('latest')).toEqual([2])
    expect(seasonsOf('latest', [], '2026-11-15')).toEqual([])
  })

  it('writes numbers as ranges', () => {
    expect(seasonRuns([5, 1, 2, 3])).toBe('1–3, 5')
    expect(seasonRuns([])).toBe('')
  })
})

describe('1/4.6 the selection', () => {
  const show = { media_type: 'tv', tmdb_id: 1399, name: 'Thrones' } as const
  const draft: Draft = {
    instance_id: 'sonarr',
    scope: 'some',
    seasons: [2],
    quality_profile_id: 4,
    on_behalf_of: undefined,
  }

  it('sends seasons instead of a scope', () => {
    const all = { can_choose_season: true, can_choose_quality: true }
    expect(selectionOf(show, draft, all)).toEqual({
      media_type: 'tv',
      tmdb_id: 1399,
      title: 'Thrones',
      instance_id: 'sonarr',
      seasons: [2],
      quality_profile_id: 4,
    })
    expect(selectionOf(show, { ...draft, scope: 'latest' }, all)).toMatchObject({ season_scope: 'latest' })
  })

  it('leaves out options the caller may not choose', () => {
    const none = { can_choose_season: false, can_choose_quality: false }
    expect(selectionOf(show, { ...draft, on_behalf_of: 7 }, none)).toEqual({
      media_type: 'tv',
      tmdb_id: 1399,
      title: 'Thrones',
      instance_id: 'sonarr',
      on_behalf_of: 7,
    })
  })
})
