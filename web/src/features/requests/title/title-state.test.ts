import type { DeliveryState, RequestStatus } from '@foyer/contract/requests/requests'
import type { SeasonStatus, StatusResponse } from '@foyer/contract/title-statuses'
import { describe, expect, it } from 'vitest'
import { titleState } from './title-state.ts'

const answer = (status: RequestStatus, more: Partial<StatusResponse> = {}): StatusResponse => ({
  status,
  progress: 0,
  status_known: true,
  ...more,
})
const season = (season_number: number, status: RequestStatus, files = 0): SeasonStatus => ({
  season_number,
  status,
  progress: 0,
  episode_count: 8,
  episode_file_count: files,
  monitored: status === 'requested',
})
const listed = [1, 2, 3].map(season_number => ({
  season_number,
  name: `Season ${season_number}`,
  episode_count: 8,
}))
const delivery = (state: DeliveryState['state']): DeliveryState => ({
  request_id: 1,
  state,
  attempts: 0,
  message: '',
  can_manage: false,
  can_cancel: true,
})

describe('the button of a title', () => {
  it.each([
    ['unavailable', 'first'],
    ['denied', 'again'],
    ['pending', null],
    ['requested', null],
    ['downloading', null],
    ['available', null],
  ] as const)('a movie that is %s asks: %s', (status, ask) => {
    expect(titleState({ answer: answer(status) })).toMatchObject({ status, ask })
  })

  it('is disabled while the status is unknown, and says why', () => {
    const unknown = answer('unavailable', {
      status_known: false,
      status_unknown_reason: 'identity_ambiguous',
    })
    expect(titleState({ answer: unknown })).toMatchObject({
      ask: null,
      blocked: 'identity_ambiguous',
    })
    // The saved request is known even then.
    const saved = answer('pending', { status_known: false, status_unknown_reason: 'library_unavailable' })
    expect(titleState({ answer: saved, seasons: listed })).toMatchObject({
      status: 'pending',
      ask: null,
    })
  })

  it('names the one season that is missing', () => {
    const seasons = [season(1, 'available', 8), season(2, 'available', 8), season(3, 'unavailable')]
    const state = titleState({
      answer: answer('partial', { seasons }),
      seasons: listed,
    })
    expect(state).toMatchObject({ ask: 'season', season: 3, facts: { have: 16, total: 24 } })
  })

  it('offers more while several are missing, beside a request that is under way', () => {
    const seasons = [season(1, 'requested'), season(2, 'unavailable'), season(3, 'unavailable')]
    const known = { seasons: listed }
    expect(titleState({ ...known, answer: answer('requested', { seasons }) })).toMatchObject({ ask: 'more' })
    const waiting = answer('pending', { seasons, delivery: [delivery('approval')] })
    expect(titleState({ ...known, answer: waiting })).toMatchObject({ ask: null, more: true })
    const done = answer('requested', { seasons, delivery: [delivery('complete')] })
    expect(titleState({ ...known, answer: done })).toMatchObject({ ask: 'more', more: false })
  })
})
