import { z } from 'zod'
import { WorkKey } from './hidden-titles.ts'
import { MAX_ROW_ID, NumericId, OpaqueId } from './primitives.ts'
import { BookFormat } from './requests/requests.ts'
import { defineRoute, type RouteDefinition } from './route.ts'
import {
  RemovalChoice,
  SearchOutcome,
  TitleLibrary,
  TitleRemoval,
  TitleRemovalPreview,
} from './title-tools.ts'

/** Additive: what an admin can do with a book or album in the libraries (the actions of 2/4.5, from its page). */
const ofWork = { access: 'admin', spec: '2:4.5' } as const satisfies Partial<RouteDefinition>

/** Named by the id in the address of its page. */
const WorkNames = WorkKey.extend({
  /** The id under which its library has it, if that is another one. */
  canonical_foreign_id: WorkKey.shape.foreign_id.optional(),
})

/** The record of a work in one library; a book has one for each format. */
export const WorkEntry = z.object({
  /** The number of the record in the library manager. */
  record_id: NumericId,
  title: z.string(),
  /** Absent for albums, and if the manager does not report it. */
  book_format: BookFormat.optional(),
  monitored: z.boolean(),
  manager_url: z.string(),
})
export type WorkEntry = z.infer<typeof WorkEntry>

export const WorkLibrary = TitleLibrary.omit({ entry: true }).extend({
  /** Empty with `status_known`: the library answered and does not have it. */
  entries: z.array(WorkEntry),
})
export type WorkLibrary = z.infer<typeof WorkLibrary>

export const WorkTools = z.object({
  libraries: z.array(WorkLibrary),
  /** Newest first. */
  removals: z.array(TitleRemoval),
})
export type WorkTools = z.infer<typeof WorkTools>

export const getWorkTools = defineRoute({
  ...ofWork,
  method: 'GET',
  path: '/api/admin/works',
  permission: 'library:read',
  summary: 'A book or album in each library manager, and what was removed of it',
  query: WorkNames,
  response: WorkTools,
  refusals: ['unavailable'],
})

/** Names a record of the work in one library; whether it belongs to the work is checked anew. */
const WorkInLibrary = WorkNames.extend({ instance_id: OpaqueId, record_id: NumericId.max(MAX_ROW_ID) })

export const searchWorkNow = defineRoute({
  ...ofWork,
  method: 'POST',
  path: '/api/admin/works/search',
  permission: 'library:search',
  summary: 'Make a library manager search for a book or album now',
  body: WorkInLibrary,
  response: SearchOutcome,
  refusals: ['instance_not_found', 'not_found', 'conflict', 'upstream_failed', 'unavailable'],
})

export const previewWorkRemoval = defineRoute({
  ...ofWork,
  method: 'POST',
  path: '/api/admin/works/removal-preview',
  permission: 'downloads:manage',
  summary: 'What removing a book or album from a library would delete; changes nothing',
  body: WorkInLibrary,
  response: TitleRemovalPreview,
  refusals: ['instance_not_found', 'not_found', 'conflict', 'upstream_failed', 'unavailable'],
})

export const removeWork = defineRoute({
  ...ofWork,
  method: 'POST',
  path: '/api/admin/works/removal',
  permission: 'downloads:manage',
  summary: 'Remove a book or album from a library, exactly as it was previewed',
  body: WorkInLibrary.extend(RemovalChoice),
  response: TitleRemoval,
  refusals: ['instance_not_found', 'not_found', 'conflict', 'upstream_failed', 'unavailable'],
})
