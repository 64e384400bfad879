export type { Audiobookshelf } from './audiobookshelf/audiobookshelf.ts'
export { AUTHOR, BOOK } from './book-manager/book-catalogue.ts'
export type { BookManager } from './book-manager/book-manager.ts'
export { setPictureStyle } from './catalogue/art/art.ts'
export { HARBOUR_NINE_TVDB, MOVIE, SHOW } from './catalogue/fixtures.ts'
export type { CoverArtArchive } from './coverart/coverart.ts'
export type { DemoWorld } from './demo-library.ts'
export { openDemoWorld, startDemoWorld, stockDemoWorld } from './demo.ts'
export type { Discord } from './discord/discord.ts'
export type { Emby } from './emby/emby.ts'
export { stockFixtures } from './fixture-library.ts'
export type { Gotify } from './gotify/gotify.ts'
export type { Hardcover } from './hardcover/hardcover.ts'
export type { Jellyfin } from './jellyfin/jellyfin.ts'
export { startFaultProxy, type FaultProxy } from './kit/fault-proxy.ts'
export {
  dropAfterCommit,
  dropBefore,
  garbage,
  hang,
  held,
  lie,
  slow,
  status,
  truncate,
  wrongKey,
  type Fault,
  type Faults,
} from './kit/faults.ts'
export { keysOf } from './kit/keys-of.ts'
export type { Journal, JournalEntry } from './kit/journal.ts'
export { createRandom, type Random } from './kit/random.ts'
export { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './kit/time.ts'
export type { Lidarr } from './lidarr/lidarr.ts'
export { ALBUM, ARTIST } from './lidarr/music-catalogue.ts'
export type { ListenBrainz } from './listenbrainz/listenbrainz.ts'
export type { ModelAccounts } from './model-accounts/model-accounts.ts'
export type { AskedMessage, ModelCall, ModelQuestion, Reply } from './models/model-types.ts'
export type { Models } from './models/models.ts'
export type { KnownMusic } from './musicbrainz/known-music.ts'
export type { MusicBrainz } from './musicbrainz/musicbrainz.ts'
export type { Ntfy } from './ntfy/ntfy.ts'
export { SETTINGS_SECRETS } from './servarr/provider-settings.ts'
export type { PlexCloud } from './plex/plex-cloud.ts'
export type { PlexTv } from './plex/plex-tv.ts'
export type { Plex } from './plex/plex.ts'
export type { PushGatewaySimulator } from './push-gateway/push-gateway.ts'
export type { Radarr } from './radarr/radarr.ts'
export { INDEXER_KEYS } from './servarr/releases.ts'
export {
  startSetTopHelper,
  type HelperProcess,
  type SetTopHelperSimulator,
  type SimulatedBox,
} from './settop-helper/settop-helper.ts'
export {
  dropAfterMessage,
  greylist,
  rejectRecipient,
  type SmtpFault,
} from './smtp/smtp-faults.ts'
export { type DeliveredMail, SERVER_TEXT, type SmtpSimulator, startSmtp } from './smtp/smtp.ts'
export type { Sonarr } from './sonarr/sonarr.ts'
export type { Tdarr } from './tdarr/tdarr.ts'
export type { Telegram } from './telegram/telegram.ts'
export type { Tmdb } from './tmdb/tmdb.ts'
export { LIST } from './trakt/trakt-lists.ts'
export type { Trakt } from './trakt/trakt.ts'
export type { WebhookReceiver } from './webhook-receiver/webhook-receiver.ts'
export { startWorld, type ProductName, type World, type WorldOptions } from './world.ts'
