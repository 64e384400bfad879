import { z } from 'zod'
import { NumericId } from './primitives.ts'
import { defineRoute, type RouteDefinition } from './route.ts'

const ofAdmin = {
  access: 'admin',
  permission: 'credentials:manage',
  path: '/api/admin/chat-notifications',
  spec: '2:4.10',
} as const satisfies Partial<RouteDefinition>

/** 2:3. `unconfirmed`: it may have been posted, so it is never posted again. */
export const CHAT_ALERT_STATUSES = [
  'pending',
  'sending',
  'sent',
  'failed',
  'unconfirmed',
  'cancelled',
] as const
export type ChatAlertStatus = (typeof CHAT_ALERT_STATUSES)[number]

/** One alert about one request. Times are Unix seconds (2/4.10). */
export const ChatAlert = z.object({
  request_id: NumericId,
  status: z.enum(CHAT_ALERT_STATUSES),
  /** One sentence; empty while there is nothing to say. */
  detail: z.string(),
  attempts: z.int(),
  updated_at: z.int(),
  /** Only while it is pending. */
  next_attempt_at: z.int().optional(),
})
export type ChatAlert = z.infer<typeof ChatAlert>

/** The address is the whole secret, so it is never returned. */
export const ChatNotifications = z.object({
  enabled: z.boolean(),
  include_auto_approved: z.boolean(),
  has_webhook: z.boolean(),
  /** The latest 20, newest first. */
  recent: z.array(ChatAlert),
  /** Why alerts could not be queued; absent while everything works. */
  error: z.string().optional(),
})
export type ChatNotifications = z.infer<typeof ChatNotifications>

/** The outcome of a test, for the chat webhook and every destination (2/4.10, C64). */
export const MessageTest = z.object({
  status: z.enum(['sent', 'failed', 'unconfirmed']),
  detail: z.string(),
})
export type MessageTest = z.infer<typeof MessageTest>

/** Blank or omitted: the stored one is kept. Its length is for the rules of such addresses, which have their own code. */
const WebhookUrl = z.string().trim()

export const getChatNotifications = defineRoute({
  ...ofAdmin,
  method: 'GET',
  summary: 'The chat webhook for new requests, and what became of the latest alerts',
  response: ChatNotifications,
  refusals: ['unavailable'],
})

export const putChatNotifications = defineRoute({
  ...ofAdmin,
  method: 'PUT',
  summary: 'Change the chat webhook; a blank or omitted address is kept',
  body: z.object({
    enabled: z.boolean(),
    include_auto_approved: z.boolean().optional(),
    webhook_url: WebhookUrl.optional(),
  }),
  response: ChatNotifications,
  refusals: ['validation', 'webhook_required', 'invalid_webhook_url', 'unavailable'],
})

export const deleteChatNotifications = defineRoute({
  ...ofAdmin,
  method: 'DELETE',
  summary: 'Remove the chat webhook and cancel what was not sent yet',
  response: ChatNotifications,
  refusals: ['unavailable'],
})

export const postChatNotificationsTest = defineRoute({
  ...ofAdmin,
  method: 'POST',
  path: '/api/admin/chat-notifications/test',
  summary: 'Send a sample to the given or stored chat webhook, without saving anything',
  body: z.object({ webhook_url: WebhookUrl.optional() }),
  response: MessageTest,
  rate: 'chat_test',
  refusals: ['validation', 'webhook_required', 'invalid_webhook_url', 'rate_limited', 'unavailable'],
})
