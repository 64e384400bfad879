import type { MediaType } from '@foyer/contract/instances/instance-types'
import { ISSUE_CATEGORIES, type IssueCategory, MAX_NOTE_BYTES } from '@foyer/contract/issues/issue'
import type { NewReport } from '@foyer/contract/issues/issues'
import { MAX_ROW_ID } from '@foyer/contract/primitives'
import { isForeignId, sourceId } from '#features/book-identity/index.ts'

/** Which part of which title a report is about. */
export interface ReportScope {
  media_type: MediaType
  tmdb_id: number | null
  tvdb_id: number | null
  foreign_id: string | null
  book_format: 'ebook' | 'audiobook' | null
  season_number: number | null
  episode_number: number | null
}

/** A report whose values are valid. */
export interface Report {
  scope: ReportScope
  category: IssueCategory
  reason: string
  title: string
}

/** `problems`: error messages by field, for a 400. */
export type ReadReport = { report: Report } | { problems: Record<string, string> }

/** 2/4.9 */
export const MAX_TITLE_BYTES = 512
const MAX_EPISODE = 100_000
const BOOK_FORMATS = ['ebook', 'audiobook'] as const

const SCOPE_FIELDS = [
  'tmdb_id',
  'tvdb_id',
  'foreign_id',
  'book_format',
  'season_number',
  'episode_number',
] as const
type ScopeField = (typeof SCOPE_FIELDS)[number]

const FIELDS_OF: Record<MediaType, readonly ScopeField[]> = {
  movie: ['tmdb_id'],
  tv: ['tmdb_id', 'tvdb_id', 'season_number', 'episode_number'],
  book: ['foreign_id', 'book_format'],
  music: ['foreign_id'],
}

const NAME_OF: Record<MediaType, string> = {
  movie: 'a movie',
  tv: 'a show',
  book: 'a book',
  music: 'an album',
}

/** 2/4.9: each medium has its own identity; fields of another medium are a mistake, not a detail to ignore. */
export function readReport(sent: NewReport): ReadReport {
  const { media_type, reason = '', title = '' } = sent
  const category = ISSUE_CATEGORIES.find(one => one === (sent.category ?? 'other'))
  const book_format =
    sent.book_format === undefined ? null : BOOK_FORMATS.find(one => one === sent.book_format)
  const problems: Record<string, string> = {}
  for (const field of SCOPE_FIELDS) {
    const isOwn = FIELDS_OF[media_type].includes(field)
    if (!isOwn && sent[field] !== undefined)
      problems[field] = `This does not apply to ${NAME_OF[media_type]}.`
  }
  for (const [field, problem] of [...wrongValues(sent), ...missingIdentity(sent)]) problems[field] ??= problem
  if (!category) problems['category'] = `Use one of: ${ISSUE_CATEGORIES.join(', ')}.`
  if (book_format === undefined) problems['book_format'] ??= `Use one of: ${BOOK_FORMATS.join(', ')}.`
  if (!category || book_format === undefined || Object.keys(problems).length > 0) return { problems }
  const { tmdb_id, tvdb_id, foreign_id, season_number, episode_number } = sent
  return {
    report: {
      scope: {
        media_type,
        tmdb_id: tmdb_id ?? null,
        tvdb_id: tvdb_id ?? null,
        // C8: one work has one id, from any list.
        foreign_id: foreign_id === undefined ? null : sourceId(foreign_id),
        book_format,
        season_number: season_number ?? null,
        episode_number: episode_number ?? null,
      },
      category,
      reason,
      title,
    },
  }
}

function wrongValues(sent: NewReport): [string, string][] {
  const wrong: [string, string][] = []
  for (const field of ['tmdb_id', 'tvdb_id'] as const)
    if (!isWithin(sent[field], 1, MAX_ROW_ID)) wrong.push([field, 'Use a positive whole number.'])
  for (const field of ['season_number', 'episode_number'] as const)
    if (!isWithin(sent[field], 0, MAX_EPISODE))
      wrong.push([field, `Use a whole number from 0 to ${MAX_EPISODE}.`])
  for (const [field, max] of [
    ['reason', MAX_NOTE_BYTES],
    ['title', MAX_TITLE_BYTES],
  ] as const)
    if (Buffer.byteLength(sent[field] ?? '') > max) wrong.push([field, `Use at most ${max} bytes.`])
  return wrong
}

/** Nothing is wrong with a number that was not sent. */
function isWithin(value: number | undefined, min: number, max: number): boolean {
  return value === undefined || (Number.isInteger(value) && value >= min && value <= max)
}

function missingIdentity(sent: NewReport): [ScopeField, string][] {
  const { media_type, tmdb_id, tvdb_id, foreign_id = '', season_number, episode_number } = sent
  switch (media_type) {
    case 'movie':
      return tmdb_id === undefined ? [['tmdb_id', 'Name the movie by its TMDB id.']] : []
    case 'tv':
      return [
        ...(tmdb_id === undefined && tvdb_id === undefined
          ? [['tmdb_id', 'Name the show by its TMDB or TVDB id.'] satisfies [ScopeField, string]]
          : []),
        ...(episode_number !== undefined && season_number === undefined
          ? [['season_number', 'Name the season of the episode.'] satisfies [ScopeField, string]]
          : []),
      ]
    default:
      return isForeignId(foreign_id.trim()) ? [] : [['foreign_id', 'Use an id of at most 256 bytes.']]
  }
}

/** The title as it is shown when neither a library nor a provider knows it, and the reporter did not name it. */
export function namelessTitle({ media_type, tmdb_id, tvdb_id, foreign_id }: ReportScope): string {
  const NAMES = { movie: 'Movie', tv: 'Show', book: 'Book', music: 'Album' } as const
  return `${NAMES[media_type]} ${tmdb_id ?? tvdb_id ?? foreign_id ?? ''}`.trim()
}

interface FormatRecord {
  format: 'ebook' | 'audiobook' | null
  monitored: boolean
  has_file: boolean
}

/** The formats in which a library has a book or waits for it. */
export function existingFormats(records: readonly FormatRecord[]): ('ebook' | 'audiobook')[] {
  const kept = records.filter(one => one.has_file || one.monitored)
  return BOOK_FORMATS.filter(format => kept.some(one => one.format === format))
}
