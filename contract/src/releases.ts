import { z } from 'zod'
import { MEDIA_TYPES, MediaType, ServiceTypeName } from './instances/instance-types.ts'
import { DateOnly, OpaqueId, Time } from './primitives.ts'
import { defineRoute, type RouteDefinition } from './route.ts'

export const RELEASE_KINDS = ['in_cinemas', 'digital', 'physical', 'episode', 'album', 'book'] as const
export const RELEASE_STATUSES = ['available', 'partial', 'requested', 'unavailable'] as const

export const Release = z.object({
  media_type: MediaType,
  kind: z.enum(RELEASE_KINDS),
  date: DateOnly,
  /** The exact time, if the library knows it: episodes. `date` is its day in UTC. */
  at: Time.optional(),
  title: z.string(),
  tmdb_id: z.int().optional(),
  tvdb_id: z.int().optional(),
  foreign_id: z.string().optional(),
  season_number: z.int().optional(),
  episode_number: z.int().optional(),
  episode_title: z.string().optional(),
  artist: z.string().optional(),
  author: z.string().optional(),
  /** An https address, or a server-relative path. */
  poster: z.string().nullable(),
  monitored: z.boolean(),
  /** 1/3, as far as a calendar knows: it has no queue. */
  status: z.enum(RELEASE_STATUSES),
  instance_id: OpaqueId,
  instance_name: z.string(),
})
export type Release = z.infer<typeof Release>

export const ReleaseSource = z.object({
  instance_id: OpaqueId,
  service_type: ServiceTypeName,
  name: z.string(),
  ok: z.boolean(),
  error: z.string().optional(),
})
export type ReleaseSource = z.infer<typeof ReleaseSource>

export const Releases = z.object({
  start: DateOnly,
  end: DateOnly,
  items: z.array(Release),
  sources: z.array(ReleaseSource),
  /** False when a library could not be read: there may be more releases than listed. */
  complete: z.boolean(),
})
export type Releases = z.infer<typeof Releases>

/** Text only: C17 requires that the instance is judged first, so the slice parses the values itself. */
const day = z.string().meta({ format: 'date' }).optional()

export const getReleases = defineRoute({
  method: 'GET',
  path: '/api/releases',
  access: 'user',
  permission: 'media:discover',
  summary: 'Releases of all library managers the caller can see; at most 92 days',
  spec: '1/I',
  query: z.object({
    start: day,
    end: day,
    media_type: z
      .string()
      .meta({ enum: [...MEDIA_TYPES] })
      .optional(),
    instance_id: z.string().optional(),
  }),
  response: Releases,
  refusals: ['validation', 'instance_forbidden', 'instance_not_found', 'unavailable'],
})

const ownFeed = {
  path: '/api/me/calendar-feed',
  access: 'user',
  spec: '1/I',
} as const satisfies Partial<RouteDefinition>

export const getCalendarFeed = defineRoute({
  ...ownFeed,
  method: 'GET',
  summary: 'Whether the caller has a calendar link, and since when; never the link itself',
  response: z.object({ active: z.boolean(), created_at: Time.optional() }),
})

export const postCalendarFeed = defineRoute({
  ...ownFeed,
  method: 'POST',
  summary: 'Create the calendar link of the caller; an earlier link stops working',
  status: 201,
  response: z.object({
    active: z.literal(true),
    created_at: Time,
    /** Shown only once. Anybody who has it can read what the caller may see, until it is replaced or revoked. */
    url: z.string(),
  }),
})

export const deleteCalendarFeed = defineRoute({
  ...ownFeed,
  method: 'DELETE',
  summary: 'Revoke the calendar link of the caller',
  status: 204,
})

export const getCalendarFile = defineRoute({
  method: 'GET',
  path: '/api/calendar/{file}',
  access: 'public',
  summary: 'The iCalendar file of a calendar link, named `{token}.ics`, with its owner’s current permissions',
  spec: '1/I',
  kind: 'verbatim',
  params: z.object({ file: z.string() }),
  refusals: ['not_found', 'unavailable'],
})
