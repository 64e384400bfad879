import { describe, expect, it } from 'vitest'
import { diagnoseQueue } from '#features/library-operations/index.ts'
import type { HistoryEvent, QueueEntry } from '#ports/manager-reads.ts'
import { scopeOfTitle } from './scope-rules.ts'
import {
  activeRows,
  isFetching,
  isReplacing,
  onePerSubject,
  problemsOfHistory,
  problemsOfQueue,
  subjectOf,
} from './sighting-rules.ts'

const NOW = new Date('2026-03-01T12:00:00Z')

const MOVING: QueueEntry = {
  queue_id: 1,
  download_id: 'A1',
  title: { title: 'The Paper Lighthouse', year: 2024, tmdb_id: 1001 },
  release: 'The.Paper.Lighthouse.2024.1080p-GRP',
  status: 'downloading',
  state: 'downloading',
  condition: 'ok',
  messages: [],
  error: null,
  quality: null,
  protocol: 'torrent',
  download_client: 'qbit',
  indexer: null,
  size_bytes: 1000,
  left_bytes: 500,
  seconds_left: 60,
  added_at: '2026-03-01T11:50:00.000Z',
  completes_at: null,
}
const STUCK = {
  status: 'completed',
  state: 'importPending',
  condition: 'warning',
  left_bytes: 0,
  messages: ['Sample'],
} as const satisfies Partial<QueueEntry>
const episode = (season_number: number, episode_number: number) => ({
  title: { title: 'Harbor Lights', tvdb_id: 71, season_number, episode_number },
})

function look(...changes: Partial<QueueEntry>[]) {
  const entries = changes.map((change, i) => ({ ...MOVING, queue_id: i + 1, ...change }))
  const rows = entries.map(entry => ({
    entry,
    scope: entry.title && scopeOfTitle(entry.title, new Map()),
  }))
  const diagnoses = diagnoseQueue(entries, { media_type: 'tv', now: NOW })
  return { problems: problemsOfQueue(rows, diagnoses), active: activeRows(rows, diagnoses), rows }
}

describe('the problems of a queue', () => {
  it('names the problem, the title and what the library says', () => {
    expect(look(STUCK).problems).toMatchObject([
      {
        problem_kind: 'sample_file',
        title: 'The Paper Lighthouse',
        scope: { tmdb_id: 1001 },
        download_id: 'A1',
        detail: [
          'The file is only a sample.',
          'Release: The.Paper.Lighthouse.2024.1080p-GRP',
          'Download client: qbit',
          '“Sample”',
        ].join('\n'),
      },
    ])
  })

  it.each<[string, Partial<QueueEntry>]>([
    ['moves', {}],
    ['is held by a delay profile', { status: 'delay', download_id: null, state: null }],
    ['is paused', { status: 'paused' }],
    [
      'belongs to another program',
      { ...STUCK, messages: ["Download wasn't grabbed by Sonarr and not in a category, Skipping."] },
    ],
    ['is of an unknown title', { ...STUCK, title: null, messages: ['Unknown Series'] }],
  ])('has none in a download that %s', (_name, change) => {
    expect(look(change).problems).toEqual([])
  })

  it('has one in a release of an episode that has not aired', () => {
    const [found] = look({ ...episode(1, 9), airs_at: '2026-03-09T20:00:00.000Z' }).problems
    expect(found).toMatchObject({ problem_kind: 'not_aired_yet', scope: { episode_number: 9 } })
  })

  it('has one for a season pack, not one for each episode', () => {
    const { problems } = look({ ...STUCK, ...episode(1, 1) }, { ...STUCK, ...episode(1, 2) })
    expect(problems).toMatchObject([{ title: 'Harbor Lights', scope: { tvdb_id: 71, season_number: 1 } }])
    expect(problems[0]?.scope.episode_number).toBeUndefined()
  })

  it('changes its fingerprint with what is shown, not with the time', () => {
    const of = (change: Partial<QueueEntry>) => look({ ...STUCK, ...change }).problems[0]?.fingerprint
    expect(of({ added_at: '2026-03-01T11:00:00.000Z' })).toBe(of({}))
    for (const change of [{ download_id: 'B2' }, { messages: ['Sample', 'Other'] }, { left_bytes: 1 }])
      expect(of({ ...change, status: 'warning' })).not.toBe(of({ status: 'warning' }))
  })
})

it('C50: counts only what moves as a replacement', () => {
  const { active } = look(
    { download_id: 'B2' },
    { ...STUCK, ...episode(1, 1), download_id: 'C3' },
    { ...episode(1, 2), download_id: 'D4' },
    { ...episode(1, 3), download_id: 'E5', status: 'paused' },
  )
  expect(isFetching(active, { tmdb_id: 1001 })).toBe(true)
  const season = (episode_number: number) => ({ tvdb_id: 71, season_number: 1, episode_number })
  expect([1, 2, 3].map(number => isFetching(active, season(number)))).toEqual([false, true, false])
})

it('C50: a season is replaced by one download of it, not by two of its episodes', () => {
  const SEASON = { tvdb_id: 71, season_number: 1 }
  const one = look({ ...episode(1, 1), download_id: 'B2' }, { ...episode(1, 2), download_id: 'C3' }).active
  const pack = look({ ...episode(1, 1), download_id: 'B2' }, { ...episode(1, 2), download_id: 'B2' }).active
  const delayed = look(
    { ...episode(1, 1), download_id: null },
    { ...episode(1, 2), download_id: null },
  ).active
  expect([one, pack, delayed].map(active => isReplacing(active, SEASON))).toEqual([false, true, false])
  expect([one, pack].map(active => isFetching(active, SEASON))).toEqual([true, true])
})

describe('titles whose downloads fail again and again', () => {
  const event = (download_id: string, hours_ago: number, change: Partial<HistoryEvent> = {}) => ({
    event: {
      at: new Date(NOW.getTime() - hours_ago * 3_600_000).toISOString(),
      kind: 'download_failed' as const,
      title: MOVING.title,
      release: `Release ${download_id}`,
      quality: null,
      download_id,
      indexer: null,
      download_client: null,
      reason: 'Aborted, cannot be completed',
      ...change,
    },
    scope: { tmdb_id: 1001 },
  })
  const THREE = [event('C', 1), event('B', 2), event('A', 3)]

  it('are found in the history', () => {
    expect(problemsOfHistory(THREE, [], NOW)).toMatchObject([
      {
        problem_kind: 'download_failed',
        title: 'The Paper Lighthouse',
        scope: { tmdb_id: 1001 },
        download_id: 'C',
        detail: expect.stringContaining('3 downloads failed'),
      },
    ])
  })

  it.each([
    ['too few', THREE.slice(1)],
    ['one pack with an event for each episode', [event('A', 1), event('A', 1), event('A', 1)]],
    ['failures before an import', [event('D', 0, { kind: 'imported' }), ...THREE]],
    ['failures that an import divides', [THREE[0], event('D', 2, { kind: 'imported' }), event('A', 3)]],
    ['failures of another week', [event('C', 1), event('B', 2), event('A', 24 * 8)]],
  ])('are not %s', (_name, events) => {
    expect(problemsOfHistory(events as typeof THREE, [], NOW)).toEqual([])
  })

  it('are not those that the queue has again', () => {
    expect(problemsOfHistory(THREE, look({ download_id: 'D' }).rows, NOW)).toEqual([])
  })
})

it('sees one problem in several downloads of one title, by the one it knows', () => {
  const { problems } = look({ ...STUCK, download_id: 'A1' }, { ...STUCK, download_id: 'B2' })
  const [problem] = problems
  const subject = problem ? subjectOf(problem) : ''
  const shown = (download_id: string | null) =>
    [...onePerSubject(problems, new Map([[subject, { download_id }]])).values()].map(one => one.download_id)
  expect(shown('B2')).toEqual(['B2'])
  expect(shown('gone')).toEqual(['A1'])
})
