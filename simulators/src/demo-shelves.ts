import { AUTHOR } from './book-manager/book-catalogue.ts'
import type { DemoWorld } from './demo-library.ts'
import { createRandom, type Random } from './kit/random.ts'
import { DAY_MS } from './kit/time.ts'
import { ARTIST } from './lidarr/music-catalogue.ts'

export type Shelves = Pick<
  DemoWorld,
  | 'clock'
  | 'catalogue'
  | 'radarr'
  | 'sonarr'
  | 'lidarr'
  | 'chaptarr'
  | 'jellyfin'
  | 'plex'
  | 'audiobookshelf'
  | 'tdarr'
>

/** Music and books, most of them on disk, and media servers that show what the libraries hold. */
export function stockDemoShelves(world: Shelves, taken: ReadonlySet<string> = new Set()): void {
  const random = createRandom('demo-shelves')
  stockMusic(world, random, taken)
  stockBooks(world, random, taken)
  for (const movie of world.radarr.movies()) {
    if (!movie.file) continue
    world.jellyfin.library.addMovie(movie.tmdb_id)
    world.plex.library.addMovie(movie.tmdb_id)
  }
  for (const series of world.sonarr.series()) {
    const show = world.catalogue.showByTvdb(series.tvdb_id)
    if (!show) continue
    world.jellyfin.library.addShow(show.id)
    world.plex.library.addShow(show.id)
  }
}

/** None of it is news of the last week. */
function pastDate(random: Random, now: number): number {
  return now - random.int(9, 508) * DAY_MS - random.int(0, DAY_MS)
}

function stockMusic({ lidarr, clock }: Shelves, random: Random, taken: ReadonlySet<string>): void {
  for (const artist of lidarr.music.artists) {
    if (artist.id === ARTIST.absent) continue
    for (const album of artist.albums) {
      if (!random.chance(0.7) || taken.has(`music:${album.id}`)) continue
      const out = Date.parse(album.release_date) <= clock.now()
      const files = out && random.chance(0.8) ? 'all' : 0
      lidarr.addAlbum(album.id, { files, added: pastDate(random, clock.now()) })
    }
  }
}

function stockBooks(
  { chaptarr, audiobookshelf, clock }: Shelves,
  random: Random,
  taken: ReadonlySet<string>,
): void {
  for (const author of chaptarr.catalogue.authors) {
    if (author.hardcover === AUTHOR.absent) continue
    // Somebody who asked for one format of an author has that format only.
    const known = chaptarr.authors().find(one => one.hardcover === author.hardcover)
    const takes = (format: 'ebook' | 'audiobook') => !known || known.formats[format] !== undefined
    for (const book of author.books) {
      if (taken.has(`book:${book.hardcover}`)) continue
      const added = pastDate(random, clock.now())
      const out = Date.parse(book.release_date) <= clock.now()
      if (random.chance(0.6) && takes('ebook'))
        chaptarr.addBook(book.hardcover, { file: out && random.chance(0.8), added })
      if (!out || !random.chance(0.4) || !takes('audiobook')) continue
      chaptarr.addBook(book.hardcover, { format: 'audiobook', file: true, added })
      audiobookshelf.addBook(book.hardcover, { added_at: added })
    }
  }
}

type Wish = () => { duration_ms: number; progress: number }

/** Two albums, two books, two transcodes and a health check under way, as long as there is something to do. */
export function keepShelvesBusy({ lidarr, chaptarr, tdarr, radarr }: Shelves, wish: Wish): void {
  const albums = new Set(lidarr.downloads().flatMap(download => download.target.child_ids))
  const wantedAlbums = lidarr
    .albums()
    .filter(album => album.monitored && !albums.has(album.id) && lidarr.isMissing(album.id))
  for (const album of wantedAlbums.slice(0, 2 - albums.size)) lidarr.startDownload(album.id, wish())

  const books = new Set(chaptarr.downloads().flatMap(download => download.target.child_ids))
  const wantedBooks = chaptarr
    .books()
    .filter(book => book.monitored && !books.has(book.id) && chaptarr.isMissing(book.id))
  for (const book of wantedBooks.slice(0, 2 - books.size)) chaptarr.startDownload(book.id, wish())

  const jobs = tdarr.nodes.flatMap(node => node.jobs)
  const working = new Set(jobs.map(job => job.file))
  const idle = radarr
    .movies()
    .map(movie => `/media/movies/${movie.title}.mkv`)
    .filter(file => !working.has(file))
  const checks = jobs.filter(job => job.type === 'healthcheckcpu').length
  const room = 2 - (jobs.length - checks)
  for (const file of idle.slice(0, room)) tdarr.startJob(file, wish())
  for (const file of idle.slice(room, room + 1 - checks))
    tdarr.startJob(file, { ...wish(), type: 'healthcheckcpu' })
}
