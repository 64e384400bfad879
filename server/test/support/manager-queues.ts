import { ALBUM, BOOK, HARBOUR_NINE_TVDB, MOVIE } from '@foyer/simulators'
import type { World } from './world.ts'

type LibraryWorld = World<never, 'movies' | 'series' | 'books' | 'music'>
export const QUEUED_TYPES = ['movie', 'tv', 'book', 'music'] as const
export type QueuedType = (typeof QUEUED_TYPES)[number]

const MANAGERS = { movie: 'radarr', tv: 'sonarr', book: 'chaptarr', music: 'lidarr' } as const

/** The simulated manager of a media type, and a download in it that no other test touches. */
export function openQueue({ radarr, sonarr, chaptarr, lidarr, ...world }: LibraryWorld, type: QueuedType) {
  const managers = { radarr, sonarr, chaptarr, lidarr }
  const manager = managers[MANAGERS[type]]
  const api = type === 'movie' || type === 'tv' ? '/api/v3' : '/api/v1'

  function start() {
    const wish = { progress: 0.5 }
    if (type === 'movie') {
      const movie = radarr.movie(MOVIE.requested) ?? radarr.addMovie(MOVIE.requested)
      return radarr.startDownload(movie.id, wish)
    }
    if (type === 'tv') {
      const series = sonarr.oneSeries(HARBOUR_NINE_TVDB) ?? sonarr.addSeries(HARBOUR_NINE_TVDB)
      const [first, second] = sonarr.episodes(series.id, 1)
      return sonarr.startDownload(series.id, [first?.id ?? 0, second?.id ?? 0], wish)
    }
    if (type === 'book') {
      const book = chaptarr.book(BOOK.tidewater, 'ebook') ?? chaptarr.addBook(BOOK.tidewater)
      return chaptarr.startDownload(book.id, wish)
    }
    const album = lidarr.album(ALBUM.night_ferry) ?? lidarr.addAlbum(ALBUM.night_ferry)
    return lidarr.startDownload(album.id, wish)
  }

  async function rowOf(download_id: string): Promise<number> {
    const response = await fetch(`${manager.url}${api}/queue/details`, {
      headers: { 'x-api-key': manager.api_key },
    })
    const rows = (await response.json()) as { id: number; downloadId: string }[]
    const row = rows.find(one => one.downloadId === download_id)
    if (!row) throw new Error(`The queue has no row of ${download_id}.`)
    return row.id
  }

  return {
    manager,
    api,
    /** A download half done. */
    async begin() {
      const { download_id } = start()
      return { download_id, queue_id: await rowOf(download_id) }
    },
    /** A finished one whose import waits for a person. */
    async beginStuck(...messages: string[]) {
      const { download_id } = start()
      manager.stickDownload(download_id, ...(messages.length > 0 ? messages : ['Waiting for a person']))
      return { download_id, queue_id: await rowOf(download_id) }
    },
    isQueued: (download_id: string) => manager.downloads().some(one => one.download_id === download_id),
    hasFile() {
      if (type === 'movie') return Boolean(radarr.movie(MOVIE.requested)?.file)
      if (type === 'tv') return sonarr.files().length > 0
      if (type === 'book') return !chaptarr.isMissing(chaptarr.book(BOOK.tidewater, 'ebook')?.id ?? 0)
      return !lidarr.isMissing(lidarr.album(ALBUM.night_ferry)?.id ?? 0)
    },
    removeFiles() {
      const movie = radarr.movie(MOVIE.requested)
      if (type === 'movie' && movie) radarr.deleteFile(movie.id)
      if (type === 'tv') for (const file of sonarr.files()) sonarr.deleteFile(file.id)
      const book = chaptarr.book(BOOK.tidewater, 'ebook')
      if (type === 'book' && book) chaptarr.deleteFiles(book.id)
      const album = lidarr.album(ALBUM.night_ferry)
      if (type === 'music' && album) lidarr.deleteFiles(album.id)
    },
    /** The changes that were sent to the queue since the last call of `journal.clear`. */
    removals: () => manager.journal.requests(`DELETE ${api}/queue/:id`),
    commands: () => manager.journal.requests(`POST ${api}/command`),
    /** Lets a command run. */
    async runCommands() {
      world.app.clock.advance(5000)
      await world.settle()
      manager.settle()
    },
  }
}
