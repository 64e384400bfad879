import { ALBUM, BOOK, HARBOUR_NINE_TVDB, MOVIE } from '@foyer/simulators'
import { toolResult } from './tools.ts'
import { buildWorld } from './world.ts'

export const MANAGERS = ['movie', 'tv', 'music', 'book', 'old_book'] as const

/** Both book managers keep books. */
export const mediaOf = (manager: (typeof MANAGERS)[number]) => (manager === 'old_book' ? 'book' : manager)

/** A server with a library of every product, each with a title and its file, and calls of tools as the admin. */
export async function buildLibraries() {
  const world = await buildWorld({
    products: ['tmdb'],
    instances: ['movies', 'movies_4k', 'series', 'music', 'books', 'old_books'],
  })
  const { radarr, sonarr, lidarr, chaptarr, readarr } = world
  radarr.addMovie(MOVIE.with_file, { file: 'WEBDL-1080p' })
  radarr.addMovie(MOVIE.unmonitored, { monitored: false })
  const movie = radarr.addMovie(MOVIE.downloading)
  const series = sonarr.addSeries(HARBOUR_NINE_TVDB, { files: 'all' })
  const album = lidarr.addAlbum(ALBUM.night_ferry, { files: 'all' })
  const book = chaptarr.addBook(BOOK.tidewater, { file: true })
  const old_book = readarr.addBook(BOOK.tidewater, { file: true })
  const episodes = sonarr.episodes(series.id, 1).map(one => one.id)
  const records = { movie, series, album, book, old_book, episodes }
  /** One manager of each product: a download of its title, and where it is found. */
  const managers = {
    movie: {
      manager: radarr,
      start: () => radarr.startDownload(movie.id),
      instance_id: world.instance_ids.movies,
    },
    tv: {
      manager: sonarr,
      start: () => sonarr.startDownload(series.id, episodes.slice(0, 2), { quality: 'Bluray-1080p' }),
      instance_id: world.instance_ids.series,
    },
    music: {
      manager: lidarr,
      start: () => lidarr.startDownload(album.id),
      instance_id: world.instance_ids.music,
    },
    book: {
      manager: chaptarr,
      start: () => chaptarr.startDownload(book.id),
      instance_id: world.instance_ids.books,
    },
    old_book: {
      manager: readarr,
      start: () => readarr.startDownload(old_book.id),
      instance_id: world.instance_ids.old_books,
    },
  }
  const call = (name: string, input: object = {}) => toolResult(world.app, world.admin, name, input)
  /** The answer of the one library that was named or is the only one. */
  const one = async (name: string, input: object) => (await call(name, input)).libraries[0]
  return { ...world, managers, records, call, one }
}
