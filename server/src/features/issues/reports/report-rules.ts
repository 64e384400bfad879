import type { MediaType } from '@foyer/contract/instances/instance-types'
import type { NewReport } from '@foyer/contract/issues/issues'
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

/** `problems`: error messages by field, for a 400. */
export type ReadScope = { scope: ReportScope } | { problems: Record<string, string> }

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
export function readScope(report: NewReport): ReadScope {
  const { media_type } = report
  const problems: Record<string, string> = {}
  for (const field of SCOPE_FIELDS) {
    const isOwn = FIELDS_OF[media_type].includes(field)
    if (!isOwn && report[field] !== undefined)
      problems[field] = `This does not apply to ${NAME_OF[media_type]}.`
  }
  for (const [field, problem] of missingIdentity(report)) problems[field] ??= problem
  if (Object.keys(problems).length > 0) return { problems }
  const { tmdb_id, tvdb_id, foreign_id, book_format, season_number, episode_number } = report
  return {
    scope: {
      media_type,
      tmdb_id: tmdb_id ?? null,
      tvdb_id: tvdb_id ?? null,
      // C8: one work has one id, from any list.
      foreign_id: foreign_id === undefined ? null : sourceId(foreign_id),
      book_format: book_format ?? null,
      season_number: season_number ?? null,
      episode_number: episode_number ?? null,
    },
  }
}

function missingIdentity(report: NewReport): [ScopeField, string][] {
  const { media_type, tmdb_id, tvdb_id, foreign_id = '', season_number, episode_number } = report
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
      return isForeignId(foreign_id) ? [] : [['foreign_id', 'Use an id of at most 256 bytes.']]
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
  return (['ebook', 'audiobook'] as const).filter(format => kept.some(one => one.format === format))
}
