import { MEDIA_TYPES } from '@foyer/contract/instances/instance-types'
import type { ActionKind } from '@foyer/contract/remediation/agent-actions'
import { z } from 'zod'
import { REMEDIATIONS } from '#features/library-operations/index.ts'
import { fromStorage } from '#kit/storage-fault.ts'
import type { ActionRecord } from './agent-action.ts'

const MAX_EPISODES = 500

const RecordId = z.int().positive()
const PlaceNumber = z.int().min(0).max(100_000)
const media_type = z.enum(MEDIA_TYPES)
/** As at the metadata provider; specials are season 0. */
const place = { season: PlaceNumber.optional(), episode: PlaceNumber.optional() }
const tmdb_id = RecordId.optional()
const release = {
  /** The reference that `search_releases` gives. */
  guid: z.string().max(200),
  indexer_id: z.int(),
  /** The download of this title that the release takes the place of. */
  queue_id_to_replace: z.int().optional(),
}
/** Part of a proposal as 2/4.9 prints it, but never taken from the model: read from the library again. */
const release_facts = {
  release_title: z.unknown().optional(),
  quality: z.unknown().optional(),
  size: z.unknown().optional(),
  protocol: z.unknown().optional(),
  indexer: z.unknown().optional(),
  rejected: z.unknown().optional(),
  rejections: z.unknown().optional(),
}
const download = { queue_id: z.int() }
const removal = z.enum(REMEDIATIONS)
const searched = {
  tmdb_id,
  ...place,
  author_id: RecordId.optional(),
  book_id: RecordId.optional(),
  artist_id: RecordId.optional(),
  album_id: RecordId.optional(),
}
const whole = { tmdb_id, author_id: RecordId.optional(), artist_id: RecordId.optional() }
const filed = { tmdb_id, book_id: RecordId.optional(), album_id: RecordId.optional() }
const episodes = z.array(PlaceNumber).max(MAX_EPISODES)
/** What the issue already says may be left out. */
const said = { media_type: media_type.optional() }

/** What the agent may give for each kind. The rest is completed from the issue and its library. */
export const WANTED_PARAMS = {
  grab_release: z.strictObject({
    ...said,
    ...release,
    ...release_facts,
    tmdb_id,
    ...place,
    book_id: RecordId.optional(),
    album_id: RecordId.optional(),
  }),
  remediate_queue: z.strictObject({ ...said, ...download, action: removal }),
  manual_import: z.strictObject({ ...said, ...download, force: z.boolean().default(false) }),
  trigger_search: z.strictObject({ ...said, ...searched }),
  rescan: z.strictObject({ ...said, ...whole }),
  delete_media_files: z.strictObject({
    ...said,
    ...filed,
    season: PlaceNumber.optional(),
    episodes: episodes.default([]),
    blocklist: z.boolean().default(false),
  }),
} satisfies Record<ActionKind, z.ZodType>

export type WantedParams<K extends ActionKind> = z.output<(typeof WANTED_PARAMS)[K]>

/** Of a download as the library had it when the action was proposed. */
const known_download = { release_title: z.string(), download_id: z.string().nullable() }

/** What is saved, shown, approved and sent (2/4.9, "Params"). */
const SAVED_PARAMS = {
  grab_release: z.object({
    media_type,
    ...release,
    replaced_download_id: z.string().nullable().optional(),
    release_title: z.string(),
    quality: z.string(),
    size: z.number(),
    protocol: z.string(),
    indexer: z.string(),
    rejected: z.boolean(),
    rejections: z.array(z.string()),
    tmdb_id,
    ...place,
    book_id: RecordId.optional(),
    album_id: RecordId.optional(),
  }),
  remediate_queue: z.object({ media_type, ...download, action: removal, ...known_download }),
  manual_import: z.object({ media_type, ...download, force: z.boolean(), ...known_download }),
  trigger_search: z.object({ media_type, ...searched }),
  rescan: z.object({ media_type, ...whole }),
  delete_media_files: z.object({
    media_type,
    ...filed,
    season: PlaceNumber.optional(),
    episodes,
    blocklist: z.boolean(),
  }),
} satisfies Record<ActionKind, z.ZodType>

export type SavedParams<K extends ActionKind> = z.output<(typeof SAVED_PARAMS)[K]>

/** A kind with its values. */
export type ActionOrder = { [K in ActionKind]: { kind: K; params: SavedParams<K> } }[ActionKind]

export function parseOrder(kind: ActionKind, params: unknown): ActionOrder {
  // The schema is that of the kind, which TypeScript cannot follow.
  return { kind, params: SAVED_PARAMS[kind].parse(params) } as ActionOrder
}

/** What was approved, or what was proposed as long as nobody changed it. */
export function orderOf(action: Pick<ActionRecord, 'kind' | 'params' | 'approved_params'>): ActionOrder {
  return fromStorage(() => parseOrder(action.kind, JSON.parse(action.approved_params ?? action.params)))
}

/** How an admin may change an action while approving it; everything else binds it to its title and library. */
export const CHANGEABLE = {
  grab_release: {},
  remediate_queue: { action: removal },
  manual_import: { force: z.boolean() },
  trigger_search: { season: PlaceNumber.nullable(), episode: PlaceNumber.nullable() },
  rescan: {},
  delete_media_files: { blocklist: z.boolean() },
} satisfies Record<ActionKind, Record<string, z.ZodType>>
