import type { Db } from '#db/database.ts'
import type { Inventory } from '#features/instances/index.ts'
import type { TitleGate } from '#features/kids/index.ts'
import type { TextsOf } from '#features/person-preferences/index.ts'
import { countPending, findRequest } from '#features/requests/index.ts'
import type { Platform } from '#platform/platform.ts'
import type { AlertChannel } from './dispatch/alert-channel.ts'
import { createAlerts } from './alerts/alerts.ts'
import type { InboxWriter } from './alerts/inbox-writer.ts'
import { createAudienceJudge } from './fan-out/audience-judge.ts'
import { notificationRoutes } from './notification-routes.ts'
import { createNotificationTest } from './dispatch/notification-test.ts'
import { createPreferences } from './preferences/preference-service.ts'
import { handleDispatch } from './dispatch/dispatch.ts'
import { handleDrain } from './dispatch/drain.ts'
import type { OrderedChannel } from './dispatch/ordered-channel.ts'
import { createSendQueue } from './dispatch/send-queue.ts'
import { createFanOutThrottle } from './fan-out/fan-out-throttle.ts'
import { handleFanOut } from './fan-out/fan-out.ts'

interface Needs {
  inventory: Inventory
  kids: TitleGate
  inbox: InboxWriter
  textsOf: TextsOf
}

/** Alerts: when they are raised, for whom, and through which channels (docs/adr/0009). */
export function createNotificationsSlice(platform: Platform, needs: Needs) {
  const parts = { ...platform, ...needs }
  const channels: AlertChannel[] = []
  const ordered: OrderedChannel[] = []
  const judge = createAudienceJudge(parts)
  const throttle = createFanOutThrottle(platform.clock)
  const alerts = createAlerts({ ...parts, throttle, ordered })
  const pending = {
    isPending: async (db: Db, id: number) => (await findRequest(db, id))?.decision === 'pending',
    count: countPending,
  }
  handleFanOut({ ...parts, judge, channels, ordered, throttle })
  handleDispatch({ ...parts, judge, channels, pending })
  handleDrain({ ...parts, judge, channels: ordered, pending })
  const preferences = createPreferences({ ...parts, choicesChanged: alerts.choicesChanged })
  const test = createNotificationTest({ ...needs, preferences, channels })
  return {
    api: {
      alerts,
      preferences,
      test,
      /** Channels are tried in the order in which their slices add them. */
      addChannel: (channel: AlertChannel): void => void channels.push(channel),
      /** For channels to places that take alerts one after the other. */
      queue: createSendQueue({ ...platform, channels: ordered }),
    },
    routes: notificationRoutes({ preferences, test }),
  }
}
