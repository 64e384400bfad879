import { createRandom } from './kit/random.ts'
import { MINUTE_MS } from './kit/time.ts'
import {
  DEMO_PRODUCTS,
  type DemoProduct,
  type DemoWorld,
  isFixture,
  stockDemoLibraries,
} from './demo-library.ts'
import { keepShelvesBusy, stockDemoShelves } from './demo-shelves.ts'
import { stockFixtures } from './fixture-library.ts'
import { demoBrain } from './models/demo-brain.ts'
import type { Radarr } from './radarr/radarr.ts'
import type { Sonarr } from './sonarr/sonarr.ts'
import { startWorld, type WorldOptions } from './world.ts'

const TICK_MS = 1000
/** Between two words of the model: quick to read, and visibly written as it comes. */
const WORD_MS = 30
/** Downloads kept running per library: a dozen in all. */
const RUNNING = { radarr: 4, radarr4k: 2, sonarr: 4, sonarrAnime: 2 } as const

type DemoOptions = Pick<WorldOptions<DemoProduct>, 'seed' | 'ports' | 'now'>

/** The world of `npm run demo`: stocked libraries whose downloads move, finish and are followed by others. */
export async function startDemoWorld(options: DemoOptions = {}): Promise<DemoWorld> {
  return stockDemoWorld(await openDemoWorld(options))
}

/** Its products with empty libraries: for somebody who has a past to put into them first. */
export async function openDemoWorld(options: DemoOptions = {}): Promise<DemoWorld> {
  const world = await startWorld({
    ...options,
    products: DEMO_PRODUCTS,
    journal_limit: 200,
    indexers_stocked: true,
    // Short enough that somebody who requests a title sees it arrive.
    download_ms: 3 * MINUTE_MS,
    strict: false,
  })
  world.models.brain = demoBrain
  world.models.pace_ms = WORD_MS
  return world
}

/** Fills the libraries, but leaves the titles in `taken` (`movie:900001`) as they are, and lets their downloads run from now on. */
export function stockDemoWorld(world: DemoWorld, taken: ReadonlySet<string> = new Set()): DemoWorld {
  stockFixtures(world)
  stockDemoLibraries(world, taken)
  stockDemoShelves(world, taken)
  const random = createRandom('demo-downloads')
  const keepBusy = (first: boolean) => {
    const wish = () => ({
      duration_ms: random.int(3, 18) * MINUTE_MS,
      progress: first ? random.next() * 0.9 : 0,
    })
    busyMovies(world.radarr, { count: RUNNING.radarr, taken, wish })
    busyMovies(world.radarr4k, { count: RUNNING.radarr4k, taken, wish })
    const isTaken = (tvdbId: number) => taken.has(`tv:${world.catalogue.showByTvdb(tvdbId)?.id}`)
    busySeries(world.sonarr, { count: RUNNING.sonarr, isTaken, wish })
    busySeries(world.sonarrAnime, { count: RUNNING.sonarrAnime, isTaken, wish })
    keepShelvesBusy(world, wish)
  }
  keepBusy(true)
  stickOne(world.radarr)

  const timer = setInterval(() => {
    void world.settle()
    keepBusy(false)
  }, TICK_MS)
  timer.unref()
  return {
    ...world,
    async close() {
      clearInterval(timer)
      await world.close()
    },
  }
}

interface Busy {
  /** So many downloads at a time. */
  count: number
  wish: () => { duration_ms: number; progress: number }
}

function busyMovies(radarr: Radarr, { count, taken, wish }: Busy & { taken: ReadonlySet<string> }): void {
  const busy = new Set(radarr.downloads().map(download => download.target.parent_id))
  if (radarr.downloads().length >= count) return
  const idle = radarr
    .movies()
    .filter(movie => !busy.has(movie.id) && movie.monitored && !isFixture(movie.tmdb_id))
    .filter(movie => !taken.has(`movie:${movie.tmdb_id}`))
  const missing = idle.filter(movie => !movie.file && radarr.isAvailable(movie.id))
  // When nothing is missing any more, a better copy of something always turns up.
  const pool =
    missing.length > 0
      ? missing
      : idle.filter(movie => movie.file?.release.quality.quality.resolution === 720)
  for (const movie of pool.slice(0, count - busy.size)) radarr.startDownload(movie.id, wish())
}

function busySeries(
  sonarr: Sonarr,
  { count, isTaken, wish }: Busy & { isTaken: (tvdbId: number) => boolean },
): void {
  const running = sonarr.downloads()
  const busy = new Set(running.flatMap(download => download.target.child_ids))
  const busySeriesIds = new Set(running.map(download => download.target.parent_id))
  const wanting = sonarr
    .series()
    .filter(series => series.monitored && !busySeriesIds.has(series.id) && !isTaken(series.tvdb_id))
  let open = count - running.length
  for (const series of wanting) {
    if (open <= 0) return
    const missing = sonarr.missing(series.id).filter(episode => !busy.has(episode.id))
    const [first] = missing
    if (!first) continue
    const season = missing.filter(episode => episode.season_number === first.season_number)
    sonarr.startDownload(
      series.id,
      (open % 2 === 0 ? season : [first]).map(episode => episode.id),
      wish(),
    )
    open -= 1
  }
}

/** One import that waits for a person, so that the queue shows what that looks like. */
function stickOne(radarr: Radarr): void {
  const download = radarr.downloads().at(-1)
  if (download) radarr.stickDownload(download.download_id, 'Not an upgrade for existing movie file.')
}
