import { allRoutes } from '@foyer/contract'
import type { Config } from '#config'
import { createAiAccountsSlice } from '#features/ai-accounts/slice.ts'
import { createAiLinksSlice } from '#features/ai-links/slice.ts'
import { createAiModelsSlice } from '#features/ai-models/slice.ts'
import { createAppConfigSlice } from '#features/app-config/slice.ts'
import { createAppPreferencesSlice } from '#features/app-preferences/slice.ts'
import { createAttentionSlice } from '#features/attention/slice.ts'
import { createBackupsSlice } from '#features/backups/slice.ts'
import { createBookLibrarySlice } from '#features/book-library/slice.ts'
import { createBookListsSlice } from '#features/book-lists/slice.ts'
import { createBookStatusSlice } from '#features/book-status/slice.ts'
import { createChatWebhookSlice } from '#features/chat-webhook/slice.ts'
import { createConnectLinksSlice } from '#features/connect-links/slice.ts'
import { createDeliveriesSlice } from '#features/deliveries/slice.ts'
import { createDestinationsSlice } from '#features/destinations/slice.ts'
import { createDiscoverBooksSlice } from '#features/discover-books/slice.ts'
import { createDiscoverMusicSlice } from '#features/discover-music/slice.ts'
import { createDiscoverScreenSlice } from '#features/discover-screen/slice.ts'
import { createEmailSlice } from '#features/email/slice.ts'
import { createHiddenTitlesSlice } from '#features/hidden-titles/slice.ts'
import { createImageCacheSlice } from '#features/image-cache/slice.ts'
import { createInboxSlice } from '#features/inbox/slice.ts'
import { createInstancesSlice } from '#features/instances/slice.ts'
import { createKidsSlice } from '#features/kids/slice.ts'
import { createLibraryAccessSlice } from '#features/library-access/slice.ts'
import { createLibraryNewsSlice } from '#features/library-news/slice.ts'
import { createLibraryStatusSlice } from '#features/library-status/slice.ts'
import { createLibraryWebhooksSlice } from '#features/library-webhooks/slice.ts'
import { createLiveEventsSlice } from '#features/live-events/slice.ts'
import { createManagerProxySlice } from '#features/manager-proxy/slice.ts'
import { createMediaFilesSlice } from '#features/media-files/slice.ts'
import { createMediaServersSlice } from '#features/media-servers/slice.ts'
import { createMusicLibrarySlice } from '#features/music-library/slice.ts'
import { createNotificationsSlice } from '#features/notifications/slice.ts'
import { createOauthServerSlice } from '#features/oauth-server/slice.ts'
import { createOperationsSlice } from '#features/operations/slice.ts'
import { createOutboundProxySlice } from '#features/outbound-proxy/slice.ts'
import { createPersonPreferencesSlice } from '#features/person-preferences/slice.ts'
import { createProviderKeysSlice } from '#features/provider-keys/slice.ts'
import { createPushSlice } from '#features/push/slice.ts'
import { createQueueWatchSlice } from '#features/queue-watch/slice.ts'
import { createRecentlyAddedSlice } from '#features/recently-added/slice.ts'
import { createReleasesSlice } from '#features/releases/slice.ts'
import { createRequestQuotasSlice } from '#features/request-quotas/slice.ts'
import { createRequestSettingsSlice } from '#features/request-settings/slice.ts'
import { createRequestsSlice } from '#features/requests/slice.ts'
import { createSearchSlice } from '#features/search/slice.ts'
import { createServiceSlice } from '#features/service/slice.ts'
import { assertStillMay } from '#features/sessions/index.ts'
import { createSessionsSlice } from '#features/sessions/slice.ts'
import { createSetTopBoxesSlice } from '#features/set-top-boxes/slice.ts'
import { createSigninAccountServerSlice } from '#features/signin-account-server/slice.ts'
import { createSigninInviteServerSlice } from '#features/signin-invite-server/slice.ts'
import { createSigninOidcSlice } from '#features/signin-oidc/slice.ts'
import { createSigninPasskeySlice } from '#features/signin-passkey/slice.ts'
import { createTitleNamesSlice } from '#features/title-names/slice.ts'
import { createTitleStatusSlice } from '#features/title-status/slice.ts'
import { createTranscoderSlice } from '#features/transcoder/slice.ts'
import { createTvMatchesSlice } from '#features/tv-matches/slice.ts'
import { createTvRepairsSlice } from '#features/tv-repairs/slice.ts'
import { createUsersSlice } from '#features/users/slice.ts'
import { createWatchlistSlice } from '#features/watchlist/slice.ts'
import { createWebPushSlice } from '#features/web-push/slice.ts'
import { assertHandled } from '#platform/hooks.ts'
import type { App, Overrides } from './app.ts'
import { addAssistants } from './assistants.ts'
import { closeInOrder, drainHttp } from './closing.ts'
import { openHttp } from './http.ts'
import { createPlatform } from './platform.ts'
import { addProblems } from './problems.ts'
import { collectSlices } from './slices.ts'
import { createStart } from './starting.ts'
import { createUpstreams } from './upstreams.ts'

export type { App, Overrides } from './app.ts'

/**
 * The composition root. Slices are created in the order of their dependencies; facts that concern later slices go
 * through `platform.hooks`. Each line passes a slice everything it may use besides the platform.
 */
export async function compose(
  config: Config,
  overrides: Partial<Overrides> = {},
  /** Ends the wait for PostgreSQL, or stops between two migrations. All is closed again, and `compose` throws. */
  stopping?: AbortSignal,
): Promise<App> {
  const opened = await createPlatform(config, overrides, stopping)
  const { platform, proxy, probe, restart_asked, watch, starts, closes } = opened
  const upstreams = createUpstreams(platform)
  const ssoRequired = overrides.ssoRequired ?? platform.hooks.ssoRequired.find
  const slices = collectSlices()
  const { add } = slices

  // Configuration
  const { readiness } = add(createServiceSlice(platform, { probe }))
  const { readBackupHealth } = add(createBackupsSlice(platform))
  add(createOutboundProxySlice(platform, proxy))
  const { inventory, grants, adopt, shareLibraries, readDeliveryOptions } = add(
    createInstancesSlice(platform, upstreams),
  )
  const models = overrides.ai_models ?? add(createAiModelsSlice(platform))
  const ai_links = add(createAiLinksSlice(platform, { models }))
  const ai = add(createAiAccountsSlice(platform, { models, links: ai_links }))
  const keys = add(createProviderKeysSlice(platform, { shared_ai: ai.shared }))
  const images = add(createImageCacheSlice(platform))
  const { discovery } = add(createAppConfigSlice(platform, { inventory, keys, images, ai: ai.accounts }))

  // Accounts, events and notifications
  const { languageOf, textsOf, chosenBy: preferencesOf } = add(createPersonPreferencesSlice(platform))
  const { certification_lists } = overrides
  const { filter, gate: kids } = add(createKidsSlice(platform, { keys, assertStillMay, certification_lists }))
  const hub = add(createLiveEventsSlice(platform, { inventory, kids }))
  const inbox = add(createInboxSlice(platform, { inventory, kids }))
  const notifications = add(createNotificationsSlice(platform, { inventory, kids, inbox, textsOf }))
  const { alerts } = notifications
  add(createLibraryAccessSlice(platform, { inventory, grants, alerts }))
  add(createPushSlice(platform, { notifications }))
  add(createWebPushSlice(platform, { notifications }))
  add(createChatWebhookSlice(platform, { notifications, textsOf }))
  const email = add(createEmailSlice(platform, { textsOf }))
  add(createDestinationsSlice(platform, { notifications, email, textsOf }))
  const sessions = add(createSessionsSlice(platform, { alerts, argon: overrides.argon, ssoRequired }))
  const { issuer, answer } = sessions
  add(createOperationsSlice(platform, { ...watch, readiness, hub, sessions }))
  const passkeys = add(createSigninPasskeySlice(platform, { sessions, ssoRequired }))
  const { tool_access, ...oauth } = add(createOauthServerSlice(platform, { sessions, passkeys, ssoRequired }))
  const tool_clients = overrides.tool_clients ?? oauth.tool_clients
  const { identities: invite_identities } = add(
    createSigninInviteServerSlice(platform, {
      ...upstreams,
      sessions,
      ssoRequired,
      inventory,
      grants,
      tool_clients,
    }),
  )
  const sso = add(createSigninOidcSlice(platform, { sessions, ssoRequired, tool_clients }))
  add(createSigninAccountServerSlice(platform, { ...upstreams, sessions, ssoRequired, inventory, grants }))
  const links = add(createConnectLinksSlice(platform, { issuer, answer, ssoRequired }))
  const { imported } = add(createUsersSlice(platform, { sessions, sso, notifications }))
  const preferences = add(createAppPreferencesSlice(platform))

  // Discovery
  const hidden_titles = add(
    createHiddenTitlesSlice(platform, { filter: overrides.content_filter ?? filter, kids }),
  )
  const screen = add(
    createDiscoverScreenSlice(platform, { keys, discovery, languageOf, filter: hidden_titles.filter }),
  )
  const { catalog, feeds: music_feeds } = add(
    createDiscoverMusicSlice(platform, { inventory, discovery, hidden_works: hidden_titles.works }),
  )
  const lists = add(createBookListsSlice(platform, { inventory }))
  add(createDiscoverBooksSlice(platform, { inventory, lists, discovery, hidden_works: hidden_titles.works }))
  const tv_matches = add(createTvMatchesSlice(platform, { inventory, keys, screen }))

  // Libraries
  const { webhook_installers, gateways, import_histories, testers } = upstreams
  const webhooks = add(
    createLibraryWebhooksSlice(platform, { inventory, alerts, installers: webhook_installers }),
  )
  const { library_events } = webhooks
  const { findBooks } = add(createManagerProxySlice(platform, { inventory, kids, hidden_titles, gateways }))
  add(createSearchSlice(platform, { screen, music: music_feeds, findBooks, inventory, discovery }))
  const news = add(
    createLibraryNewsSlice(platform, {
      inventory,
      alerts,
      library_events,
      tv_matches,
      histories: import_histories,
    }),
  )
  add(
    createRecentlyAddedSlice(platform, {
      inventory,
      kids: hidden_titles.gate,
      hidden_titles,
      discovery,
      screen,
      languageOf,
    }),
  )
  add(createTitleNamesSlice(platform, { title_gate: hidden_titles.gate, languageOf, screen }))
  const { status, projections, onStale } = add(
    createLibraryStatusSlice(platform, { inventory, library_events }),
  )
  const book_library = add(
    createBookLibrarySlice(platform, { inventory, onStale, hidden_works: hidden_titles.works }),
  )
  add(
    createReleasesSlice(platform, {
      inventory,
      library_events,
      kids,
      hidden_titles,
      discovery,
      images,
      preferencesOf,
      textsOf,
    }),
  )

  // Requests and deliveries
  const quotas = add(createRequestQuotasSlice(platform, { inventory, kids }))
  const { policyOf, readQualityProfiles } = add(
    createRequestSettingsSlice(platform, { inventory, kids, library_events }),
  )
  const deliveries = add(
    createDeliveriesSlice(platform, {
      inventory,
      kids,
      testers,
      library_events,
      library_status: status,
      quotas,
      policyOf,
      tv_matches,
      screen,
      music_catalog: catalog,
    }),
  )
  const music = add(
    createMusicLibrarySlice(platform, { inventory, onStale, deliveries, hidden_works: hidden_titles.works }),
  )
  const books = add(createBookStatusSlice(platform, { inventory, onStale, deliveries }))
  const { correctives, latestOwnRequest, readTitle, ...requests } = add(
    createRequestsSlice(platform, {
      inventory,
      kids,
      alerts,
      policyOf,
      readQualityProfiles,
      quotas,
      deliveries,
      tv_matches,
      library_status: status,
      screen,
      music,
      books,
      music_catalog: catalog,
      readDeliveryOptions,
    }),
  )
  add(
    createWatchlistSlice(platform, {
      inventory,
      kids: hidden_titles.gate,
      hidden_titles,
      alerts,
      keys,
      screen,
      music_catalog: catalog,
      books: { ...book_library, describe: books.describe },
      tv_matches,
      requests,
    }),
  )
  add(createTvRepairsSlice(platform, { inventory, tv_matches, correctives }))
  add(createTitleStatusSlice(platform, { inventory, kids, status, matches: tv_matches, latestOwnRequest }))
  const { down } = add(
    createQueueWatchSlice(platform, {
      inventory,
      library_events,
      status,
      projections,
      matches: tv_matches,
      others: { book_manager: books.watched, music_manager: music.watched },
      polls: [webhooks.watchWebhook, news.poll],
      testers,
      openStreams: hub.openStreams,
    }),
  )
  add(createAttentionSlice(platform, { inventory, down, ai_health: ai.health, readBackupHealth }))
  const records = { book: books.records, album: music.records }
  const { title_records } = add(createMediaFilesSlice(platform, { inventory, kids, tv_matches, records }))

  // Media servers
  const { media_servers, personal_accounts, title_lookups, latest_titles, audiobook_lookup } = upstreams
  add(
    createMediaServersSlice(platform, {
      inventory,
      grants,
      adopt,
      shareLibraries,
      links,
      imported,
      alerts,
      preferences,
      media_servers,
      personal_accounts,
      invite_identities,
      kids,
      title_gate: hidden_titles.gate,
      hidden_titles,
      discovery,
      languageOf,
      screen,
      title_lookups,
      latest_titles,
      bookRecords: books.records,
      audiobook_lookup,
    }),
  )

  add(createSetTopBoxesSlice(platform, { inventory, status, matches: tv_matches }))
  add(createTranscoderSlice(platform, { inventory }))

  const { dispatcher, operations, configuration, server_tools } = addAssistants(platform, slices, {
    inventory,
    tv_matches,
    title_records,
    work_records: { book: books.shelved, album: music.records },
    library_status: status,
    alerts,
    ports: upstreams.manager_configurations,
    tool_access,
    tools: overrides.tools,
    accounts: ai.accounts,
    models,
  })

  addProblems(platform, slices, {
    inventory,
    kids,
    alerts,
    tv_matches,
    readTitle,
    bookRecords: books.records,
    operations,
    configuration,
    server_tools,
    accounts: ai.accounts,
    models,
  })

  assertHandled(platform.hooks)
  const { http, connections, closeSockets } = openHttp(platform, {
    routes: overrides.extra ? [...allRoutes, ...overrides.extra.routes] : allRoutes,
    bindings: [...slices.routes(), ...(overrides.extra?.bindings ?? [])],
    sessions,
    hub,
    ...watch,
    web_folder: overrides.web_folder,
  })
  const { clock, log, jobs, database, broadcast, events, settings } = platform
  const starting = createStart([...starts, jobs.start, ...slices.starts()])

  return {
    http,
    database,
    broadcast,
    jobs,
    events,
    event_hub: hub,
    tools: dispatcher,
    settings,
    log,
    restart_asked,
    start: starting.start,
    close: hurry =>
      closeInOrder({
        clock,
        log,
        first: [...slices.endStreams(), closeSockets],
        running: [
          () => drainHttp({ http, connections, clock, log }, hurry),
          () => jobs.stop(hurry),
          starting.stop,
        ],
        last: [...slices.closes(), ...closes],
      }),
  }
}
