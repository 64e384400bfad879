import type { SeasonStatus } from '@foyer/contract/title-statuses'
import { describe, expect, it } from 'vitest'
import { scopeSeries } from './scope-rules.ts'
import type { LiveStatus, LiveSeries } from '../live/live-status.ts'

const season = (season_number: number, status: LiveStatus, files = 0, aired = 8): SeasonStatus => ({
  season_number,
  status,
  progress: status === 'downloading' ? 40 : 0,
  episode_count: aired,
  episode_file_count: files,
  monitored: true,
})
const show = (...seasons: SeasonStatus[]): LiveSeries => ({
  known: true,
  status: 'partial',
  progress: 10,
  seasons,
})

describe('the seasons that a request asked for', () => {
  const whole = show(season(1, 'available', 8), season(2, 'requested'), season(3, 'downloading'))
  it.each([
    ['there, whatever the others are', [1], 'available', 100],
    ['some of them', [1, 2], 'partial', 50],
    ['on the way', [2, 3], 'downloading', 40],
    ['asked for', [2], 'requested', 0],
    ['not known to the library', [9], 'unavailable', 0],
    ['one of them not known to the library', [1, 9], 'partial', 100],
  ] as const)('%s', (_name, seasons, status, progress) => {
    expect(scopeSeries(whole, seasons)).toMatchObject({ known: true, status, progress })
  })

  it('is complete with a season that is waited for and has not aired', () => {
    const ahead = show(
      season(1, 'available', 8),
      season(2, 'requested', 0, 0),
      season(3, 'unavailable', 0, 0),
    )
    expect(scopeSeries(ahead, [1, 2])).toMatchObject({ status: 'available', progress: 100 })
    expect(scopeSeries(ahead, [1, 3])).toMatchObject({ status: 'partial' })
  })

  it('is the show’s own truth when it asked for all of it, or when nothing is known', () => {
    expect(scopeSeries(whole, null)).toBe(whole)
    const unknown = { known: false, reason: 'library_unavailable' } as const
    expect(scopeSeries(unknown, [1])).toBe(unknown)
  })
})
