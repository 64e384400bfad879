import { type Catalogue, createCatalogue } from './catalogue/catalogue.ts'
import { createSimClock, type SimClock } from './kit/time.ts'
import { startRadarr } from './radarr/radarr.ts'
import { startSonarr } from './sonarr/sonarr.ts'
import { startTmdb } from './tmdb/tmdb.ts'

interface Setting {
  seed: string
  clock: SimClock
  catalogue: Catalogue
  ports: Partial<Record<string, number>>
  journal_limit: number | undefined
  /** A demo's searches find things; a test says when. */
  indexers_stocked: boolean
  download_ms: number | undefined
  image_base: () => string
}

function libraryOptions(
  setting: Setting,
  name: string,
  own: { instance_name: string; root_folders: string[] },
) {
  return { ...setting, ...own, name, port: setting.ports[name] }
}

/** A product is a folder, and one line here. Order matters: pictures come from tmdb. */
const PRODUCTS = {
  tmdb: (setting: Setting) => startTmdb({ ...setting, now: setting.clock.now, port: setting.ports['tmdb'] }),
  radarr: (setting: Setting) =>
    startRadarr(libraryOptions(setting, 'radarr', { instance_name: 'Movies', root_folders: ['/movies'] })),
  radarr4k: (setting: Setting) =>
    startRadarr(
      libraryOptions(setting, 'radarr4k', { instance_name: 'Movies 4K', root_folders: ['/movies-4k'] }),
    ),
  sonarr: (setting: Setting) =>
    startSonarr(libraryOptions(setting, 'sonarr', { instance_name: 'Series', root_folders: ['/tv'] })),
  sonarrAnime: (setting: Setting) =>
    startSonarr(libraryOptions(setting, 'sonarrAnime', { instance_name: 'Anime', root_folders: ['/anime'] })),
}

export type ProductName = keyof typeof PRODUCTS
export type Products = { [K in ProductName]: Awaited<ReturnType<(typeof PRODUCTS)[K]>> }
type DefaultProduct = 'tmdb' | 'radarr' | 'sonarr'

export interface WorldOptions<P extends ProductName = DefaultProduct> {
  seed?: string
  /** Where time is read; the real clock when absent. The world can be advanced on top of it. */
  now?: () => number
  products?: readonly P[]
  ports?: Partial<Record<ProductName, number>>
  journal_limit?: number
  indexers_stocked?: boolean
  /** How long a grabbed download takes when nobody says; twenty minutes when absent. */
  download_ms?: number
  /** Whether `close` fails on requests for unknown paths. */
  strict?: boolean
}

export type World<P extends ProductName = DefaultProduct> = Pick<Products, P> & {
  clock: SimClock
  catalogue: Catalogue
  /** Moves time, lets everything due happen, and waits for the webhooks it caused. */
  advance: (ms: number) => Promise<void>
  /** Brings every product up to the present and waits for its webhooks. */
  settle: () => Promise<void>
  /** Throws when any product was asked for a path it does not have. */
  assertClean: () => void
  /** Stops everything; in a strict world then throws as `assertClean` does. */
  close: () => Promise<void>
}

const DEFAULT_PRODUCTS: readonly DefaultProduct[] = ['tmdb', 'radarr', 'sonarr']

export async function startWorld<P extends ProductName = DefaultProduct>(
  options: WorldOptions<P> = {},
): Promise<World<P>> {
  const seed = options.seed ?? 'foyer'
  const clock = createSimClock(options.now)
  const catalogue = createCatalogue(seed, clock.now())
  const started: Partial<Products> = {}
  const setting: Setting = {
    seed,
    clock,
    catalogue,
    ports: options.ports ?? {},
    journal_limit: options.journal_limit,
    indexers_stocked: options.indexers_stocked ?? false,
    download_ms: options.download_ms,
    image_base: () => `${started.tmdb?.url ?? 'http://127.0.0.1:9'}/t/p/original`,
  }
  const asked = new Set<ProductName>(options.products ?? DEFAULT_PRODUCTS)
  // Object.keys forgets that these are exactly the product names.
  const names = (Object.keys(PRODUCTS) as ProductName[]).filter(name => asked.has(name))
  for (const name of names) Object.assign(started, { [name]: await PRODUCTS[name](setting) })

  const all = () => Object.values(started)
  async function settle(): Promise<void> {
    for (const product of all()) if ('settle' in product) product.settle()
    for (const product of all()) if ('idle' in product) await product.idle()
  }
  function assertClean(): void {
    for (const product of all()) product.assertClean()
  }

  return {
    // Every asked product was started above; the compiler cannot count them.
    ...(started as Pick<Products, P>),
    clock,
    catalogue,
    async advance(ms) {
      clock.advance(ms)
      await settle()
    },
    settle,
    assertClean,
    async close() {
      await Promise.all(all().map(product => product.close()))
      if (options.strict ?? true) assertClean()
    },
  }
}
