import type { Config } from '#config'
import type { Database } from '#db/database.ts'
import { externalAddress } from '#features/connect-links/index.ts'
import { createInbox, createInboxSweep, inboxRoutes } from '#features/inbox/index.ts'
import type { Inventory } from '#features/instances/index.ts'
import type { TitleGate } from '#features/kids/index.ts'
import type { EventHub } from '#features/live-events/index.ts'
import { isForAdmins } from '#features/notifications/index.ts'
import { decidedAmong } from '#features/requests/index.ts'
import {
  createVapidKeys,
  createWebPushChannel,
  createWebPushService,
  subjectOf,
  webPushOrigin,
  webPushRoutes,
} from '#features/web-push/index.ts'
import type { Jobs } from '#jobs/index.ts'
import type { Clock } from '#kit/clock.ts'
import type { SecretBox } from '#kit/crypto.ts'
import type { Transport } from '#kit/outbound.ts'
import type { Scrubber } from '#kit/scrub.ts'
import type { Settings } from '#settings/settings.ts'
import { createWebPush } from '#upstreams/web-push/web-push.ts'

export interface InboxComposition {
  database: Database
  clock: Clock
  jobs: Jobs
  events: EventHub
  inventory: Inventory
  kids: TitleGate
}

/** What people were told of, to be read in the app. */
export function composeInbox(parts: InboxComposition) {
  const inbox = createInbox({ ...parts, isForAdmins, decidedAmong })
  const sweep = createInboxSweep(parts)
  return { inbox, bindings: inboxRoutes(inbox), schedule: sweep.schedule }
}

export interface WebPushComposition {
  config: Config
  database: Database
  settings: Settings
  clock: Clock
  box: SecretBox
  scrubber: Scrubber
  external: Transport
}

/** Alerts to browsers: who subscribed, and the outbox's way to them. */
export function composeWebPush(parts: WebPushComposition) {
  const { config, database, settings } = parts
  const push = createWebPush(parts)
  const keys = createVapidKeys({ ...parts, push })
  const { hosts } = config.web_push
  async function subject(): Promise<string> {
    const { external_url } = await settings.read(database.read, externalAddress)
    const { origin } = await settings.read(database.read, webPushOrigin)
    return subjectOf({ contact: config.contact, external_url, seen_origin: origin })
  }
  const service = createWebPushService({ ...parts, keys, hosts })
  return {
    channel: createWebPushChannel({ ...parts, push, keys, subject, hosts }),
    bindings: webPushRoutes(service),
  }
}
