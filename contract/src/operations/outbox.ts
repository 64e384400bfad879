import { z } from 'zod'
import { MEDIA_TYPES } from '../instances/instance-types.ts'
import { NumericId, RowIdParam, Time } from '../primitives.ts'
import { DELIVERY_STATES } from '../requests/requests.ts'
import { defineRoute } from '../route.ts'
import { operatorReads } from './operator-access.ts'

export const SEND_STATES = ['pending', 'claimed', 'sent', 'failed', 'unconfirmed', 'dropped'] as const
export const SendState = z.enum(SEND_STATES)

/**
 * Why an alert is not sent now: it failed and is tried again later, it is scheduled for later, its destination is not
 * accepting messages, or others are sent first.
 */
export const SEND_WAITS = ['retry', 'time', 'place', 'turn'] as const

/** An alert on its way to one destination. Without the address, which is a secret. */
export const OutboxEntry = z.object({
  id: NumericId,
  /** The event, as in push data. */
  type: z.string(),
  channel: z.enum(['push', 'web_push', 'chat_webhook', 'destination']),
  /** Null: it is for the whole household. */
  user_id: NumericId.nullable(),
  username: z.string().nullable(),
  state: SendState,
  attempts: z.int(),
  /** Null while it is being sent and once it ended. */
  waits_for: z.enum(SEND_WAITS).nullable(),
  /** When it is tried next; null once it ended. */
  next_at: Time.nullable(),
  /** A short word for what went wrong. */
  detail: z.string().nullable(),
  created_at: Time,
  updated_at: Time,
})
export type OutboxEntry = z.infer<typeof OutboxEntry>

const Page = z.object({
  /** Entries older than this one. */
  before: RowIdParam.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
})

export const getOutbox = defineRoute({
  ...operatorReads,
  method: 'GET',
  path: '/api/admin/operations/outbox',
  summary: 'Alerts on their way, newest first, and how many there are in each state',
  query: Page.extend({ state: SendState.optional() }),
  response: z.object({
    counts: z.record(SendState, z.int()),
    entries: z.array(OutboxEntry),
    next_before: NumericId.nullable(),
  }),
})

/** A delivery that a person must look at. */
export const StuckDelivery = z.object({
  id: NumericId,
  request_id: NumericId,
  user_id: NumericId,
  username: z.string(),
  media_type: z.enum(MEDIA_TYPES),
  title: z.string(),
  format: z.enum(['', 'ebook', 'audiobook']),
  /** As in the delivery of a request. */
  code: z.string().nullable(),
  message: z.string(),
  attempts: z.int(),
  last_attempt_at: Time.nullable(),
  updated_at: Time,
})
export type StuckDelivery = z.infer<typeof StuckDelivery>

export const listStuckDeliveries = defineRoute({
  ...operatorReads,
  method: 'GET',
  path: '/api/admin/operations/deliveries',
  summary: 'Deliveries that need attention, newest first, and how many there are in each state',
  query: Page,
  response: z.object({
    counts: z.record(z.enum(DELIVERY_STATES), z.int()),
    deliveries: z.array(StuckDelivery),
    next_before: NumericId.nullable(),
  }),
})
