import type { LibraryManagerType } from '@foyer/contract/instance-types'
import type { Config } from '#config'
import type { Database, Db, Tx } from '#db/database.ts'
import type { Inventory } from '#features/instances/index.ts'
import type { TitleGate } from '#features/kids/index.ts'
import type { LibraryEvents } from '#features/library-webhooks/index.ts'
import {
  type AlertChannel,
  createAlerts,
  createJudge,
  createLibraryNews,
  createNotificationTest,
  createPreferences,
  createTellPace,
  handleSending,
  handleTelling,
  type InboxWriter,
  notificationRoutes,
} from '#features/notifications/index.ts'
import {
  createDeliveryHealth,
  createGatewayKeys,
  createGatewaySync,
  createPushChannel,
  createPushDevices,
  createPushPolicyPage,
  createPushUpkeep,
  pushRoutes,
} from '#features/push/index.ts'
import { countPending, findRequest } from '#features/requests/index.ts'
import type { Jobs } from '#jobs/index.ts'
import { createTurns } from '#jobs/turns.ts'
import type { Clock } from '#kit/clock.ts'
import type { SecretBox } from '#kit/crypto.ts'
import type { Log } from '#kit/log.ts'
import type { Transport } from '#kit/outbound.ts'
import type { Scrubber } from '#kit/scrub.ts'
import type { ImportHistory } from '#ports/import-history.ts'
import type { Settings } from '#settings/settings.ts'
import { createPushGateway } from '#upstreams/push-gateway/push-gateway.ts'

export interface NotificationComposition {
  config: Pick<Config, 'push' | 'server_name'>
  database: Database
  settings: Settings
  jobs: Jobs
  clock: Clock
  log: Log
  box: SecretBox
  scrubber: Scrubber
  external: Transport
  inventory: Inventory
  kids: TitleGate
  library_events: LibraryEvents
  tv_matches: {
    shows(db: Db, tvdb_ids: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>>
  }
  histories: Readonly<Record<LibraryManagerType, ImportHistory>>
  inbox: InboxWriter
  /** Ways to devices beside the gateway. */
  channels: readonly AlertChannel[]
}

/** The gateway, when one is configured. */
function composeGateway(parts: NotificationComposition, discarded: (tx: Tx) => Promise<void>) {
  const { config, database, clock, external, scrubber } = parts
  const { gateway_url, api_key, enrol_token } = config.push
  const health = createDeliveryHealth(parts)
  if (gateway_url === undefined) return { health, keys: null, sync: null, channel: null }
  for (const secret of [api_key, enrol_token]) if (secret !== undefined) scrubber.register(secret)
  const gateway = createPushGateway({ external, url: gateway_url, name: config.server_name, enrol_token })
  const keys = createGatewayKeys({
    ...parts,
    gateway,
    gateway_url,
    api_key,
    registerSecret: scrubber.register,
    discarded,
  })
  const sync = createGatewaySync({
    ...parts,
    gateway,
    gateway_url,
    keys,
    takeTurn: createTurns({ database, clock }),
  })
  return { health, keys, sync, channel: createPushChannel({ ...parts, gateway, keys, sync, health }) }
}

/** What is worth telling, whom, and by which ways (docs/adr/0009). */
export function composeNotifications(parts: NotificationComposition) {
  const { database, library_events, inbox } = parts
  const { health, keys, sync, channel } = composeGateway(parts, tx => upkeep.soon(tx))
  const channels = [...(channel ? [channel] : []), ...parts.channels]
  const judge = createJudge(parts)
  const pace = createTellPace(parts.clock)
  const alerts = createAlerts({ ...parts, inbox, pace })
  const pending = {
    isPending: async (db: Db, id: number) => (await findRequest(db, id))?.decision === 'pending',
    count: countPending,
  }
  handleTelling({ ...parts, judge, channels, pace })
  handleSending({ ...parts, judge, channels, pending })
  const upkeep = createPushUpkeep({ ...parts, sync, health })
  const preferences = createPreferences({ ...parts, choicesChanged: alerts.choicesChanged })
  const test = createNotificationTest({ preferences, channels })
  const devices = createPushDevices({ ...parts, changed: upkeep.soon })
  const policy = createPushPolicyPage({ database, preferences, health, keys })
  const showsOf = (db: Db, ids: readonly number[]) => parts.tv_matches.shows(db, ids)
  const news = createLibraryNews({ ...parts, alerts, showsOf })
  const stop = library_events.onReceived(news.received)
  return {
    bindings: [...notificationRoutes({ preferences, test }), ...pushRoutes({ devices, policy })],
    alerts,
    news,
    test,
    /** Devices ended: the gateway is to be told soon. */
    devicesEnded: (tx: Tx): Promise<void> => upkeep.soon(tx),
    start: async (): Promise<void> => {
      if (sync) await upkeep.schedule()
    },
    close: stop,
  }
}
