import { z } from 'zod'
import { OpaqueId, Time } from './primitives.ts'
import { defineRoute, type RouteDefinition } from './route.ts'

const webPush = { access: 'user', spec: '1:4.14' } as const satisfies Partial<RouteDefinition>

const Base64Url = z.string().regex(/^[A-Za-z0-9_-]+={0,2}$/, 'Use base64url: letters, digits, - and _ only.')

/** A browser's `PushSubscription.toJSON()` (RFC 8030, RFC 8291). */
export const BrowserSubscription = z.object({
  endpoint: z.string().min(1).max(2048),
  keys: z.object({
    /** An uncompressed point of P-256: 65 bytes. */
    p256dh: Base64Url.min(87).max(88),
    /** 16 bytes. */
    auth: Base64Url.min(22).max(24),
  }),
})
export type BrowserSubscription = z.infer<typeof BrowserSubscription>

/** A browser that receives alerts. */
export const SubscribedBrowser = z.object({
  device_id: OpaqueId,
  device_name: z.string(),
  created_at: Time,
  /** Null: nothing was delivered yet. */
  last_delivered_at: Time.nullable(),
  /** Since when deliveries have been failing; null while they succeed. */
  failing_since: Time.nullable(),
})
export type SubscribedBrowser = z.infer<typeof SubscribedBrowser>

export const getWebPushKey = defineRoute({
  ...webPush,
  method: 'GET',
  path: '/api/notifications/web-push/key',
  summary: 'The public key for browser subscriptions (VAPID)',
  response: z.object({ public_key: z.string() }),
})

export const getWebPushBrowsers = defineRoute({
  ...webPush,
  method: 'GET',
  path: '/api/notifications/web-push',
  summary: 'The caller’s browsers that receive alerts, with the time of the last delivery',
  response: z.array(SubscribedBrowser),
})

export const putWebPush = defineRoute({
  ...webPush,
  method: 'PUT',
  path: '/api/notifications/web-push',
  summary:
    'Subscribe the calling browser; repeating it changes nothing, a new subscription replaces the old one',
  body: BrowserSubscription,
  body_limit: 8 * 1024,
  response: SubscribedBrowser,
  refusals: ['validation'],
})

export const deleteWebPush = defineRoute({
  ...webPush,
  method: 'DELETE',
  path: '/api/notifications/web-push/{deviceID}',
  summary: 'Stop alerts to this browser of the caller; repeating it changes nothing',
  params: z.object({ deviceID: OpaqueId }),
  response: z.object({ success: z.literal(true) }),
  refusals: ['forbidden'],
})
