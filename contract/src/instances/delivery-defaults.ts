import { z } from 'zod'
import type { MediaType } from './instance-types.ts'
import { MAX_ROW_ID, OpaqueId } from '../primitives.ts'
import { BookFormat } from '../requests/requests.ts'
import { defineRoute } from '../route.ts'

export const MINIMUM_AVAILABILITIES = ['announced', 'in_cinemas', 'released'] as const

/** `auto`: anime for Japanese animation, daily for news and talk, otherwise standard. */
export const SERIES_TYPES = ['standard', 'daily', 'anime', 'auto'] as const
export type SeriesType = Exclude<(typeof SERIES_TYPES)[number], 'auto'>

export const MAX_DEFAULT_TAGS = 20

const RecordId = z.int().min(1).max(MAX_ROW_ID)

/** What a library manager receives with a new title, unless a choice or rule of higher rank differs (C59). */
export const DeliveryDefaults = z.strictObject({
  root_folder: z.string().min(1).max(4096).optional(),
  quality_profile_id: RecordId.optional(),
  metadata_profile_id: RecordId.optional(),
  tags: z.array(RecordId).max(MAX_DEFAULT_TAGS).optional(),
  minimum_availability: z.enum(MINIMUM_AVAILABILITIES).optional(),
  series_type: z.enum(SERIES_TYPES).optional(),
  season_folders: z.boolean().optional(),
  search_on_add: z.boolean().optional(),
})
export type DeliveryDefaults = z.infer<typeof DeliveryDefaults>
export type DeliveryDefaultName = keyof DeliveryDefaults

const OF_EVERY_KIND: readonly DeliveryDefaultName[] = [
  'root_folder',
  'quality_profile_id',
  'tags',
  'search_on_add',
]
const OF_KIND: Record<MediaType, readonly DeliveryDefaultName[]> = {
  movie: ['minimum_availability'],
  tv: ['series_type', 'season_folders'],
  book: ['metadata_profile_id'],
  music: ['metadata_profile_id'],
}

/** The names of the defaults that exist for titles of this kind; others are refused. */
export function deliveryDefaultNames(kind: MediaType): DeliveryDefaultName[] {
  return [...OF_EVERY_KIND, ...OF_KIND[kind]]
}

const Profile = z.object({ id: z.int(), name: z.string() })
/** Additive: the book format that it is limited to; absent: any. */
const book_format = BookFormat.optional()

/** What a library manager offers for new titles now. */
export const DeliveryOptions = z.object({
  root_folders: z.array(
    z.object({
      path: z.string(),
      /** Null: the manager does not report it, or the mount has no limit. */
      free_bytes: z.int().nullable(),
      accessible: z.boolean(),
      book_format,
    }),
  ),
  quality_profiles: z.array(Profile.extend({ book_format })),
  /** Empty for movies and shows. */
  metadata_profiles: z.array(Profile),
  tags: z.array(z.object({ id: z.int(), label: z.string() })),
})
export type DeliveryOptions = z.infer<typeof DeliveryOptions>

export const getDeliveryOptions = defineRoute({
  access: 'admin',
  permission: 'instances:manage',
  spec: '0.8 C59',
  method: 'GET',
  path: '/api/admin/instances/{id}/delivery-options',
  summary: 'The folders, profiles and tags that a library manager offers for new titles',
  params: z.object({ id: OpaqueId }),
  response: DeliveryOptions,
  refusals: ['not_found', 'wrong_service_type', 'upstream_failed'],
})
