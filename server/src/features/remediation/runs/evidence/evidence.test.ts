import { expect, it } from 'vitest'
import type { IssueRecord } from '#features/issues/index.ts'
import { openFresh } from '#test/engines.ts'
import { createTestClock } from '#test/test-clock.ts'
import { createEvidence } from './evidence.ts'

const ANSWERED = { instance_id: 'in_a', status_known: true }
const ISSUE = {
  id: 1,
  source: 'auto',
  instance_id: 'in_a',
  media_type: 'tv',
  tmdb_id: 1,
  tvdb_id: 7,
  foreign_id: null,
  book_format: null,
  season_number: 1,
  episode_number: null,
  title: 'Harbor Lights',
  problem_kind: 'sample_file',
  download_id: 'pack',
  created_at: '2026-03-01T12:00:00.000Z',
} as IssueRecord

const ALBUM = {
  media_type: 'music',
  tmdb_id: null,
  tvdb_id: null,
  season_number: null,
  foreign_id: 'album',
} as const

/** What a library that has the first episode of a season, and still lacks so many, says of an issue. */
async function gather(issue: Partial<IssueRecord>, missing: number, imported: string[] = []) {
  const reads = {
    files: async () => [{ ...ANSWERED, files: [{ episode_numbers: [1] }] }],
    titles: async () => [{ ...ANSWERED, titles: [{ foreign_id: 'album', file_count: 1 }] }],
    missing: async () => [{ ...ANSWERED, missing }],
    seasonTimeline: async () => [{ ...ANSWERED, titles: [] }],
  }
  const queue_views = {
    one: async () => ({ rows: [], active: [], problems: [], is_complete: true }),
    history: async () =>
      imported.map(download_id => ({
        event: { kind: 'imported', at: ISSUE.created_at, download_id },
        scope: null,
      })),
  }
  const evidence = createEvidence({
    database: await openFresh('sqlite'),
    clock: createTestClock(),
    operations: { reads } as never,
    queue_views: queue_views as never,
  })
  return evidence({ ...ISSUE, ...issue }, new AbortController().signal)
}

it.each<[string, Partial<IssueRecord>, number, boolean]>([
  ['a season of which one episode is there', {}, 5, false],
  ['a season that lacks nothing', {}, 0, true],
  ['a show of which one season is there', { season_number: null }, 5, false],
  ['the episode that is there, whatever else the season lacks', { episode_number: 1 }, 5, true],
  ['another episode', { episode_number: 2 }, 0, false],
  ['an album with half of its tracks', ALBUM, 5, false],
  ['a whole album', ALBUM, 0, true],
  ['a movie', { media_type: 'movie', season_number: null }, 0, true],
])('finds what was wanted in the library only as a whole: %s (2:4.9)', async (_name, issue, missing, has) => {
  expect(await gather(issue, missing)).toMatchObject({ has_wanted: has })
})

it('has what was wanted when the download itself was imported', async () => {
  expect(await gather({}, 5, ['pack'])).toMatchObject({ has_wanted: true })
  expect(await gather({}, 5, ['another'])).toMatchObject({ has_wanted: false })
})
