import { z } from 'zod'
import { MediaType } from './instances/instance-types.ts'
import { MAX_ROW_ID, NumericIdParam, OpaqueId } from './primitives.ts'
import { SeasonScope } from './requests/requests.ts'
import { defineRoute, type RouteDefinition } from './route.ts'

const managed = {
  access: 'admin',
  permission: 'requests:manage',
  spec: '1:4.7',
} as const satisfies Partial<RouteDefinition>
const UserParams = z.object({ userID: NumericIdParam })

const QualityProfile = z.object({ id: z.int(), name: z.string() })
export type QualityProfile = z.infer<typeof QualityProfile>

/** 0 means the manager's first profile. */
const ProfileChoice = z.int().min(0).max(MAX_ROW_ID)

export const RequestSettings = z.object({
  require_approval: z.boolean(),
  allow_season_choice: z.boolean(),
  default_season_scope: SeasonScope,
  allow_quality_choice: z.boolean(),
  default_quality_movie: ProfileChoice,
  default_quality_tv: ProfileChoice,
})
export type RequestSettings = z.infer<typeof RequestSettings>

const RequestSettingsAnswer = z.object({
  settings: RequestSettings,
  movie_profiles: z.array(QualityProfile),
  tv_profiles: z.array(QualityProfile),
})

/** Null inherits the server's value. */
export const UserRequestSettings = z.object({
  require_approval: z.boolean().nullable(),
  allow_season_choice: z.boolean().nullable(),
  season_scope: SeasonScope.nullable(),
  allow_quality_choice: z.boolean().nullable(),
  quality_profile_movie: ProfileChoice.nullable(),
  quality_profile_tv: ProfileChoice.nullable(),
})
export type UserRequestSettings = z.infer<typeof UserRequestSettings>

export const getRequestSettings = defineRoute({
  ...managed,
  method: 'GET',
  path: '/api/admin/request-settings',
  summary: 'The request settings',
  response: RequestSettingsAnswer,
})

export const putRequestSettings = defineRoute({
  ...managed,
  method: 'PUT',
  path: '/api/admin/request-settings',
  summary: 'Change the request settings; omitted fields are kept',
  body: RequestSettings.partial(),
  response: RequestSettingsAnswer,
})

export const getUserRequestSettings = defineRoute({
  ...managed,
  method: 'GET',
  path: '/api/admin/users/{userID}/request-settings',
  summary: "A user's own request rules",
  params: UserParams,
  response: UserRequestSettings,
  refusals: ['not_found'],
})

export const putUserRequestSettings = defineRoute({
  ...managed,
  method: 'PUT',
  path: '/api/admin/users/{userID}/request-settings',
  summary: "Change a user's own request rules; null inherits, what is not named stays",
  params: UserParams,
  body: UserRequestSettings.partial(),
  response: UserRequestSettings,
  refusals: ['not_found'],
})

export const getRequestOptions = defineRoute({
  method: 'GET',
  path: '/api/requests/options',
  access: 'user',
  permission: 'media:request',
  spec: '1:4.6',
  summary: 'Your options for a request',
  query: z.object({
    media_type: MediaType,
    instance_id: OpaqueId.optional(),
    /**
     * Additive: with a title, a kids account is refused here if it is outside the limits (C9). Validated after the
     * library, because a 403 precedes a 400 (C17).
     */
    tmdb_id: z.string().meta({ pattern: '^[1-9][0-9]{0,15}$' }).optional(),
  }),
  response: z.object({
    can_choose_season: z.boolean(),
    can_choose_quality: z.boolean(),
    requires_approval: z.boolean(),
    default_season_scope: SeasonScope,
    default_quality_profile_id: z.int(),
    quality_profiles: z.array(QualityProfile),
    /** Additive: false when the library could not be read, so that the empty list means nothing. */
    quality_profiles_known: z.literal(false).optional(),
  }),
  refusals: [
    'instance_forbidden',
    'instance_not_found',
    'no_grant',
    'no_instance',
    'not_found',
    'unavailable',
  ],
})
