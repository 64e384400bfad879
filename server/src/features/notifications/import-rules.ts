import type { LibraryManagerType } from '@foyer/contract/instance-types'
import type { BookFormat } from '@foyer/contract/requests'
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
  book: z.object({ id: Id, title: Title, goodreadsId: z.string().optional() }),
  bookFiles: z.array(z.object({ quality: z.string().optional() })).default([]),
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

/** Managers write a zero for "none". */
const NO_ID = /^(gr:)?0*$/
const AUDIO = /^(mp3|flac|m4b|m4a|aac|ogg|opus|wav|unknown audio)\b/i

/** The message does not say it; what the files are does (chaptarr.md, 8). Undefined: both, or nobody knows. */
function formatOf(files: readonly { quality?: string | undefined }[]): BookFormat | undefined {
  const kinds = new Set(
    files.map(({ quality }) => (quality === undefined ? null : AUDIO.test(quality) ? 'audiobook' : 'ebook')),
  )
  const [only] = kinds
  return kinds.size === 1 && only ? only : undefined
}

const readBook: Reader = body => {
  const read = BookImport.safeParse(body)
  if (!read.success) return null
  const { id, title, goodreadsId = '' } = read.data.book
  const foreign_id = NO_ID.test(goodreadsId) ? undefined : goodreadsId
  const book_format = formatOf(read.data.bookFiles)
  const data = {
    media_type: 'book' as const,
    title,
    ...(foreign_id !== undefined && { foreign_id }),
    ...(book_format !== undefined && { book_format }),
  }
  const identity = `book:${foreign_id ?? `record-${id}`}`
  return { type: 'new_book', kind: kindOf(read.data), identity, parts: [], data }
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
