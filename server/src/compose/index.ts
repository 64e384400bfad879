import { allRoutes } from '@foyer/contract'
import { type Config, secretsOf } from '#config'
import { parseEncryptionKey } from '#config-reader'
import { createBroadcast } from '#db/broadcast.ts'
import { migrations } from '#db/migrations/index.ts'
import { createBackups } from '#features/backups/index.ts'
import { createEventHub, liveEventRoutes, openEventSockets } from '#features/live-events/index.ts'
import { createReadiness, serviceRoutes } from '#features/service/index.ts'
import { findCallers } from '#features/sessions/index.ts'
import { buildHttp } from '#http/app.ts'
import { trackConnections } from '#http/connections.ts'
import { createRateLimits } from '#http/rate-limits.ts'
import { createWebClient } from '#http/web-client.ts'
import { isSocketRequest } from '#http/websocket.ts'
import { createJobs } from '#jobs/index.ts'
import { iso, systemClock } from '#kit/clock.ts'
import { createLog } from '#kit/log.ts'
import { createScrubber } from '#kit/scrub.ts'
import { openEncryptionKey } from '#settings/encryption-key.ts'
import { createSettings } from '#settings/settings.ts'
import type { App, Given } from './app.ts'
import { composeAsking } from './asking.ts'
import { closeInOrder, drainHttp } from './closing.ts'
import { composeConfiguration } from './configuration.ts'
import { composeDiscoverMusic } from './discover-music.ts'
import { composeDiscoverBooks } from './discover-books.ts'
import { composeDiscovery } from './discovery.ts'
import { composeInbox, composeWebPush } from './inbox.ts'
import { describeInventory } from './instance-inventory.ts'
import { composeInstances, composeInventory } from './instances.ts'
import { composeKids } from './kids.ts'
import { composeMediaFiles } from './media-files.ts'
import { composeNotifications } from './notifications.ts'
import { composeWaysOut } from './outbound.ts'
import { composePeople } from './people.ts'
import { composeImageCache, composeReleases } from './releases.ts'
import { createStart } from './starting.ts'
import { openStorage } from './storage.ts'
import { composeTvMatches } from './tv-matches.ts'
import { composeUpstreams } from './upstreams.ts'

export type { App, Given } from './app.ts'

/** The one root: every part is made here and handed what it needs; nothing is found by looking around. */
export async function compose(
  config: Config,
  given: Partial<Given> = {},
  /** Ends the wait for PostgreSQL, and the migrations between two of them: nothing stays open, and it throws. */
  stopping?: AbortSignal,
): Promise<App> {
  const clock = given.clock ?? systemClock
  const scrubber = createScrubber()
  for (const secret of secretsOf(config)) scrubber.register(secret)
  const log = given.log ?? createLog({ level: config.log_level, scrubber })

  const storage = await openStorage({ config, clock, log, observe: given.observe, stopping })
  const { database, folder } = storage
  const closeAndThrow = async (error: unknown) => {
    await storage.close()
    throw error
  }
  const box = await openEncryptionKey(
    {
      given: config.encryption_key,
      file: folder.key_file,
      parse: text => parseEncryptionKey(text, 'encryption.key'),
    },
    database,
    iso(clock.now()),
  ).catch(closeAndThrow)
  const settings = createSettings({ database, clock, box })
  const broadcast = createBroadcast(database, {
    clock,
    log,
    ...(config.database_url && { url: config.database_url }),
  })
  const jobs = createJobs({ database, broadcast, clock, log })
  await jobs.prepare().catch(closeAndThrow)
  const backups = createBackups({ database, clock, jobs, place: folder })

  const limits = createRateLimits(clock)
  const inventory = composeInventory({ config, box, scrubber })
  const events = createEventHub({
    broadcast,
    clock,
    log,
    version: config.version,
    findCallers: ids => findCallers(database.read, ids),
    findViewers: (id, callers) => inventory.viewersAmong(database.read, id, callers),
    mayHearOf: (caller, data) => kids.gate.mayHear(caller, data),
  })

  const ways = composeWaysOut({ config, database, settings, broadcast, clock, log, scrubber })
  const { outbound } = ways
  const images = composeImageCache({
    config,
    folder,
    database,
    settings,
    clock,
    log,
    events,
    external: outbound.external,
  })
  const configuration = composeConfiguration({
    config,
    database,
    settings,
    clock,
    scrubber,
    events,
    inventory: describeInventory(inventory),
    ways,
    imageBaseUrl: images.cache.baseUrl,
  })
  const kids = composeKids({
    config,
    database,
    settings,
    clock,
    log,
    external: outbound.external,
    certification_lists: given.certification_lists ?? configuration.certification_lists,
    configuration,
  })
  const {
    identify,
    identifyByImageToken,
    bindings: people,
  } = composePeople({
    config,
    database,
    settings,
    clock,
    log,
    box,
    events,
    limits,
    knownLists: kids.knownLists,
    ssoRequired: given.ssoRequired ?? (async () => false),
    ...(given.argon && { argon: given.argon }),
    handOver: (tx, user_id) => asking.handOver(tx, user_id),
    notifications: {
      test: user_id => notifications.test(user_id),
      devicesEnded: tx => notifications.devicesEnded(tx),
      raise: (tx, alert) => notifications.alerts.raise(tx, alert),
    },
  })

  const upstreams = composeUpstreams({ outbound, box, ...config })
  const instances = composeInstances({
    config,
    database,
    settings,
    broadcast,
    jobs,
    clock,
    log,
    box,
    scrubber,
    events,
    limits,
    inventory,
    upstreams,
    kids: kids.gate,
    raise: (tx, alert) => notifications.alerts.raise(tx, alert),
    connected: (tx, instance) => notifications.news.connected(tx, instance),
  })

  const { screen, bindings: discovery } = composeDiscovery({
    config,
    database,
    clock,
    log,
    external: outbound.external,
    configuration,
    filter: given.content_filter ?? kids.filter,
  })

  const discoverMusic = composeDiscoverMusic({
    config,
    database,
    clock,
    external: outbound.external,
    inventory,
    configuration,
  })

  const discoverBooks = composeDiscoverBooks({
    config,
    database,
    broadcast,
    clock,
    jobs,
    log,
    box,
    scrubber,
    events,
    inventory,
    external: outbound.external,
    configuration,
  })

  const tvMatches = composeTvMatches({ config, database, clock, outbound, inventory, screen, configuration })

  const inbox = composeInbox({ database, clock, jobs, events, inventory, kids: kids.gate })
  const webPush = composeWebPush({
    config,
    database,
    settings,
    clock,
    box,
    scrubber,
    external: outbound.external,
  })
  const notifications = composeNotifications({
    config,
    database,
    settings,
    jobs,
    clock,
    log,
    box,
    scrubber,
    external: outbound.external,
    inventory,
    kids: kids.gate,
    library_events: instances.library_events,
    tv_matches: tvMatches.tv_matches,
    histories: upstreams.import_histories,
    inbox: inbox.inbox,
    channels: [webPush.channel],
  })

  const asking = composeAsking({
    database,
    settings,
    broadcast,
    jobs,
    clock,
    log,
    events,
    outbound,
    upstreams,
    inventory,
    library_events: instances.library_events,
    kids: kids.gate,
    screen,
    tv_matches: tvMatches.tv_matches,
    music_catalog: discoverMusic.catalog,
    alerts: notifications.alerts,
    polls: [instances.watchWebhook, notifications.news.poll],
  })

  const releases = composeReleases({
    config,
    database,
    settings,
    clock,
    log,
    outbound,
    inventory,
    library_events: instances.library_events,
    kids: kids.gate,
    configuration,
    image_cache: images.cache,
  })

  const mediaFiles = composeMediaFiles({
    database,
    clock,
    log,
    outbound,
    inventory,
    kids: kids.gate,
    tv_matches: tvMatches.tv_matches,
    records: asking.records,
  })

  const routes = [...allRoutes, ...(given.extra?.routes ?? [])]
  const socketPath = `${config.base_path}/api/ws`
  const http = buildHttp({
    routes,
    bindings: [
      ...serviceRoutes({
        routes: allRoutes,
        version: config.version,
        readiness: createReadiness({ database, migrations, box, clock, log, probe: storage.probe }),
      }),
      ...people,
      ...configuration.bindings,
      ...instances.bindings,
      ...discovery,
      ...discoverBooks.bindings,
      ...discoverMusic.bindings,
      ...tvMatches.bindings,
      ...images.bindings,
      ...releases.bindings,
      ...asking.bindings,
      ...mediaFiles.bindings,
      ...notifications.bindings,
      ...inbox.bindings,
      ...webPush.bindings,
      ...tvMatches.repairBindings(asking.correctives),
      ...liveEventRoutes(events, clock),
      ...(given.extra?.bindings ?? []),
    ],
    identify,
    identifyByImageToken,
    limits,
    clock,
    log,
    base_path: config.base_path,
    trusted_proxies: config.trusted_proxies,
    upgrades: request => isSocketRequest(request, socketPath),
    ...(given.web_folder && {
      web: createWebClient({
        folder: given.web_folder,
        base_path: config.base_path,
        image_origin: new URL(config.tmdb.image_url).origin,
      }),
    }),
  })
  const connections = trackConnections(http.server)
  const closeSockets = openEventSockets(http, {
    hub: events,
    identify,
    clock,
    log,
    base_path: config.base_path,
  })

  const starting = createStart([
    broadcast.start,
    events.start,
    ways.proxy_holder.start,
    jobs.start,
    asking.start,
    backups.schedule,
    inbox.schedule,
    notifications.start,
  ])

  return {
    http,
    database,
    broadcast,
    jobs,
    events,
    settings,
    log,
    start: starting.start,
    close: hurry =>
      closeInOrder({
        clock,
        log,
        first: [events.close, closeSockets, mediaFiles.close],
        running: [
          () => drainHttp({ http, connections, clock, log }, hurry),
          () => jobs.stop(hurry),
          starting.stop,
        ],
        // In the reverse order of making.
        last: [
          asking.close,
          notifications.close,
          releases.close,
          discoverBooks.close,
          instances.close,
          ways.close,
          broadcast.close,
          storage.close,
        ],
      }),
  }
}
