import { startAudiobookshelf } from './audiobookshelf/audiobookshelf.ts'
import { startBookManager } from './book-manager/book-manager.ts'
import { type Catalogue, createCatalogue } from './catalogue/catalogue.ts'
import { startDiscord } from './discord/discord.ts'
import { startEmby } from './emby/emby.ts'
import { startGotify } from './gotify/gotify.ts'
import { startHardcover } from './hardcover/hardcover.ts'
import { startJellyfin } from './jellyfin/jellyfin.ts'
import { createSimClock, type SimClock } from './kit/time.ts'
import { startLidarr } from './lidarr/lidarr.ts'
import { startCoverArt } from './coverart/coverart.ts'
import { startListenBrainz } from './listenbrainz/listenbrainz.ts'
import { createKnownMusic, type KnownMusic } from './musicbrainz/known-music.ts'
import { startMusicBrainz } from './musicbrainz/musicbrainz.ts'
import { type AccountTokens, createAccountTokens } from './model-accounts/account-tokens.ts'
import { startModelAccounts } from './model-accounts/model-accounts.ts'
import { startModels } from './models/models.ts'
import { startNtfy } from './ntfy/ntfy.ts'
import { createPlexCloud, type PlexCloud } from './plex/plex-cloud.ts'
import { startPlexTv } from './plex/plex-tv.ts'
import { startPlex } from './plex/plex.ts'
import { startPushGateway } from './push-gateway/push-gateway.ts'
import { startRadarr } from './radarr/radarr.ts'
import { startSmtp } from './smtp/smtp.ts'
import { startSonarr } from './sonarr/sonarr.ts'
import { startTdarr } from './tdarr/tdarr.ts'
import { startTelegram } from './telegram/telegram.ts'
import { startTmdb } from './tmdb/tmdb.ts'
import { startTrakt } from './trakt/trakt.ts'
import { startWebhookReceiver } from './webhook-receiver/webhook-receiver.ts'

interface Setting {
  seed: string
  clock: SimClock
  catalogue: Catalogue
  ports: Partial<Record<string, number>>
  journal_limit: number | undefined
  /** In a demo, searches find releases; a test decides when. */
  indexers_stocked: boolean
  download_ms: number | undefined
  bulk_books: number | undefined
  bulk_albums: number | undefined
  image_base: () => string
  /** What plex.tv knows: shared by it and the media server. */
  cloud: PlexCloud
  /** What the music providers agree on. */
  music: KnownMusic
  /** Tokens that `modelAccounts` gives and `models` takes. */
  account_tokens: AccountTokens
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
  trakt: (setting: Setting) =>
    startTrakt({ ...setting, now: setting.clock.now, port: setting.ports['trakt'] }),
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
  lidarr: (setting: Setting) =>
    startLidarr(libraryOptions(setting, 'lidarr', { instance_name: 'Music', root_folders: ['/music/'] })),
  chaptarr: (setting: Setting) =>
    startBookManager({
      ...libraryOptions(setting, 'chaptarr', {
        instance_name: 'Books',
        root_folders: ['/books', '/audiobooks'],
      }),
      flavour: 'chaptarr',
    }),
  readarr: (setting: Setting) =>
    startBookManager({
      ...libraryOptions(setting, 'readarr', { instance_name: 'Old books', root_folders: ['/books'] }),
      flavour: 'readarr',
    }),
  hardcover: (setting: Setting) =>
    startHardcover({ ...setting, now: setting.clock.now, port: setting.ports['hardcover'] }),
  musicbrainz: (setting: Setting) =>
    startMusicBrainz({ ...setting, now: setting.clock.now, port: setting.ports['musicbrainz'] }),
  listenbrainz: (setting: Setting) =>
    startListenBrainz({ ...setting, now: setting.clock.now, port: setting.ports['listenbrainz'] }),
  coverart: (setting: Setting) =>
    startCoverArt({ ...setting, now: setting.clock.now, port: setting.ports['coverart'] }),
  jellyfin: (setting: Setting) => startJellyfin({ ...setting, port: setting.ports['jellyfin'] }),
  emby: (setting: Setting) => startEmby({ ...setting, port: setting.ports['emby'] }),
  plexTv: (setting: Setting) => startPlexTv({ ...setting, port: setting.ports['plexTv'] }),
  plex: (setting: Setting) => startPlex({ ...setting, port: setting.ports['plex'] }),
  audiobookshelf: (setting: Setting) =>
    startAudiobookshelf({ ...setting, port: setting.ports['audiobookshelf'] }),
  tdarr: (setting: Setting) => startTdarr({ ...setting, port: setting.ports['tdarr'] }),
  pushGateway: (setting: Setting) =>
    startPushGateway({ ...setting, now: setting.clock.now, port: setting.ports['pushGateway'] }),
  discord: (setting: Setting) =>
    startDiscord({ ...setting, now: setting.clock.now, port: setting.ports['discord'] }),
  ntfy: (setting: Setting) => startNtfy({ ...setting, now: setting.clock.now, port: setting.ports['ntfy'] }),
  gotify: (setting: Setting) =>
    startGotify({ ...setting, now: setting.clock.now, port: setting.ports['gotify'] }),
  telegram: (setting: Setting) =>
    startTelegram({ ...setting, now: setting.clock.now, port: setting.ports['telegram'] }),
  webhookReceiver: (setting: Setting) =>
    startWebhookReceiver({ ...setting, now: setting.clock.now, port: setting.ports['webhookReceiver'] }),
  smtp: (setting: Setting) => startSmtp({ now: setting.clock.now, port: setting.ports['smtp'] }),
  models: (setting: Setting) =>
    startModels({ ...setting, now: setting.clock.now, port: setting.ports['models'] }),
  modelAccounts: (setting: Setting) =>
    startModelAccounts({ ...setting, now: setting.clock.now, port: setting.ports['modelAccounts'] }),
}

export type ProductName = keyof typeof PRODUCTS
export type Products = { [K in ProductName]: Awaited<ReturnType<(typeof PRODUCTS)[K]>> }
type DefaultProduct = 'tmdb' | 'radarr' | 'sonarr'

export interface WorldOptions<P extends ProductName = DefaultProduct> {
  seed?: string
  /** The clock; the real one by default. The world can be advanced beyond it. */
  now?: () => number
  products?: readonly P[]
  ports?: Partial<Record<ProductName, number>>
  journal_limit?: number
  indexers_stocked?: boolean
  /** How long a grabbed download takes unless a test sets it; twenty minutes by default. */
  download_ms?: number
  /** Book managers list this many generated rows instead of their stock, for benchmarks. */
  bulk_books?: number
  /** The music manager likewise, ten albums to an artist. */
  bulk_albums?: number
  /** Whether `close` fails on requests for unknown paths. */
  strict?: boolean
}

export type World<P extends ProductName = DefaultProduct> = Pick<Products, P> & {
  clock: SimClock
  catalogue: Catalogue
  /** Moves time, lets everything due happen, and waits for the webhooks it caused. */
  advance: (ms: number) => Promise<void>
  /** Advances every product to the current time and waits for its webhooks. */
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
    bulk_books: options.bulk_books,
    bulk_albums: options.bulk_albums,
    image_base: () => `${started.tmdb?.url ?? 'http://127.0.0.1:9'}/t/p/original`,
    cloud: createPlexCloud(seed, clock),
    music: createKnownMusic(clock.now()),
    account_tokens: createAccountTokens(seed, clock.now),
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
