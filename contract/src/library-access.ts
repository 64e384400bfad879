import { z } from 'zod'
import { NumericId, NumericIdParam, OpaqueId, Time } from './primitives.ts'
import { defineRoute, type RouteDefinition } from './route.ts'

/** The media whose libraries nobody sees without a grant (0.6). */
export const GRANTED_MEDIA = ['book', 'music'] as const
export const GrantedMedium = z.enum(GRANTED_MEDIA)
export type GrantedMedium = z.infer<typeof GrantedMedium>

export const ACCESS_ASK_STATES = ['open', 'granted', 'declined'] as const
export type AccessAskState = (typeof ACCESS_ASK_STATES)[number]

export const LibraryAccess = z.object({
  media_type: GrantedMedium,
  has_access: z.boolean(),
  /** There is a library, and an admin lets people ask for it. */
  can_ask: z.boolean(),
  /** The latest ask. */
  ask: z.object({ state: z.enum(ACCESS_ASK_STATES), asked_at: Time, decided_at: Time.optional() }).optional(),
})
export type LibraryAccess = z.infer<typeof LibraryAccess>

/** Additive: grants of 0.6, asked for by the person who lacks them. */
const own = { access: 'user', spec: '0.6' } as const satisfies Partial<RouteDefinition>

export const getLibraryAccess = defineRoute({
  ...own,
  method: 'GET',
  path: '/api/me/library-access',
  summary: 'Which of book and music libraries the caller may use, and what they asked for',
  response: z.object({ media: z.array(LibraryAccess) }),
  refusals: ['unavailable'],
})

export const askForAccess = defineRoute({
  ...own,
  method: 'POST',
  path: '/api/me/library-access',
  summary: 'Ask the admins for access to a kind of library; repeated, it stays one ask',
  body: z.strictObject({ media_type: GrantedMedium }),
  response: LibraryAccess,
  refusals: ['choice_not_allowed', 'no_instance', 'unavailable'],
})

const ofAdmin = {
  access: 'admin',
  permission: 'users:manage',
  spec: '1:4.12',
} as const satisfies Partial<RouteDefinition>

export const AccessAsk = z.object({
  user_id: NumericId,
  username: z.string(),
  media_type: GrantedMedium,
  asked_at: Time,
})
export type AccessAsk = z.infer<typeof AccessAsk>

export const getAccessAsks = defineRoute({
  ...ofAdmin,
  method: 'GET',
  path: '/api/admin/access-asks',
  summary: 'Open asks for access, oldest first, and the libraries that can be given',
  response: z.object({
    asks: z.array(AccessAsk),
    libraries: z.array(z.object({ id: OpaqueId, name: z.string(), media_type: GrantedMedium })),
  }),
  refusals: ['unavailable'],
})

const Ask = z.object({ userID: NumericIdParam, media_type: GrantedMedium })

export const grantAccess = defineRoute({
  ...ofAdmin,
  method: 'POST',
  path: '/api/admin/access-asks/{userID}/{media_type}/grant',
  summary: 'Give the person who asked a library of that kind',
  params: Ask,
  body: z.strictObject({
    /** Needed if there are several. */
    instance_id: OpaqueId.optional(),
  }),
  response: z.object({ status: z.literal('granted') }),
  refusals: ['not_found', 'instance_not_found', 'no_instance', 'wrong_service_type', 'unavailable'],
})

export const declineAccess = defineRoute({
  ...ofAdmin,
  method: 'POST',
  path: '/api/admin/access-asks/{userID}/{media_type}/decline',
  summary: 'Decline an ask for access',
  params: Ask,
  response: z.object({ status: z.literal('declined') }),
  refusals: ['not_found', 'unavailable'],
})

export const LibraryAccessSettings = z.object({
  /** What people without access to book or music libraries find: the tab with a way to ask, or no tab. */
  without_access: z.enum(['ask', 'hide']),
})
export type LibraryAccessSettings = z.infer<typeof LibraryAccessSettings>

const ofSettings = {
  access: 'admin',
  permission: 'instances:manage',
  spec: '1:4.2',
  path: '/api/admin/library-access-settings',
} as const satisfies Partial<RouteDefinition>

export const getLibraryAccessSettings = defineRoute({
  ...ofSettings,
  method: 'GET',
  summary: 'What people without access to book or music libraries find',
  response: LibraryAccessSettings,
  refusals: ['unavailable'],
})

export const putLibraryAccessSettings = defineRoute({
  ...ofSettings,
  method: 'PUT',
  summary: 'Change what people without access to book or music libraries find',
  body: LibraryAccessSettings,
  response: LibraryAccessSettings,
  refusals: ['unavailable'],
})
