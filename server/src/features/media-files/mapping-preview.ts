import type { PathMapping } from '@foyer/contract/instances/instances'
import type { MappingCoverage } from '@foyer/contract/media-files/media-files'
import { isManagerRecord, reachedBy } from '#features/instances/index.ts'
import { MINUTE_MS } from '#kit/durations.ts'
import { Refusal } from '#kit/refusal.ts'
import { createValueCache } from '#kit/value-cache.ts'
import type { FilePlace } from '#ports/media-files.ts'
import { countCovered, createLocate } from './media-file-rules.ts'
import type { MediaFileParts } from './media-file-parts.ts'

/** Long enough for somebody editing the form, short enough to see an import soon. */
const KEPT_MS = MINUTE_MS
const MAX_BYTES = 16 * 1024 * 1024
/** The approximate size of a place with its path. */
const PLACE_BYTES = 250

/** Shows admins which files of a whole library their path mappings cover. */
export function createMappingPreview(parts: MediaFileParts) {
  const { database, clock, inventory, files } = parts
  const places = createValueCache<readonly FilePlace[]>({
    name: 'download-paths',
    clock,
    max_bytes: MAX_BYTES,
    size_of: found => 100 + found.length * PLACE_BYTES,
  })

  return async function preview(id: string, mappings?: readonly PathMapping[]): Promise<MappingCoverage> {
    const manager = await inventory.find(database.read, id)
    if (!manager) throw new Refusal('not_found')
    if (!isManagerRecord(manager)) throw new Refusal('wrong_service_type')
    const found = await places.get(`${id} ${reachedBy(manager)}`, { ttl_ms: KEPT_MS, tags: [id] }, signal =>
      files[manager.service_type].places(inventory.connectionOf(manager), signal),
    )
    const mapping_rows = mappings ?? manager.media_path_mappings
    return countCovered(found, mapping_rows.length, createLocate(mapping_rows, inventory.media_roots))
  }
}
