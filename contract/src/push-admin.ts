import { z } from 'zod'
import { type AlertCategory, ALERT_CATEGORIES, CategorySwitches } from './notifications.ts'
import { Time } from './primitives.ts'
import { defineRoute, type RouteDefinition } from './route.ts'

const adminOfAll = {
  access: 'admin',
  permission: 'admin:*',
  path: '/api/admin/push-notifications',
  spec: '1/4.14',
} as const satisfies Partial<RouteDefinition>

export const PushPolicy = z.object({
  enabled: z.boolean(),
  categories: CategorySwitches,
  gateway_configured: z.boolean(),
  gateway_enrolled: z.boolean(),
  /** Since when the gateway or its devices cannot be reached; null while they can. */
  failing_since: Time.nullable(),
  /** Why the last attempt failed: `unreachable`, `timeout`, `rate_limited`, `rejected_key` … */
  last_error: z.string().nullable(),
})
export type PushPolicy = z.infer<typeof PushPolicy>

/** An unknown category is refused; omitted ones are kept. */
const CategoryChanges = z.partialRecord(z.enum(ALERT_CATEGORIES as [AlertCategory]), z.boolean())

export const getPushPolicy = defineRoute({
  ...adminOfAll,
  method: 'GET',
  summary: 'The push policy, and the state of the push gateway',
  response: PushPolicy,
})

export const putPushPolicy = defineRoute({
  ...adminOfAll,
  method: 'PUT',
  summary: 'Change the push policy; omitted fields are kept',
  body_limit: 8 * 1024,
  body: z.object({ enabled: z.boolean().optional(), categories: CategoryChanges.optional() }),
  response: PushPolicy,
  refusals: ['validation'],
})
