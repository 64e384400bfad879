import { z } from 'zod'
import { NumericId, OpaqueId, RowIdParam, Time } from './primitives.ts'
import { BookFormat } from './requests/requests.ts'
import { defineRoute, type RouteDefinition } from './route.ts'

/** Additive: what an admin can do with a movie or show in the libraries (the actions of 2/4.5, from its page). */
const ofTitle = {
  access: 'admin',
  spec: '2:4.5',
  params: z.object({ media_type: z.enum(['movie', 'tv']), tmdb_id: RowIdParam }),
} as const satisfies Partial<RouteDefinition>
const InLibrary = z.object({ instance_id: OpaqueId })

export const TITLE_REMOVAL_STATES = ['started', 'done', 'failed', 'outcome_unknown'] as const

/** A removal that an admin confirmed: saved before the library was told. */
export const TitleRemoval = z.object({
  id: NumericId,
  instance_id: OpaqueId,
  instance_name: z.string(),
  /** Additive, only for books: the format that was removed, if the manager reports it. */
  book_format: BookFormat.optional(),
  state: z.enum(TITLE_REMOVAL_STATES),
  delete_files: z.boolean(),
  file_count: z.int(),
  total_bytes: z.number(),
  /** Absent when that account is gone. */
  removed_by: z.string().optional(),
  started_at: Time,
})
export type TitleRemoval = z.infer<typeof TitleRemoval>

/** A library that cannot be read, or whose entry for this title is unclear, may still have it. */
export const TitleLibrary = z.object({
  instance_id: OpaqueId,
  instance_name: z.string(),
  status_known: z.boolean(),
  /** Why the library cannot tell. */
  error: z.string().optional(),
  /** Absent when the library answered and does not have it. */
  entry: z.object({ title: z.string(), monitored: z.boolean(), manager_url: z.string() }).optional(),
})
export type TitleLibrary = z.infer<typeof TitleLibrary>

export const TitleTools = z.object({
  libraries: z.array(TitleLibrary),
  /** Newest first. */
  removals: z.array(TitleRemoval),
})
export type TitleTools = z.infer<typeof TitleTools>

export const getTitleTools = defineRoute({
  ...ofTitle,
  method: 'GET',
  path: '/api/admin/titles/{media_type}/{tmdb_id}',
  permission: 'library:read',
  summary: 'A movie or show in each library manager, and what was removed of it',
  response: TitleTools,
  refusals: ['unavailable'],
})

/** `outcome_unknown`: the manager did not confirm it, so it may or may not search. */
export const SearchOutcome = z.object({ outcome: z.enum(['done', 'outcome_unknown']) })
export type SearchOutcome = z.infer<typeof SearchOutcome>

export const searchTitleNow = defineRoute({
  ...ofTitle,
  method: 'POST',
  path: '/api/admin/titles/{media_type}/{tmdb_id}/search',
  permission: 'library:search',
  summary: 'Make a library manager search for a movie or show now',
  body: InLibrary,
  response: SearchOutcome,
  refusals: ['instance_not_found', 'not_found', 'conflict', 'upstream_failed', 'unavailable'],
})

export const TitleRemovalPreview = z.object({
  instance_id: OpaqueId,
  instance_name: z.string(),
  title: z.string(),
  /** Removed from the disk as a whole when the files are deleted. Empty: only the files are, one by one. */
  folder: z.string(),
  files: z.array(z.object({ name: z.string(), size_bytes: z.number() })),
  total_bytes: z.number(),
  /** Stands for exactly this list. */
  confirmation: z.string(),
})
export type TitleRemovalPreview = z.infer<typeof TitleRemovalPreview>

export const previewTitleRemoval = defineRoute({
  ...ofTitle,
  method: 'POST',
  path: '/api/admin/titles/{media_type}/{tmdb_id}/removal-preview',
  permission: 'downloads:manage',
  summary: 'What removing a movie or show from a library would delete; changes nothing',
  body: InLibrary,
  response: TitleRemovalPreview,
  refusals: ['instance_not_found', 'not_found', 'conflict', 'upstream_failed', 'unavailable'],
})

/** What an admin confirms of a preview. */
export const RemovalChoice = { confirmation: z.string().min(1).max(128), delete_files: z.boolean() }

export const removeTitle = defineRoute({
  ...ofTitle,
  method: 'POST',
  path: '/api/admin/titles/{media_type}/{tmdb_id}/removal',
  permission: 'downloads:manage',
  summary: 'Remove a movie or show from a library, exactly as it was previewed',
  body: InLibrary.extend(RemovalChoice),
  response: TitleRemoval,
  refusals: ['instance_not_found', 'not_found', 'conflict', 'upstream_failed', 'unavailable'],
})
