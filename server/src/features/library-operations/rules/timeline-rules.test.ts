import { expect, it } from 'vitest'
import type { FileFacts, HistoryEvent } from '#ports/manager-reads.ts'
import { historyText, timelineOf } from './timeline-rules.ts'

const EVENT: HistoryEvent = {
  at: '2026-03-01T10:02:00.000Z',
  kind: 'grabbed',
  title: { title: 'Harbor Lights', season_number: 1, episode_number: 3 },
  release: 'Harbor.Lights.S01E03',
  quality: 'WEBDL-1080p',
  download_id: 'A1',
  indexer: 'TrackerX',
  download_client: 'qbit',
  reason: null,
}
const FILE: FileFacts = {
  file_id: 77,
  path: 'Harbor Lights/Season 01/Harbor Lights - S01E03.mkv',
  season_number: 1,
  episode_numbers: [3],
  size_bytes: 1,
  added_at: '2026-03-01T11:00:00.000Z',
  quality: 'WEBDL-1080p',
  formats: [],
  format_score: 0,
  languages: [],
  release_group: null,
  below_cutoff: false,
  video: null,
  audio: null,
  subtitles: null,
}

it('puts history, queue and files in order of time, as sentences with dates', () => {
  const now = new Date('2026-03-02T00:00:00Z')
  const queue = {
    queue_id: 1,
    queue_ids: [1],
    title: null,
    episode_numbers: [4],
    release: 'Harbor.Lights.S01E04',
    severity: 'none' as const,
    problems: [],
    summary: 'It is downloading.',
    progress_percent: 40,
    age_minutes: 5,
    next_step: null,
    added_at: '2026-03-01T12:00:00.000Z',
  }
  const imported = { ...EVENT, kind: 'imported' as const, at: '2026-03-01T10:30:00.000Z' }
  const events = timelineOf({ history: [imported, EVENT], queue: [queue], files: [FILE], now })
  expect(events.map(event => event.sentence)).toEqual([
    '2026-03-01 10:02 UTC: S01E03: Grabbed "Harbor.Lights.S01E03" (WEBDL-1080p) from TrackerX with qbit.',
    '2026-03-01 10:30 UTC: S01E03: Imported "Harbor.Lights.S01E03" (WEBDL-1080p).',
    '2026-03-01 11:00 UTC: S01E03: What is there now was added (WEBDL-1080p).',
    '2026-03-01 12:00 UTC: In the download queue since then for episode 4, 40 % complete: "Harbor.Lights.S01E04". It is downloading.',
  ])
})

it('joins the rows of the tracks of an album', () => {
  const track = {
    ...EVENT,
    kind: 'imported' as const,
    title: { title: 'Night Ferry' },
    release: 'Night Ferry',
  }
  const { season_number: _season, episode_numbers: _episodes, ...file } = FILE
  const now = new Date('2026-03-02T00:00:00Z')
  const events = timelineOf({ history: [track, track, track], queue: [], files: [file, file], now })
  expect(events.map(event => event.sentence)).toEqual([
    '2026-03-01 10:02 UTC: Imported "Night Ferry" (WEBDL-1080p). (3 files)',
    '2026-03-01 11:00 UTC: What is there now was added (WEBDL-1080p). (2 files)',
  ])
})

it.each<[Partial<HistoryEvent>, string]>([
  [
    { kind: 'download_failed', reason: 'Missing articles' },
    'The download of "R" (EPUB) failed: Missing articles.',
  ],
  [{ kind: 'file_deleted', reason: 'Upgrade' }, 'The file of "R" (EPUB) was replaced by a better one.'],
  [{ kind: 'file_deleted', reason: 'Manual' }, 'The file of "R" (EPUB) was deleted by hand.'],
  [{ kind: 'file_deleted', reason: 'MissingFromDisk' }, 'The file of "R" (EPUB) was no longer on the disk.'],
  [{ kind: 'ignored' }, 'The download "R" (EPUB) was ignored.'],
  [{ kind: 'other' }, 'Something happened to "R" (EPUB).'],
])('words an event: %o', (event, sentence) => {
  expect(historyText({ ...EVENT, release: 'R', quality: 'EPUB', ...event })).toBe(sentence)
})
