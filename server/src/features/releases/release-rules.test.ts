import { describe, expect, it } from 'vitest'
import type { CalendarEntry } from '#ports/release-calendar.ts'
import { byDate, type FoundRelease, posterUrl, presentRelease, readWindow } from './release-rules.ts'

const TODAY = '2026-11-15'

describe('the days asked for (1/I)', () => {
  it.each([
    [{}, '2026-11-08', '2026-12-15'],
    [{ start: '2026-11-01' }, '2026-11-01', '2026-12-15'],
    [{ end: '2026-11-09' }, '2026-11-08', '2026-11-09'],
    [{ start: '2026-11-15', end: '2026-11-15' }, '2026-11-15', '2026-11-15'],
    [{ start: '2024-02-29', end: '2024-05-31' }, '2024-02-29', '2024-05-31'],
  ])('%j is a window', (asked, start, end) => {
    expect(readWindow(asked, TODAY)).toEqual({ window: { start, end } })
  })

  it.each([
    [{ start: '2025-02-29' }, ['start']],
    [{ start: '15.11.2026', end: '' }, ['start', 'end']],
    [{ start: '2026-12-16' }, ['end']],
    [{ start: '2026-01-01', end: '2026-04-04' }, ['end']],
    [{ media_type: 'movies' }, ['media_type']],
  ])('%j is refused', (asked, fields) => {
    const answer = readWindow(asked, TODAY)
    expect(Object.keys('problems' in answer ? answer.problems : {})).toEqual(fields)
  })
})

describe('posters', () => {
  const facts = {
    instance_id: 'in_1',
    image_base: '/api/images',
    provider_bases: ['https://mirror.test/p', 'https://image.tmdb.org/t/p'],
  }

  it.each([
    ['nothing', null, null],
    [
      'the provider',
      { remote_url: 'https://image.tmdb.org/t/p/original/aB1.jpg' },
      '/api/images/w342/aB1.jpg',
    ],
    ['its mirror', { remote_url: 'https://mirror.test/p/w500/aB1.png' }, '/api/images/w342/aB1.png'],
    [
      'another host over https',
      { remote_url: 'https://artworks.test/a/b.jpg', manager_path: 'MediaCover/Books/1/cover.jpg' },
      'https://artworks.test/a/b.jpg',
    ],
    [
      'the manager itself',
      { remote_url: 'http://inside/a.jpg', manager_path: 'MediaCover/Books/1/cover.jpg' },
      '/api/instances/in_1/proxy/MediaCover/Books/1/cover.jpg',
    ],
    ['a plain http address', { remote_url: 'http://inside/a.jpg' }, null],
    ['a script', { remote_url: 'javascript:alert(1)' }, null],
    [
      'a path that climbs out of the provider',
      { remote_url: 'https://image.tmdb.org/t/p/original/../../x.jpg' },
      'https://image.tmdb.org/t/p/original/../../x.jpg',
    ],
  ])('of %s', (_where, source, url) => {
    expect(posterUrl(source, facts)).toBe(url)
  })
})

describe('the list', () => {
  const found = (entry: Partial<CalendarEntry>): FoundRelease => ({
    instance: { id: 'in_1', name: 'Series', service_type: 'tv_manager' },
    entry: {
      record_id: 1,
      kind: 'episode',
      date: TODAY,
      title: 'A',
      poster: null,
      monitored: true,
      status: 'requested',
      certification: 'TV-MA',
      genres: ['Crime'],
      ...entry,
    },
  })

  it('goes by date and title, then by season and episode', () => {
    const list = [
      found({ date: '2026-11-16', title: 'A' }),
      found({ title: 'B', season_number: 1, episode_number: 10 }),
      found({ title: 'B', season_number: 1, episode_number: 2 }),
      found({ title: 'A' }),
    ]
    expect(list.sort(byDate).map(({ entry }) => [entry.date, entry.title, entry.episode_number])).toEqual([
      [TODAY, 'A', undefined],
      [TODAY, 'B', 2],
      [TODAY, 'B', 10],
      ['2026-11-16', 'A', undefined],
    ])
  })

  it('keeps to itself what only Foyer needs', () => {
    const shown = presentRelease(found({ runtime_minutes: 45 }), { image_base: '', provider_bases: [] })
    expect(Object.keys(shown).sort()).toEqual([
      'date',
      'instance_id',
      'instance_name',
      'kind',
      'media_type',
      'monitored',
      'poster',
      'status',
      'title',
    ])
  })
})
