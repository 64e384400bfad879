import { MAX_ROW_ID } from '@foyer/contract/primitives'
import type {
  BookFormat,
  CatalogRef,
  Selection,
  SeasonScope,
  SentSelection,
} from '@foyer/contract/requests/requests'
import { isForeignId, sourceId } from '#features/book-identity/index.ts'

/** A validated selection. Two selections with the same `identity` are for the same title. */
export type RequestedTitle = { identity: string; title: string | null; search_term: string | null } & (
  | { media_type: 'movie'; tmdb_id: number; quality_profile_id: number | null }
  | {
      media_type: 'tv'
      tmdb_id: number
      quality_profile_id: number | null
      /** Null: the requester's default. */
      scope: SeasonScope | null
      /** Explicit seasons; the scope is then ignored. */
      seasons: readonly number[] | null
      tvdb_id: number | null
    }
  | { media_type: 'book'; foreign_id: string; formats: readonly BookFormat[] }
  | { media_type: 'music'; foreign_id: string | null; catalog_ref: CatalogRef | null }
)

export type RequestedScreenTitle = Extract<RequestedTitle, { media_type: 'movie' | 'tv' }>

/** `problems`: error messages by field, for a 400. */
export type Read = { wanted: RequestedTitle } | { problems: Record<string, string> }

const TEXT_MAX = 512
const SEASONS_MAX = 200
const SEASON_MAX = 10_000
const RELEASE_GROUP = 'music_catalog'
const RELEASE = 'music_catalog_release'
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const BOTH: readonly BookFormat[] = ['ebook', 'audiobook']

/** 1:4.6: the public book catalogue is retired, regardless of the rest of the submission. */
export function isRetired({ media_type, catalog_ref }: SentSelection): boolean {
  return media_type === 'book' && catalog_ref !== undefined
}

export function readSelection(selection: Selection): Read {
  const problems: Record<string, string> = {}
  for (const name of ['title', 'search_term'] as const) {
    const text = selection[name]
    if (text !== undefined && !isText(text)) problems[name] = `Use at most ${TEXT_MAX} characters.`
  }
  const wanted = READERS[selection.media_type](selection, problems)
  if (!wanted || Object.keys(problems).length > 0) return { problems }
  return {
    wanted: { ...wanted, title: textOrNull(selection.title), search_term: textOrNull(selection.search_term) },
  }
}

/** 1:4.8.3: the identity of shared work; one work has one identity, from any list (C8). */
export function bookIdentity(foreign_id: string): string {
  return `book:${sourceId(foreign_id)}`
}

type Problems = Record<string, string>
type Omitted = { title: string | null; search_term: string | null }
type Bare<W> = W extends unknown ? Omit<W, keyof Omitted> : never
type Reader = (selection: Selection, problems: Problems) => Bare<RequestedTitle> | null

const READERS: Record<Selection['media_type'], Reader> = {
  movie(selection, problems) {
    const tmdb_id = readTmdbId(selection, problems)
    const quality_profile_id = readQuality(selection, problems)
    return { media_type: 'movie', identity: `movie:${tmdb_id}`, tmdb_id, quality_profile_id }
  },
  tv(selection, problems) {
    const tmdb_id = readTmdbId(selection, problems)
    const { tvdb_id = 0, season_scope } = selection
    return {
      media_type: 'tv',
      identity: `tv:${tmdb_id}`,
      tmdb_id,
      quality_profile_id: readQuality(selection, problems),
      scope: season_scope ?? null,
      seasons: readSeasons(selection, problems),
      tvdb_id: isId(tvdb_id) ? tvdb_id : null,
    }
  },
  book({ foreign_id = '', book_format = 'both' }, problems) {
    if (!isForeignId(foreign_id)) {
      problems['foreign_id'] = 'Enter the id of a book, at most 256 bytes.'
      return null
    }
    const formats = book_format === 'both' ? BOTH : [book_format]
    return { media_type: 'book', identity: bookIdentity(foreign_id), foreign_id, formats }
  },
  music({ foreign_id, catalog_ref }, problems) {
    if (foreign_id !== undefined && !UUID.test(foreign_id))
      problems['foreign_id'] = 'Use the id of a release group, in lower case.'
    const reference = catalog_ref && readMusicRef(catalog_ref, problems)
    const referred = reference?.provider === RELEASE_GROUP ? reference.id : null
    if (foreign_id !== undefined && referred !== null && referred !== foreign_id)
      problems['catalog_ref'] ??= 'This refers to another album than `foreign_id`.'
    const group = foreign_id ?? referred
    if (group === null && !reference) {
      problems['foreign_id'] ??= 'Enter the id of an album.'
      return null
    }
    // A release is its own identity until the library reports its release group.
    const identity = group === null ? `music-release:${reference?.id}` : `music:${group}`
    return { media_type: 'music', identity, foreign_id: group, catalog_ref: reference ?? null }
  },
}

function readTmdbId({ tmdb_id = 0 }: Selection, problems: Problems): number {
  if (!isId(tmdb_id)) problems['tmdb_id'] = 'Use a positive whole number.'
  return tmdb_id
}

function readQuality({ quality_profile_id }: Selection, problems: Problems): number | null {
  if (quality_profile_id === undefined) return null
  if (quality_profile_id !== 0 && !isId(quality_profile_id))
    problems['quality_profile_id'] = 'Use the id of a quality profile.'
  // 0 means the default everywhere (1/4.7).
  return quality_profile_id || null
}

function readSeasons({ seasons }: Selection, problems: Problems): number[] | null {
  if (seasons === undefined) return null
  const fits = seasons.length > 0 && seasons.length <= SEASONS_MAX
  if (!fits || !seasons.every(one => isId(one) && one <= SEASON_MAX))
    problems['seasons'] = 'Enter 1 to 200 season numbers.'
  return [...new Set(seasons)].sort((a, b) => a - b)
}

function readMusicRef({ provider, id }: CatalogRef, problems: Problems): CatalogRef {
  const isKnown = provider === RELEASE_GROUP || provider === RELEASE
  if (!isKnown || !UUID.test(id)) problems['catalog_ref'] = 'This does not refer to an album.'
  return { provider, id }
}

function isId(value: number): boolean {
  return Number.isInteger(value) && value > 0 && value <= MAX_ROW_ID
}

/** Whole characters, no lone surrogates. One of the two database engines cannot store U+0000. */
function isText(text: string): boolean {
  return Array.from(text).length <= TEXT_MAX && !text.includes('\0')
}

function textOrNull(text: string | undefined): string | null {
  return text?.trim() || null
}
