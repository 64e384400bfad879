import { z } from 'zod'
import { MEDIA_TYPES } from '../instances/instance-types.ts'
import { PathMapping } from '../instances/instances.ts'
import { OpaqueId, Time } from '../primitives.ts'
import { BookFormat } from '../requests/requests.ts'
import { defineRoute, type RouteDefinition } from '../route.ts'

const downloader = {
  access: 'user',
  permission: 'media:download',
  spec: '1:4.13',
} as const satisfies Partial<RouteDefinition>

/** Validated by the slice: access to the library is checked before other errors (C17). */
const FileId = z
  .unknown()
  .meta({ type: 'integer', description: 'The manager’s own id of the file.' })
  .optional()
const Paths = z
  .unknown()
  .meta({ type: 'array', items: { type: 'string', maxLength: 4096 }, minItems: 1, maxItems: 200 })
  .optional()

export const DownloadTicket = z.object({
  /** Server-relative: `/api/media-files/download/…`. Anybody who has it can download until `expires_at`. */
  url: z.string(),
  filename: z.string(),
  size_bytes: z.int(),
  expires_at: Time,
})
export type DownloadTicket = z.infer<typeof DownloadTicket>

export const postDownloadTicket = defineRoute({
  ...downloader,
  method: 'POST',
  path: '/api/media-files/tickets',
  summary: 'A link to one file of a library, good for ten minutes and any number of transfers',
  body_limit: 4096,
  body: z.object({ instance_id: OpaqueId, file_id: FileId }),
  response: DownloadTicket,
  refusals: [
    'validation',
    'instance_forbidden',
    'instance_not_found',
    'downloads_disabled',
    'file_unavailable',
    'upstream_failed',
    'unavailable',
  ],
})

export const postDownloadCoverage = defineRoute({
  ...downloader,
  method: 'POST',
  path: '/api/media-files/coverage',
  summary: 'Which of these reported paths a mapping covers; no disk is read',
  body_limit: 256 * 1024,
  body: z.object({ instance_id: OpaqueId, paths: Paths }),
  response: z.object({ covered: z.array(z.boolean()) }),
  refusals: ['validation', 'instance_forbidden', 'instance_not_found'],
})

export const getDownload = defineRoute({
  method: 'GET',
  path: '/api/media-files/download/{ticket}',
  access: 'public',
  summary: 'The file of a ticket, whole or one range; every condition is checked each time',
  spec: '1:4.13',
  kind: 'stream',
  head: true,
  params: z.object({ ticket: z.string() }),
  refusals: ['ticket_invalid', 'range_not_satisfiable', 'upstream_failed', 'unavailable'],
})

export const TitleFile = z.object({
  file_id: z.int(),
  /** The file name, never its folder. */
  name: z.string(),
  size_bytes: z.int(),
  /** Covered by a mapping, determined without reading a disk. */
  downloadable: z.boolean(),
  /** For shows: the metadata provider's numbering. */
  season_number: z.int().optional(),
  /** Several when one file holds several episodes. */
  episode_numbers: z.array(z.int()).optional(),
  /** The title of the episode or track. */
  title: z.string().optional(),
  /** For books, if the record has it. */
  format: BookFormat.optional(),
  /** For albums; a second disc starts at 1 again. */
  track_number: z.int().optional(),
  disc_number: z.int().optional(),
  /** For books in several files: the position, from 1. */
  part_number: z.int().optional(),
})
export type TitleFile = z.infer<typeof TitleFile>

/** Additive: the downloadable files of one title, from one or two reads of its library. */
export const getTitleFiles = defineRoute({
  ...downloader,
  method: 'GET',
  path: '/api/media-files/titles',
  summary: 'The files of a movie, show, book or album; empty when the library has none of it',
  query: z.object({
    instance_id: OpaqueId.optional(),
    media_type: z
      .string()
      .meta({ enum: [...MEDIA_TYPES] })
      .optional(),
    /** For movies and shows. */
    tmdb_id: z.string().optional(),
    /** For books and albums, as on their pages. */
    foreign_id: z.string().optional(),
  }),
  response: z.object({ instance_id: OpaqueId, files: z.array(TitleFile) }),
  refusals: [
    'validation',
    'instance_forbidden',
    'instance_not_found',
    'no_grant',
    'no_instance',
    'not_found',
    'upstream_failed',
    'unavailable',
  ],
})

const CoveredPath = z.object({ path: z.string(), files: z.int() })

export const MappingCoverage = z.object({
  /** The files of the library, and how many of them the mappings cover. */
  files: z.int(),
  covered_files: z.int(),
  /** In the order of the mappings: how many files each one covers. */
  rows: z.array(z.object({ files: z.int() })),
  /** A few examples of each, as reported by the manager: a file, or the folder of a title with its number of files. */
  covered: z.array(CoveredPath.extend({ row: z.int(), local_path: z.string() })),
  uncovered: z.array(CoveredPath),
})
export type MappingCoverage = z.infer<typeof MappingCoverage>

/** Additive: the coverage of mappings that are not saved yet. The library is read at most once a minute for it. */
export const postMappingCoverage = defineRoute({
  access: 'admin',
  permission: 'instances:manage',
  spec: '1:4.13',
  method: 'POST',
  path: '/api/admin/instances/{id}/mapping-coverage',
  summary: 'The files of a library manager covered by these path mappings; without a body, by the saved ones',
  body_limit: 512 * 1024,
  params: z.object({ id: OpaqueId }),
  body: z.object({ media_path_mappings: z.array(PathMapping).max(50).optional() }),
  response: MappingCoverage,
  refusals: ['not_found', 'wrong_service_type', 'upstream_failed'],
})
