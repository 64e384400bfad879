import { z } from 'zod'
import { NumericId, RowIdParam, StatusOk, Time } from './primitives.ts'
import { defineRoute, type RouteDefinition } from './route.ts'

/** Additive: single titles that an admin keeps out of the catalogue of 1/4.5, for everybody. */
const ofTitle = {
  access: 'admin',
  permission: 'requests:manage',
  spec: '1:4.5',
  params: z.object({ media_type: z.enum(['movie', 'tv']), tmdb_id: RowIdParam }),
} as const satisfies Partial<RouteDefinition>

export const HiddenTitle = z.object({
  media_type: z.enum(['movie', 'tv']),
  tmdb_id: NumericId,
  /** The provider's own, in English (C69). */
  title: z.string(),
  poster_path: z.string().optional(),
  /** Absent when that account is gone. */
  hidden_by: z.string().optional(),
  hidden_at: Time,
})
export type HiddenTitle = z.infer<typeof HiddenTitle>

/** Additive: a book by the id of its library or list, or an album by its release group. */
export const WorkKey = z.object({
  media_type: z.enum(['book', 'music']),
  foreign_id: z.string().trim().min(1).max(256),
})

const RELEASE_GROUP = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const isKey = ({ media_type, foreign_id }: z.infer<typeof WorkKey>) =>
  media_type === 'book' || RELEASE_GROUP.test(foreign_id)

export const HiddenWork = WorkKey.extend({
  /** For an album the provider's title (C69); for a book the title that the page showed when it was hidden. */
  title: z.string(),
  /** Absent when that account is gone. */
  hidden_by: z.string().optional(),
  hidden_at: Time,
})
export type HiddenWork = z.infer<typeof HiddenWork>

export const getHiddenTitles = defineRoute({
  access: 'admin',
  permission: 'requests:manage',
  spec: '1:4.5',
  method: 'GET',
  path: '/api/admin/hidden-titles',
  summary: 'The titles that are hidden from everybody, newest first',
  response: z.object({
    titles: z.array(HiddenTitle),
    /** Additive: books and albums. */
    works: z.array(HiddenWork),
  }),
})

export const hideTitle = defineRoute({
  ...ofTitle,
  method: 'PUT',
  path: '/api/admin/hidden-titles/{media_type}/{tmdb_id}',
  summary: 'Hide a movie or show from everybody; existing requests stay',
  response: HiddenTitle,
  refusals: ['not_found', 'metadata_unconfigured', 'upstream_failed', 'unavailable'],
})

export const showTitle = defineRoute({
  ...ofTitle,
  method: 'DELETE',
  path: '/api/admin/hidden-titles/{media_type}/{tmdb_id}',
  summary: 'Show a hidden movie or show again',
  response: StatusOk,
})

export const hideWork = defineRoute({
  access: 'admin',
  permission: 'requests:manage',
  spec: '1:4.5',
  method: 'PUT',
  path: '/api/admin/hidden-works',
  summary: 'Hide a book or an album from everybody; existing requests stay',
  body: WorkKey.extend({ title: z.string().trim().min(1).max(512) }).refine(isKey, {
    path: ['foreign_id'],
    message: 'Use the id of a release group, in lower case.',
  }),
  response: HiddenWork,
  refusals: ['not_found', 'upstream_failed', 'unavailable'],
})

export const showWork = defineRoute({
  access: 'admin',
  permission: 'requests:manage',
  spec: '1:4.5',
  method: 'DELETE',
  path: '/api/admin/hidden-works',
  summary: 'Show a hidden book or album again',
  query: WorkKey,
  response: StatusOk,
})
