import type { DeliveryState } from '@foyer/contract/requests/requests'
import type { TvMatch } from '@foyer/contract/tv-matches/tv-match'
import { describe, expect, it } from 'vitest'
import { presentSibling, presentStatus } from './answer-rules.ts'
import type { SavedRow } from './saved-rows.ts'
import type { LiveSeries } from '../live/live-status.ts'

const delivery = (state: DeliveryState['state']): DeliveryState => ({
  request_id: 12,
  state,
  attempts: 0,
  message: 'Saved',
  can_manage: true,
  can_cancel: true,
})
const row = (state: DeliveryState['state'], change: Partial<SavedRow> = {}): SavedRow => ({
  request_id: 12,
  decision: 'approved',
  delivery: [delivery(state)],
  ...change,
})
const absent = { known: true, status: 'unavailable', progress: 0 } as const
const unread = { known: false, reason: 'library_unavailable' } as const

describe('the status response (1/4.6)', () => {
  it('shows the caller’s newest row beside what the library says', () => {
    expect(presentStatus({ live: absent }, row('approval', { decision: 'pending' }), 'in_a')).toEqual({
      status: 'pending',
      progress: 0,
      status_known: true,
      instance_id: 'in_a',
      request_id: 12,
      delivery: [delivery('approval')],
    })
  })

  it('lays it over a library that is silent too, and still says that nothing is known', () => {
    expect(presentStatus({ live: unread }, row('retry'), 'in_a')).toMatchObject({
      status: 'requested',
      status_known: false,
      status_unknown_reason: 'library_unavailable',
    })
  })

  it('C5 leaves a cancelled row out', () => {
    const cancelled = row('cancelled', { decision: 'cancelled' })
    expect(presentStatus({ live: absent }, cancelled, 'in_a')).toEqual({
      status: 'unavailable',
      progress: 0,
      status_known: true,
      instance_id: 'in_a',
    })
  })

  it('shows why a title was denied by its row', () => {
    const denied = row('cancelled', { decision: 'denied' })
    expect(presentStatus({ live: absent }, denied, 'in_a')).toMatchObject({
      status: 'denied',
      request_id: 12,
    })
  })

  it('marks the seasons that were asked for and are not there, and no other', () => {
    const season = { progress: 0, episode_count: 8, episode_file_count: 0, monitored: false }
    const live: LiveSeries = {
      known: true,
      status: 'partial',
      progress: 30,
      series_id: 5,
      seasons: [
        { ...season, season_number: 1, status: 'available' },
        { ...season, season_number: 2, status: 'unavailable' },
        { ...season, season_number: 3, status: 'unavailable' },
      ],
    }
    const saved = row('approval', { decision: 'pending', seasons: [1, 2] })
    const answer = presentStatus({ live }, saved, 'in_a')
    expect(answer.status).toBe('partial')
    expect(answer.seasons?.map(one => one.status)).toEqual(['available', 'pending', 'unavailable'])
  })

  it('names the library’s series in the match when it has one, and a former one never', () => {
    const match: TvMatch = {
      tmdb_id: 1,
      tvdb_id: 2,
      season_map: { 1: 1 },
      provenance: 'metadata',
      revision: '0f3a9c0f3a9c0f3a9c0f3a9c',
      state: 'resolved',
      series_id: 99,
    }
    const there: LiveSeries = { known: true, status: 'requested', progress: 0, series_id: 5, seasons: [] }
    expect(presentStatus({ live: there, match }, undefined, 'in_a').match?.series_id).toBe(5)
    const gone: LiveSeries = { ...absent, seasons: [] }
    expect(presentStatus({ live: gone, match }, undefined, 'in_a').match).not.toHaveProperty('series_id')
  })
})

describe('a sibling library (1:4.6)', () => {
  it('says of shows always whether it is known, of movies only when it is not', () => {
    expect(presentSibling('tv', absent, undefined)).toEqual({ status: 'unavailable', status_known: true })
    expect(presentSibling('movie', absent, undefined)).toEqual({ status: 'unavailable' })
    expect(presentSibling('movie', unread, undefined)).toEqual({
      status: 'unavailable',
      status_known: false,
    })
    expect(presentSibling('movie', absent, row('queued'))).toEqual({ status: 'requested' })
  })
})
