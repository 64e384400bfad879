import { z } from 'zod'
import { OpaqueId, Time } from './primitives.ts'
import { defineRoute, type RouteDefinition } from './route.ts'
import { PushTestResult } from './users.ts'

const ofUser = { access: 'user', spec: '1:4.14' } as const satisfies Partial<RouteDefinition>

/** 1/4.14: the alert categories for devices, and their defaults. */
export const CATEGORY_DEFAULTS = {
  request_auto_approved: false,
  request_decision: false,
  request_pending: true,
  new_movie: true,
  new_episode: true,
  new_book: true,
  new_music: true,
  issue_created: true,
  agent_action_pending: true,
  invite_access_request: true,
  media_server_access: true,
  issue_report_update: true,
  agent_digest: true,
  content_upgraded: false,
} as const satisfies Record<string, boolean>

export type AlertCategory = keyof typeof CATEGORY_DEFAULTS
export const ALERT_CATEGORIES = Object.keys(CATEGORY_DEFAULTS) as AlertCategory[]

/** Categories that only admins receive; the switch is visible to everybody. */
export const ADMIN_CATEGORIES: ReadonlySet<AlertCategory> = new Set<AlertCategory>([
  'request_pending',
  'issue_created',
  'agent_action_pending',
  'invite_access_request',
  'agent_digest',
  'content_upgraded',
])

function forEachCategory<S extends z.core.$ZodType>(schema: S): Record<AlertCategory, S> {
  // Built from every category, so that none is missing.
  return Object.fromEntries(ALERT_CATEGORIES.map(category => [category, schema])) as Record<AlertCategory, S>
}

export const CategorySwitches = z.object(forEachCategory(z.boolean()))
export type CategorySwitches = z.infer<typeof CategorySwitches>

/** One person's choices. */
export const NotificationChoices = CategorySwitches.extend({ push_enabled: z.boolean() })
export type NotificationChoices = z.infer<typeof NotificationChoices>

export const NotificationPreferences = NotificationChoices.extend({
  /** Read-only: the categories an admin allows. */
  server_policy: z.object({ enabled: z.boolean(), categories: CategorySwitches }),
})
export type NotificationPreferences = z.infer<typeof NotificationPreferences>

/** Everything but `push_enabled` and `request_auto_approved` is replaced: omitted means off (1:4.14). */
export const PreferencesUpdate = z.object({
  ...forEachCategory(z.boolean().default(false)),
  push_enabled: z.boolean().optional(),
  request_auto_approved: z.boolean().optional(),
})
export type PreferencesUpdate = z.infer<typeof PreferencesUpdate>

const Success = z.object({ success: z.literal(true) })

export const postPushToken = defineRoute({
  ...ofUser,
  method: 'POST',
  path: '/api/devices/push-token',
  summary: 'Send alerts to this device of the caller; `apns_token` carries the token of either platform',
  body: z.object({
    device_id: OpaqueId,
    apns_token: z.string().trim().min(1).max(4096),
    platform: z.enum(['ios', 'android']).default('ios'),
  }),
  response: Success,
  refusals: ['validation', 'forbidden'],
})

export const deletePushToken = defineRoute({
  ...ofUser,
  method: 'DELETE',
  path: '/api/devices/push-token/{deviceID}',
  summary: 'Stop alerts to this device of the caller; repeating it changes nothing',
  params: z.object({ deviceID: OpaqueId }),
  response: Success,
  refusals: ['forbidden'],
})

/** An app that receives alerts. */
export const PushDevice = z.object({
  device_id: OpaqueId,
  device_name: z.string(),
  platform: z.enum(['ios', 'android']),
  created_at: Time,
  /** Null: nothing was delivered yet. */
  last_delivered_at: Time.nullable(),
})
export type PushDevice = z.infer<typeof PushDevice>

export const getPushDevices = defineRoute({
  ...ofUser,
  method: 'GET',
  path: '/api/devices/push-token',
  summary: "The caller's devices that alerts go to through the push gateway",
  response: z.array(PushDevice),
})

export const getNotificationPreferences = defineRoute({
  ...ofUser,
  method: 'GET',
  path: '/api/notifications/preferences',
  summary: 'The notification preferences of the caller, and the server policy',
  response: NotificationPreferences,
})

export const putNotificationPreferences = defineRoute({
  ...ofUser,
  method: 'PUT',
  path: '/api/notifications/preferences',
  summary: 'Replace the notification preferences of the caller',
  body: PreferencesUpdate,
  response: NotificationPreferences,
  refusals: ['validation'],
})

export const postNotificationTest = defineRoute({
  ...ofUser,
  method: 'POST',
  path: '/api/notifications/test',
  summary: "Send a test alert to the caller's devices and say what became of it",
  response: PushTestResult,
  refusals: ['push_disabled_by_server', 'push_disabled_for_user', 'push_not_configured', 'upstream_failed'],
})
