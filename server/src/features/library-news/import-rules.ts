import type { LibraryManagerType, MediaType } from '@foyer/contract/instances/instance-types'
import type { BookFormat } from '@foyer/contract/requests/requests'
import { z } from 'zod'
import type { LibraryBook } from '#ports/book-library.ts'
import type { ImportedFile, ImportedTitle } from '#ports/import-history.ts'
import type { AlertData, AlertType, ImportKind } from '#features/notifications/index.ts'

/** An import that one message of a library manager reports. */
export interface Import {
  type: AlertType
  kind: ImportKind
  /** Identifies the title within the library. */
  identity: string
  parts: readonly string[]
  data: AlertData & { media_type: MediaType; book_format?: BookFormat }
  /** Set for a series whose message does not name the show. */
  tvdb_id?: number
  /** For books: the number of the record in the library. */
  record_id?: number
  /** Other ids of the same book. */
  other_ids?: readonly string[]
  /** The id of the download; null: the manager does not report it. */
  download_id: string | null
  /** The time of the import by the manager's clock; absent: now. */
  at?: string
  /** Identifies the import for any source; for a series, one key for each of the parts, in their order (C60). */
  keys: readonly string[]
}

const Id = z.int().positive()
const Title = z.string().min(1)
/** `isUpgrade` is absent in summaries, which repeat files that were reported before (sonarr.md, "Webhooks"). */
const Upgrade = { isUpgrade: z.boolean().optional(), downloadId: z.string().nullish() }

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

function downloadOf({ downloadId }: { downloadId?: string | null | undefined }): string | null {
  return downloadId || null
}

type Reader = (body: unknown) => Import | null

/** The fields of a title that both a message and a row of the history contain. */
type Named = Pick<Import, 'type' | 'identity' | 'parts' | 'data' | 'keys'> &
  Partial<Pick<Import, 'tvdb_id' | 'record_id'>>

function movieNews(tmdb_id: number, title: string): Named {
  const identity = `movie:${tmdb_id}`
  const data = { media_type: 'movie' as const, tmdb_id, title }
  return { type: 'new_movie', identity, parts: [], data, keys: [identity] }
}

interface Series {
  title: string
  tvdb_id?: number | undefined
  tmdb_id?: number | undefined
}

function seriesNews({ title, tvdb_id, tmdb_id }: Series, parts: readonly string[]): Named | null {
  if (tmdb_id === undefined && tvdb_id === undefined) return null
  const identity = `tv:${tvdb_id ?? `tmdb-${tmdb_id}`}`
  return {
    type: 'new_episode',
    identity,
    parts,
    data: { media_type: 'tv', title, ...(tmdb_id !== undefined && { tmdb_id }) },
    ...(tvdb_id !== undefined && { tvdb_id }),
    keys: parts.map(part => `${identity} ${part}`),
  }
}

function albumNews(foreign_id: string, title: string): Named {
  const identity = `music:${foreign_id}`
  const data = { media_type: 'music' as const, foreign_id, title }
  return { type: 'new_music', identity, parts: [], data, keys: [identity] }
}

interface Book {
  record_id: number
  title: string
  foreign_id: string | undefined
  book_format: BookFormat | undefined
}

/** The record id is the only reliable key of a book (chaptarr.md, 8). */
function bookNews({ record_id, title, foreign_id, book_format }: Book): Named {
  const data = {
    media_type: 'book' as const,
    title,
    ...(foreign_id !== undefined && { foreign_id }),
    ...(book_format !== undefined && { book_format }),
  }
  const identity = `book:${foreign_id ?? `record-${record_id}`}`
  return { type: 'new_book', identity, parts: [], data, record_id, keys: [`book:record-${record_id}`] }
}

const partOf = (season: number, episode: number) => `${season}x${episode}`

const readMovie: Reader = body => {
  const read = MovieImport.safeParse(body)
  if (!read.success) return null
  const { title, tmdbId } = read.data.movie
  return { ...movieNews(tmdbId, title), kind: kindOf(read.data), download_id: downloadOf(read.data) }
}

const readSeries: Reader = body => {
  const read = SeriesImport.safeParse(body)
  if (!read.success) return null
  const { title, tvdbId = 0, tmdbId = 0 } = read.data.series
  const series = {
    title,
    ...(tvdbId > 0 && { tvdb_id: tvdbId }),
    ...(tmdbId > 0 && { tmdb_id: tmdbId }),
  }
  const parts = read.data.episodes.map(one => partOf(one.seasonNumber, one.episodeNumber))
  const news = seriesNews(series, parts)
  return news && { ...news, kind: kindOf(read.data), download_id: downloadOf(read.data) }
}

const readAlbum: Reader = body => {
  const read = AlbumImport.safeParse(body)
  if (!read.success) return null
  const { title, mbId } = read.data.album
  return { ...albumNews(mbId, title), kind: kindOf(read.data), download_id: downloadOf(read.data) }
}

/** Managers write a zero for "none". */
const NO_ID = /^(gr:)?0*$/
const AUDIO = /^(mp3|flac|m4b|m4a|aac|ogg|opus|wav|unknown audio)\b/i

/** The message does not name the format; the file types show it (chaptarr.md, 8). Undefined: both, or unknown. */
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
  const { id: record_id, title, goodreadsId = '' } = read.data.book
  const foreign_id = NO_ID.test(goodreadsId) ? undefined : goodreadsId
  const book_format = formatOf(read.data.bookFiles)
  const news = bookNews({ record_id, title, foreign_id, book_format })
  return { ...news, kind: kindOf(read.data), download_id: downloadOf(read.data) }
}

/** The same book by the id under which its library files it, in the format of its record. */
export function namedByLibrary(
  found: Import,
  { record_id, foreign_book_id, works, format }: LibraryBook,
): Import {
  const { title = '', foreign_id: sent_id, book_format: shown_format } = found.data
  const foreign_id = foreign_book_id || sent_id
  const book_format = format ?? shown_format
  const ids = new Set([...(sent_id === undefined ? [] : [sent_id]), ...works])
  const other_ids = [...ids].filter(id => id !== foreign_id)
  return { ...found, ...bookNews({ record_id, title, foreign_id, book_format }), other_ids }
}

const READERS: Record<LibraryManagerType, Reader> = {
  movie_manager: readMovie,
  tv_manager: readSeries,
  music_manager: readAlbum,
  book_manager: readBook,
}

/** Null: nothing was imported, or the message does not name it. Every manager calls this event `Download`. */
export function readImport(
  { service_type, event_type }: { service_type: LibraryManagerType; event_type: string },
  body: unknown,
): Import | null {
  return event_type === 'Download' ? READERS[service_type](body) : null
}

const HISTORY_ID_PREFIX = 'history-'

/** Whether this id stands for a row of the history, because the file did not come from a download. */
export function isHistoryId(download_id: string): boolean {
  return download_id.startsWith(HISTORY_ID_PREFIX)
}

/** The same for a row of the manager's history (C60). Null: it does not name the title. */
export function importOf(file: ImportedFile): Import | null {
  const news = newsOf(file.title)
  const kind = file.is_upgrade ? 'upgrade' : 'new'
  // A file without a download has no download id; the id of its history row is used instead.
  const download_id = file.download_id ?? `${HISTORY_ID_PREFIX}${file.history_id}`
  return news && { ...news, kind, at: file.at, download_id }
}

function newsOf(title: ImportedTitle): Named | null {
  switch (title.media_type) {
    case 'movie':
      return movieNews(title.tmdb_id, title.title)
    case 'tv':
      return seriesNews(title, [partOf(title.season_number, title.episode_number)])
    case 'music':
      return albumNews(title.foreign_id, title.title)
    default: {
      const { record_id, foreign_id, quality } = title
      const book_format = quality === null ? undefined : formatOf([{ quality }])
      return bookNews({ record_id, title: title.title, foreign_id, book_format })
    }
  }
}

/** As Home lists it: a show is one entry, and a book has no reliable key besides its record (chaptarr.md, 8). */
export function additionOf({ data, identity, keys, at }: Import, instance_id: string, now: string) {
  const { media_type, tmdb_id = null, foreign_id = null, title = '' } = data
  return {
    instance_id,
    title_key: media_type === 'book' ? (keys[0] ?? identity) : identity,
    media_type,
    tmdb_id,
    foreign_id,
    title,
    added_at: at ?? now,
  }
}
