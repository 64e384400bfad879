import { expect, it } from 'vitest'
import { combinePresence, presenceOfMovie, presenceOfSeries } from './title-access-rules.ts'

it.each([
  ['available', 'present'],
  ['downloading', 'absent'],
  ['requested', 'absent'],
  ['unavailable', 'absent'],
] as const)('counts a movie that is %s as %s', (status, presence) => {
  expect(presenceOfMovie({ known: true, status, progress: 0 })).toBe(presence)
})

it('counts a show by its files', () => {
  const season = {
    season_number: 1,
    status: 'partial',
    progress: 10,
    episode_count: 9,
    monitored: true,
  } as const
  const show = (episode_file_count: number) =>
    presenceOfSeries({
      known: true,
      status: 'unavailable',
      progress: 0,
      seasons: [{ ...season, episode_file_count }],
    })
  expect([show(1), show(0)]).toEqual(['present', 'absent'])
})

it('does not take an unreadable library for one without the title', () => {
  const unreadable = { known: false, reason: 'library_unavailable' } as const
  expect([presenceOfMovie(unreadable), presenceOfSeries(unreadable)]).toEqual(['unknown', 'unknown'])
})

it('knows a show without a match as absent: asking again would not help', () => {
  expect(presenceOfSeries({ known: false, reason: 'identity_ambiguous' })).toBe('absent')
})

it.each([
  [[], 'absent'],
  [['absent', 'absent'], 'absent'],
  [['unknown', 'present'], 'present'],
  [['absent', 'unknown'], 'unknown'],
] as const)('combines %j to %s', (presences, combined) => {
  expect(combinePresence(presences)).toBe(combined)
})
