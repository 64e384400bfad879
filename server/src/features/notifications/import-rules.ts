import type { LibraryManagerType } from '@foyer/contract/instance-types'
import { z } from 'zod'
import type { ImportKind } from './alert-rules.ts'
import type { AlertData, AlertType } from './alert.ts'

/** What one message of a library manager says was imported. */
export interface Import {
  type: AlertType
  kind: ImportKind
  /** The same title in the same library. */
  identity: string
  parts: readonly string[]
  data: AlertData
  /** Of a series whose message does not say which show it is. */
  tvdb_id?: number
}

const Id = z.int().positive()
const Title = z.string().min(1)
/** Absent in summaries, which tell of files that were told of before (sonarr.md, "Webhooks"). */
const Upgrade = { isUpgrade: z.boolean().optional() }

const MovieImport = z.object({ ...Upgrade, movie: z.object({ title: Title, tmdbId: Id }) })

const SeriesImport = z.object({
  ...Upgrade,
  series: z.object({
    title: Title,
    tvdbId: z.int().optional(),
    tmdbId: z.int().optional(),
  }),
  episodes: z.array(z.object({ seasonNumber: z.int(), episodeNumber: z.int() })).min(1),
})

const AlbumImport = z.object({ ...Upgrade, album: z.object({ title: Title, mbId: z.string().min(1) }) })

const BookImport = z.object({
  ...Upgrade,
  book: z.object({ title: Title, goodreadsId: z.string().min(1), id: Id.optional() }),
  bookFiles: z.array(z.object({ id: Id })).optional(),
})

function kindOf({ isUpgrade }: { isUpgrade?: boolean | undefined }): ImportKind {
  if (isUpgrade === undefined) return 'either'
  return isUpgrade ? 'upgrade' : 'new'
}

type Reader = (body: unknown) => Import | null

const readMovie: Reader = body => {
  const read = MovieImport.safeParse(body)
  if (!read.success) return null
  const { title, tmdbId: tmdb_id } = read.data.movie
  const data = { media_type: 'movie' as const, tmdb_id, title }
  return { type: 'new_movie', kind: kindOf(read.data), identity: `movie:${tmdb_id}`, parts: [], data }
}

const readSeries: Reader = body => {
  const read = SeriesImport.safeParse(body)
  if (!read.success) return null
  const { title, tvdbId, tmdbId } = read.data.series
  const tmdb_id = tmdbId && tmdbId > 0 ? tmdbId : undefined
  const tvdb_id = tvdbId && tvdbId > 0 ? tvdbId : undefined
  if (tmdb_id === undefined && tvdb_id === undefined) return null
  return {
    type: 'new_episode',
    kind: kindOf(read.data),
    identity: `tv:${tvdb_id ?? `tmdb-${tmdb_id}`}`,
    parts: read.data.episodes.map(one => `${one.seasonNumber}x${one.episodeNumber}`),
    data: { media_type: 'tv', title, ...(tmdb_id !== undefined && { tmdb_id }) },
    ...(tvdb_id !== undefined && { tvdb_id }),
  }
}

const readAlbum: Reader = body => {
  const read = AlbumImport.safeParse(body)
  if (!read.success) return null
  const { title, mbId: foreign_id } = read.data.album
  const data = { media_type: 'music' as const, foreign_id, title }
  return { type: 'new_music', kind: kindOf(read.data), identity: `music:${foreign_id}`, parts: [], data }
}

const readBook: Reader = body => {
  const read = BookImport.safeParse(body)
  if (!read.success) return null
  const { title, goodreadsId: foreign_id } = read.data.book
  const data = { media_type: 'book' as const, foreign_id, title }
  return { type: 'new_book', kind: kindOf(read.data), identity: `book:${foreign_id}`, parts: [], data }
}

const READERS: Record<LibraryManagerType, Reader> = {
  movie_manager: readMovie,
  tv_manager: readSeries,
  music_manager: readAlbum,
  book_manager: readBook,
}

/** Null: nothing was imported, or it does not say what. Every manager calls it `Download`. */
export function readImport(
  { service_type, event_type }: { service_type: LibraryManagerType; event_type: string },
  body: unknown,
): Import | null {
  return event_type === 'Download' ? READERS[service_type](body) : null
}
