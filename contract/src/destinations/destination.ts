import { z } from 'zod'
import { ADMIN_CATEGORIES, type AlertCategory, ALERT_CATEGORIES } from '../notifications.ts'
import type { Role } from '../permissions.ts'
import { OpaqueId, Time } from '../primitives.ts'

/** C64. What each `address` means: see `ADDRESS_MEANINGS`. */
export const DESTINATION_KINDS = ['discord', 'ntfy', 'gotify', 'telegram', 'webhook', 'email'] as const
export type DestinationKind = (typeof DESTINATION_KINDS)[number]

/** Kinds that people may add for themselves. */
export const PERSONAL_KINDS = ['ntfy', 'telegram', 'email'] as const satisfies readonly DestinationKind[]
export type PersonalKind = (typeof PERSONAL_KINDS)[number]

export function isPersonalKind(kind: DestinationKind): kind is PersonalKind {
  return PERSONAL_KINDS.some(one => one === kind)
}

/** The categories that somebody of this role may choose (1/4.14). */
export function eventsFor(role: Role): AlertCategory[] {
  return role === 'admin' ? ALERT_CATEGORIES : ALERT_CATEGORIES.filter(one => !ADMIN_CATEGORIES.has(one))
}

/** A place alerts go to besides devices. Addresses and secrets are never returned. */
export const Destination = z.object({
  id: OpaqueId,
  kind: z.enum(DESTINATION_KINDS),
  name: z.string(),
  enabled: z.boolean(),
  events: z.array(z.enum(ALERT_CATEGORIES as [AlertCategory])),
  /** What may be shown of the address: host, chat id or masked e-mail address. */
  target: z.string(),
  has_secret: z.boolean(),
  /** False: a personal e-mail address whose link was not opened yet. Nothing is sent to it. */
  confirmed: z.boolean(),
  health: z.enum(['ok', 'failing', 'unknown']),
  last_sent_at: Time.optional(),
  /** One sentence. */
  last_error: z.string().optional(),
  /** Only of a webhook that has one: the JSON that is sent instead of the usual one. */
  template: z.string().optional(),
})
export type Destination = z.infer<typeof Destination>

export const Destinations = z.object({ destinations: z.array(Destination) })

const Name = z.string().trim().min(1).max(64)
const Address = z.string().trim().max(2048)
const Secret = z.string().trim().max(4096)
const Events = z.array(z.enum(ALERT_CATEGORIES as [AlertCategory])).max(ALERT_CATEGORIES.length)

/** A new destination. Omitted events: those that are on by default and, for people, the decisions on their requests. */
export const DestinationDraft = z.object({
  kind: z.enum(DESTINATION_KINDS),
  name: Name,
  enabled: z.boolean().optional(),
  events: Events.optional(),
  address: Address,
  secret: Secret.optional(),
  clear_secret: z.boolean().optional(),
  /** Webhooks only: see webhook-template.ts. Blank or null: the usual JSON. */
  template: z.string().trim().nullable().optional(),
})
export type DestinationDraft = z.infer<typeof DestinationDraft>

/** Omitted fields are kept, and so are a blank address and a blank secret. */
export const DestinationChange = DestinationDraft.partial()
export type DestinationChange = z.infer<typeof DestinationChange>

/** A draft to test: nothing but what sending needs. */
export const DestinationTestDraft = DestinationDraft.pick({
  kind: true,
  address: true,
  secret: true,
  template: true,
}).extend({ name: Name.optional() })
