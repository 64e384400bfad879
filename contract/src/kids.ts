import { z } from 'zod'
import { NumericIdParam, RowIdParam } from './primitives.ts'
import { defineRoute, type RouteDefinition } from './route.ts'

const adminOfUsers = {
  access: 'admin',
  permission: 'users:manage',
  spec: '1:4.12',
} as const satisfies Partial<RouteDefinition>
const UserParams = z.object({ userID: NumericIdParam })

export const ContentPolicy = z.object({
  max_movie_rating: z.string().min(1).max(32),
  max_tv_rating: z.string().min(1).max(32),
  rating_region: z
    .string()
    .regex(/^[A-Z]{2}(-[A-Z]{2,3})?$/, 'Use a region such as US or CA-QC.')
    .default('US'),
  block_unrated: z.boolean().default(true),
  blocked_movie_genres: z.array(z.int().positive()).max(100).default([]),
  blocked_tv_genres: z.array(z.int().positive()).max(100).default([]),
  /** Additive, false when absent: titles keep their videos, which no rating covers, wherever they are named. */
  trailers_allowed: z.boolean().optional(),
})
export type ContentPolicy = z.infer<typeof ContentPolicy>

export const getContentPolicy = defineRoute({
  ...adminOfUsers,
  method: 'GET',
  path: '/api/admin/users/{userID}/content-policy',
  summary: 'The limits of a kids account',
  params: UserParams,
  response: ContentPolicy,
  refusals: ['not_found', 'no_content_policy'],
})

export const putContentPolicy = defineRoute({
  ...adminOfUsers,
  method: 'PUT',
  path: '/api/admin/users/{userID}/content-policy',
  summary: 'Make a user a kids account, or change its limits',
  params: UserParams,
  body: ContentPolicy,
  response: ContentPolicy,
  refusals: ['not_found', 'unknown_rating', 'admin_account', 'unavailable'],
})

export const deleteContentPolicy = defineRoute({
  ...adminOfUsers,
  method: 'DELETE',
  path: '/api/admin/users/{userID}/content-policy',
  summary: 'Turn a kids account into a regular one',
  // `cleared` always (1/4.12): a number that no row can have is nobody's, on either engine.
  params: z.object({ userID: RowIdParam }),
  response: z.object({ status: z.literal('cleared') }),
})

const Certification = z.object({
  certification: z.string(),
  meaning: z.string().optional(),
  order: z.int(),
  default: z.literal(true).optional(),
})
const RatingSchemes = z.record(z.string(), z.array(Certification))

export const Certifications = z.object({
  movie: RatingSchemes,
  tv: RatingSchemes,
  source: z.enum(['provider', 'cached', 'builtin']),
})
export type Certifications = z.infer<typeof Certifications>

export const getCertifications = defineRoute({
  ...adminOfUsers,
  method: 'GET',
  path: '/api/admin/certifications',
  summary: "Every region's rating schemes, with suggested caps",
  response: Certifications,
})
