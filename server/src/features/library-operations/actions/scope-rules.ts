import type { MediaType } from '@foyer/contract/instances/instance-types'
import { Refusal } from '#kit/refusal.ts'

/** What an action is about, as it was asked for. Seasons and episodes are numbered as at the metadata provider. */
export interface TitleScope {
  media_type: MediaType
  /** Absent: the libraries of this type, the default first. */
  instance_id?: string | undefined
  tmdb_id?: number | undefined
  season?: number | undefined
  episode?: number | undefined
  aired_only?: boolean | undefined
  author_id?: number | undefined
  book_id?: number | undefined
  artist_id?: number | undefined
  album_id?: number | undefined
}

export type CheckedScope =
  | { media_type: 'movie'; tmdb_id: number }
  | {
      media_type: 'tv'
      tmdb_id: number
      season: number | null
      episode: number | null
      aired_only: boolean
    }
  | { media_type: 'book'; target: { kind: 'author'; author_id: number } | { kind: 'book'; book_id: number } }
  | {
      media_type: 'music'
      target: { kind: 'artist'; artist_id: number } | { kind: 'album'; album_id: number }
    }

/** Fields that concern other media types are refused, because ignoring one would widen what was asked for. */
const FIELDS_OF: Record<MediaType, readonly (keyof TitleScope)[]> = {
  movie: ['tmdb_id'],
  tv: ['tmdb_id', 'season', 'episode', 'aired_only'],
  book: ['author_id', 'book_id'],
  music: ['artist_id', 'album_id'],
}
const NARROWING = [...new Set(Object.values(FIELDS_OF).flat())]

function invalid(field: string, sentence: string): Refusal {
  return new Refusal('validation', { fields: { [field]: sentence } })
}

/** Throws a refusal that names the field to add or to leave out. */
export function checkScope(scope: TitleScope): CheckedScope {
  const { media_type } = scope
  const foreign = NARROWING.find(
    field => !FIELDS_OF[media_type].includes(field) && scope[field] !== undefined && scope[field] !== false,
  )
  if (foreign) throw invalid(foreign, `Does not apply to media_type ${media_type}. Leave it out.`)
  switch (media_type) {
    case 'movie':
      return { media_type, tmdb_id: required(scope.tmdb_id, 'tmdb_id', media_type) }
    case 'tv':
      return checkSeries(scope)
    case 'book': {
      const { author_id, book_id } = scope
      if (author_id !== undefined && book_id !== undefined)
        throw invalid('author_id', 'Give author_id or book_id, not both.')
      if (book_id !== undefined) return { media_type, target: { kind: 'book', book_id } }
      return { media_type, target: { kind: 'author', author_id: required(author_id, 'book_id', media_type) } }
    }
    case 'music': {
      const { artist_id, album_id } = scope
      if (artist_id !== undefined && album_id !== undefined)
        throw invalid('artist_id', 'Give artist_id or album_id, not both.')
      if (album_id !== undefined) return { media_type, target: { kind: 'album', album_id } }
      const id = required(artist_id, 'album_id', media_type)
      return { media_type, target: { kind: 'artist', artist_id: id } }
    }
  }
}

function checkSeries({ tmdb_id, season, episode, aired_only }: TitleScope): CheckedScope {
  if (episode !== undefined && season === undefined)
    throw invalid('season', 'Required together with episode. Specials are season 0.')
  return {
    media_type: 'tv',
    tmdb_id: required(tmdb_id, 'tmdb_id', 'tv'),
    season: season ?? null,
    episode: episode ?? null,
    aired_only: aired_only ?? false,
  }
}

function required(value: number | undefined, field: string, media_type: MediaType): number {
  if (value === undefined) throw invalid(field, `Required for media_type ${media_type}.`)
  return value
}
