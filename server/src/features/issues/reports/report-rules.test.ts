import type { NewReport } from '@foyer/contract/issues/issues'
import { describe, expect, it } from 'vitest'
import { cleanText } from '../text-rules.ts'
import { existingFormats, namelessTitle, readReport } from './report-rules.ts'

const read = (report: Partial<NewReport> & Pick<NewReport, 'media_type'>) =>
  readReport({ instance_id: 'in_a', ...report })

const NOTHING = {
  tmdb_id: null,
  tvdb_id: null,
  foreign_id: null,
  book_format: null,
  season_number: null,
  episode_number: null,
}

describe('the scope of a report (2/4.9)', () => {
  it.each<[Parameters<typeof read>[0], object]>([
    [{ media_type: 'movie', tmdb_id: 5 }, { tmdb_id: 5 }],
    [{ media_type: 'tv', tmdb_id: 5 }, { tmdb_id: 5 }],
    [
      { media_type: 'tv', tvdb_id: 9, season_number: 0 },
      { tvdb_id: 9, season_number: 0 },
    ],
    [
      { media_type: 'tv', tmdb_id: 5, season_number: 0, episode_number: 3 },
      { tmdb_id: 5, season_number: 0, episode_number: 3 },
    ],
    [
      { media_type: 'book', foreign_id: 'bp:12', book_format: 'ebook' },
      { foreign_id: 'hc:12', book_format: 'ebook' },
    ],
    [{ media_type: 'music', foreign_id: ` abc${' '.repeat(256)}` }, { foreign_id: 'abc' }],
  ])('is read from %j', (report, scope) => {
    expect(read(report)).toEqual({
      report: {
        scope: { ...NOTHING, media_type: report.media_type, ...scope },
        category: 'other',
        reason: '',
        title: '',
      },
    })
  })

  it.each<[Parameters<typeof read>[0], string[]]>([
    [{ media_type: 'movie' }, ['tmdb_id']],
    [{ media_type: 'movie', tmdb_id: 5, tvdb_id: 9 }, ['tvdb_id']],
    [{ media_type: 'tv' }, ['tmdb_id']],
    [{ media_type: 'tv', tmdb_id: 5, episode_number: 1 }, ['season_number']],
    [{ media_type: 'tv', foreign_id: 'x' }, ['foreign_id', 'tmdb_id']],
    [{ media_type: 'book' }, ['foreign_id']],
    [{ media_type: 'book', foreign_id: 'é'.repeat(129) }, ['foreign_id']],
    [{ media_type: 'book', foreign_id: 'x', tmdb_id: 5 }, ['tmdb_id']],
    [{ media_type: 'music', foreign_id: 'x', book_format: 'ebook' }, ['book_format']],
    [{ media_type: 'book', foreign_id: 'x', book_format: 'both' }, ['book_format']],
    [{ media_type: 'movie', tmdb_id: 0 }, ['tmdb_id']],
    [{ media_type: 'tv', tmdb_id: 1.5, tvdb_id: 2 ** 31 }, ['tmdb_id', 'tvdb_id']],
    [
      { media_type: 'tv', tmdb_id: 5, season_number: -1, episode_number: 100_001 },
      ['season_number', 'episode_number'],
    ],
    [
      { media_type: 'movie', tmdb_id: 5, reason: 'é'.repeat(4097), title: 'é'.repeat(257), category: 'x' },
      ['reason', 'title', 'category'],
    ],
  ])('is refused field by field: %j', (report, fields) => {
    const found = read(report)
    expect('problems' in found && Object.keys(found.problems)).toEqual(fields)
  })

  it('has a name even when nobody knows one', () => {
    const scope = { ...NOTHING, media_type: 'tv', tvdb_id: 9 } as const
    expect(namelessTitle(scope)).toBe('Show 9')
    expect(namelessTitle({ ...NOTHING, media_type: 'book', foreign_id: 'hc:1' })).toBe('Book hc:1')
  })
})

it('a format exists where there is a file or where the library waits for one', () => {
  const record = { format: 'ebook', monitored: false, has_file: false } as const
  expect(existingFormats([record])).toEqual([])
  expect(existingFormats([{ ...record, monitored: true }])).toEqual(['ebook'])
  expect(
    existingFormats([
      { ...record, has_file: true },
      { ...record, format: 'audiobook', has_file: true },
    ]),
  ).toEqual(['ebook', 'audiobook'])
  expect(existingFormats([{ ...record, format: null, has_file: true }])).toEqual([])
})

it.each([
  [' a\r\nb\rc\t ', 'a\nb\nc'],
  ['\u001B[31mred\u0000\u0085', '[31mred'],
  ['👩‍🚀 ünïcode', '👩‍🚀 ünïcode'],
  ['\uD800', '\uFFFD'],
  ['\u0000\n', ''],
])('text %j is stored as %j', (text, stored) => expect(cleanText(text)).toBe(stored))
