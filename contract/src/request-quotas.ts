import { z } from 'zod'
import { MediaType } from './instances/instance-types.ts'
import { NumericIdParam, Time } from './primitives.ts'
import { BookFormat } from './requests/requests.ts'
import { defineRoute, type RouteDefinition } from './route.ts'

const managed = {
  access: 'admin',
  permission: 'requests:manage',
  spec: '1:4.7',
} as const satisfies Partial<RouteDefinition>
const asRequester = {
  access: 'user',
  permission: 'media:request',
  spec: '1:4.6',
} as const satisfies Partial<RouteDefinition>
const UserParams = z.object({ userID: NumericIdParam })

export const WINDOW_DAYS = [1, 7, 30] as const
export const MAX_COUNT = 1_000_000

const Key = { media_type: MediaType, book_format: BookFormat.optional() }
const AllowanceKey = z.object(Key)
type AllowanceKey = z.infer<typeof AllowanceKey>
/** Null means unlimited; 0 means no new units. */
const Count = z.int().min(0).max(MAX_COUNT).nullable()
const WindowDays = z.literal(WINDOW_DAYS)

const Rule = z.object({ ...Key, count: Count, window_days: WindowDays })
export type AllowanceRule = z.infer<typeof Rule>
const Override = z.union([z.object({ ...Key, inherit: z.literal(true) }), Rule])
export type AllowanceOverride = z.infer<typeof Override>

/** Only books are counted by format; an allowance may be named once (1/4.9). */
function named<S extends z.ZodType<AllowanceKey>>(entry: S) {
  return z.array(entry).superRefine((list, context) => {
    const seen = new Set<string>()
    for (const [i, { media_type, book_format }] of list.entries()) {
      if ((media_type === 'book') !== (book_format !== undefined)) {
        const message = book_format ? 'Only books have a format.' : 'Enter a book format.'
        context.addIssue({ code: 'custom', path: [i, 'book_format'], message })
      }
      const name = book_format ?? media_type
      if (seen.has(name)) context.addIssue({ code: 'custom', path: [i], message: 'Name each kind once.' })
      seen.add(name)
    }
  })
}

export const Allowance = z.object({
  ...Key,
  count: Count,
  window_days: WindowDays,
  /** For admins only: the user has no own rule for this allowance. */
  inherit: z.literal(true).optional(),
  source: z.enum(['default', 'override']),
  used: z.int(),
  remaining: z.int().nullable(),
  requested_units: z.int().optional(),
  next_replenishes_at: Time.optional(),
  fully_replenishes_at: Time.optional(),
})
export type Allowance = z.infer<typeof Allowance>

/** Always five allowances: movie, tv, ebook, audiobook, music (1/4.9). */
export const QuotaView = z.object({
  exempt: z.boolean(),
  as_of: Time,
  next_change_at: Time.optional(),
  allowances: z.array(Allowance),
})
export type QuotaView = z.infer<typeof QuotaView>

const Rules = z.object({ allowances: z.array(Rule) })

export const getOwnQuotas = defineRoute({
  ...asRequester,
  method: 'GET',
  path: '/api/me/request-quotas',
  summary: 'Your allowances and what is left of them',
  response: QuotaView,
})

export const getDefaultQuotas = defineRoute({
  ...managed,
  method: 'GET',
  path: '/api/admin/request-quotas',
  summary: 'The default allowances',
  response: Rules,
})

export const putDefaultQuotas = defineRoute({
  ...managed,
  method: 'PUT',
  path: '/api/admin/request-quotas',
  summary: 'Change default allowances; omitted ones keep their value',
  body: z.object({ allowances: named(Rule).min(1) }),
  response: Rules,
})

export const getUserQuotas = defineRoute({
  ...managed,
  method: 'GET',
  path: '/api/admin/users/{userID}/request-quotas',
  summary: "A user's allowances and usage",
  params: UserParams,
  response: QuotaView,
  refusals: ['not_found'],
})

export const putUserQuotas = defineRoute({
  ...managed,
  method: 'PUT',
  path: '/api/admin/users/{userID}/request-quotas',
  summary: "Replace a user's own allowances; those not named inherit",
  params: UserParams,
  body: z.object({ allowances: named(Override) }),
  response: QuotaView,
  refusals: ['not_found'],
})

export const resetUserQuotas = defineRoute({
  ...managed,
  method: 'POST',
  path: '/api/admin/users/{userID}/request-quotas/reset',
  summary: 'Reset the used units of some allowances; the reset is recorded',
  params: UserParams,
  body: z.object({ allowances: named(AllowanceKey).min(1) }),
  response: QuotaView,
  refusals: ['not_found'],
})
