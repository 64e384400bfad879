import { MOVIE, SHOW } from './catalogue/fixtures.ts'
import type { Show } from './catalogue/types.ts'
import { createRandom, type Random } from './kit/random.ts'
import { DAY_MS } from './kit/time.ts'
import type { Radarr } from './radarr/radarr.ts'
import type { Sonarr } from './sonarr/sonarr.ts'
import type { World } from './world.ts'

export const DEMO_PRODUCTS = [
  'tmdb',
  'trakt',
  'radarr',
  'radarr4k',
  'sonarr',
  'sonarrAnime',
  'lidarr',
  'musicbrainz',
  'listenbrainz',
  'coverart',
  'chaptarr',
  'hardcover',
  'jellyfin',
  'plexTv',
  'plex',
  'audiobookshelf',
  'tdarr',
  'pushGateway',
  'ntfy',
  'gotify',
  'telegram',
  'webhookReceiver',
  'discord',
  'smtp',
  'models',
  'modelAccounts',
] as const

export type DemoProduct = (typeof DEMO_PRODUCTS)[number]
export type DemoWorld = World<DemoProduct>

const REQUESTERS = ['requester-1', 'requester-2', 'requester-3']

/** Titles whose absence or state is promised elsewhere. */
const RESERVED = new Set<number>([...Object.values(MOVIE), ...Object.values(SHOW)])

export function isFixture(tmdbId: number): boolean {
  return RESERVED.has(tmdbId)
}

/** Four libraries: some 60 % of the catalogue, most of it on disk, the rest wanted. */
export function stockDemoLibraries(world: DemoWorld, taken: ReadonlySet<string> = new Set()): void {
  const random = createRandom('demo')
  const now = world.clock.now()
  const movies = world.catalogue.movies.filter(movie => !movie.adult && !isFixture(movie.id))
  for (const movie of random.sample(movies, Math.round(movies.length * 0.6))) {
    const out = Date.parse(movie.release_date) < now - 60 * DAY_MS
    const added = pastDate(random, now)
    const file =
      out && random.chance(0.86) ? random.pick(['WEBDL-1080p', 'Bluray-1080p', 'WEBDL-720p']) : undefined
    const monitored = random.chance(0.94)
    const tags = random.chance(0.3) ? [random.pick(REQUESTERS)] : []
    if (taken.has(`movie:${movie.id}`)) continue
    stockMovie(world.radarr, movie.id, { added, file, monitored, tags })
    if (movie.popularity > 20 && random.chance(0.6)) {
      stockMovie(world.radarr4k, movie.id, {
        added,
        file: out && random.chance(0.8) ? 'WEBDL-2160p' : undefined,
        quality_profile_id: 5,
      })
    }
  }
  for (const show of random.shuffle(world.catalogue.shows)) {
    if (isFixture(show.id) || show.tvdb_id === null || !random.chance(show.anime ? 0.8 : 0.6)) continue
    if (taken.has(`tv:${show.id}`)) continue
    stockShow(show.anime ? world.sonarrAnime : world.sonarr, show, random, now)
  }
}

type MovieWish = Parameters<Radarr['addMovie']>[1]

function stockMovie(radarr: Radarr, tmdbId: number, wish: MovieWish): void {
  const record = radarr.addMovie(tmdbId, wish)
  if (record.file) radarr.recordPast(record.id)
}

function stockShow(sonarr: Sonarr, show: Show, random: Random, now: number): void {
  const numbers = show.seasons.map(season => season.season_number).filter(number => number > 0)
  const kept = random.chance(0.7) ? numbers : numbers.slice(-1)
  const files = random.chance(0.8) ? kept : kept.slice(0, -1)
  const series = sonarr.addSeries(show.tvdb_id ?? 0, { seasons: kept, files, added: pastDate(random, now) })
  sonarr.recordPast(series.id, now - NEWS_MS)
}

/** Whoever follows the history of a library takes what is younger for news, and there would be hundreds of them. */
const NEWS_MS = 8 * DAY_MS

/** Most were added over two years, a good part in the last weeks, so that "recent" has something to show. */
function pastDate(random: Random, now: number): number {
  const days = random.chance(0.3) ? random.int(1, 32) : random.int(33, 712)
  return now - NEWS_MS - days * DAY_MS - random.int(0, DAY_MS)
}
