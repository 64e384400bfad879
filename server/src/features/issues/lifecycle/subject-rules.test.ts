import { expect, it } from 'vitest'
import type { Sighting } from '../issue.ts'
import type { ReportScope } from '../reports/report-rules.ts'
import { subjectOfReport, subjectOfSighting, subjectOfSystem } from './subject-rules.ts'

const EPISODE: ReportScope = {
  media_type: 'tv',
  tmdb_id: 5,
  tvdb_id: 9,
  foreign_id: null,
  book_format: null,
  season_number: 1,
  episode_number: 2,
}
const SEEN: Sighting = {
  instance: { id: 'in_a', name: 'Series', service_type: 'tv_manager' },
  media_type: 'tv',
  problem_kind: 'stalled',
  download_id: 'd1',
  title: 'Harbour Nine',
  tvdb_id: 9,
  season_number: 1,
  detail: 'It is stalled.',
}

it('a report is about one person, library, title and part of it', () => {
  const subject = subjectOfReport(1, 'in_a', EPISODE)
  // The same show, whether or not its other id is known.
  expect(subjectOfReport(1, 'in_a', { ...EPISODE, tvdb_id: null })).toBe(subject)
  const others = [
    subjectOfReport(2, 'in_a', EPISODE),
    subjectOfReport(1, 'in_b', EPISODE),
    subjectOfReport(1, 'in_a', { ...EPISODE, tmdb_id: 6 }),
    subjectOfReport(1, 'in_a', { ...EPISODE, episode_number: 3 }),
    subjectOfReport(1, 'in_a', { ...EPISODE, episode_number: null }),
    subjectOfReport(1, 'in_a', { ...EPISODE, season_number: 0 }),
    subjectOfReport(1, 'in_a', { ...EPISODE, media_type: 'movie' }),
  ]
  expect(new Set([subject, ...others]).size).toBe(8)
})

it('a detected problem is about one kind, library, title and part of it, whatever download shows it', () => {
  const subject = subjectOfSighting(SEEN)
  const same = [{ download_id: 'd2' }, { detail: 'Still.' }, { tmdb_id: 5 }, { title: 'Harbor Nine' }]
  for (const change of same) expect(subjectOfSighting({ ...SEEN, ...change })).toBe(subject)
  const others = [
    { problem_kind: 'sample_file' as const },
    { tvdb_id: 10 },
    { season_number: 2 },
    { episode_number: 1 },
  ]
  for (const change of others) expect(subjectOfSighting({ ...SEEN, ...change })).not.toBe(subject)
  // Without an id, the title is all there is.
  const { tvdb_id: _, ...nameless } = SEEN
  expect(subjectOfSighting({ ...nameless, title: 'HARBOUR nine' })).toBe(subjectOfSighting(nameless))
  expect(subjectOfSighting({ ...nameless, title: 'Other' })).not.toBe(subjectOfSighting(nameless))
})

it('neither is ever taken for the other, nor for one of the server', () => {
  const all = [subjectOfReport(1, 'in_a', EPISODE), subjectOfSighting(SEEN), subjectOfSystem('ai_health')]
  expect(all.map(subject => subject.split(' ')[0])).toEqual(['report', 'problem', 'system'])
})
