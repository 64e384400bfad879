import { externalAddress } from '#features/connect-links/index.ts'
import type { AlertChannel } from '#features/notifications/index.ts'
import type { Platform } from '#platform/platform.ts'
import { createWebPush } from '#upstreams/web-push/web-push.ts'
import { subjectOf } from './subscription-rules.ts'
import { createVapidKeys } from './vapid-keys.ts'
import { createWebPushChannel } from './web-push-channel.ts'
import { webPushRoutes } from './web-push-routes.ts'
import { createWebPushService } from './web-push-service.ts'
import { webPushOrigin } from './web-push-settings.ts'

interface Needs {
  notifications: { addChannel(channel: AlertChannel): void }
}

/** Alerts to browsers, and their subscriptions. */
export function createWebPushSlice(platform: Platform, { notifications }: Needs) {
  const { config, database, settings, outbound } = platform
  const push = createWebPush({ ...platform, external: outbound.external })
  const keys = createVapidKeys({ ...platform, push })
  const { hosts } = config.web_push
  async function subject(): Promise<string> {
    const { external_url } = await settings.read(database.read, externalAddress)
    const { origin } = await settings.read(database.read, webPushOrigin)
    return subjectOf({ contact: config.contact, external_url, seen_origin: origin })
  }
  notifications.addChannel(createWebPushChannel({ ...platform, push, keys, subject, hosts }))
  return { api: {}, routes: webPushRoutes(createWebPushService({ ...platform, keys, hosts })) }
}
