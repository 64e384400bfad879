import type { QueueRow } from '@foyer/contract/requests/admin-requests'
import type { SeasonScope } from '@foyer/contract/requests/requests'
import type { Changes } from '../api.ts'

interface Seasons {
  scope: SeasonScope | 'some'
  seasons: readonly number[]
}

/** Sends only what differs from the request; without changes it is approved as it is. */
export function changesOf(
  row: Pick<QueueRow, 'season_scope' | 'seasons' | 'quality_profile_id' | 'instance_id'>,
  chosen: Seasons | undefined,
  quality: number | undefined,
  library?: string,
): Changes {
  const changes: Changes = {}
  const is_moved = library !== undefined && library !== row.instance_id
  if (is_moved) changes.instance_id = library
  // 0 takes the requester's choice back, so that the default applies. Another library starts with its default.
  const asked = is_moved ? 0 : (row.quality_profile_id ?? 0)
  if (quality !== undefined && quality !== asked) changes.quality_profile_id = quality
  if (!chosen) return changes
  if (chosen.scope !== 'some') {
    if (chosen.scope !== row.season_scope) changes.season_scope = chosen.scope
    return changes
  }
  const wanted = chosen.seasons.toSorted((a, b) => a - b)
  const before = (row.seasons ?? []).toSorted((a, b) => a - b)
  if (row.season_scope === 'pilot' || wanted.join() !== before.join()) changes.seasons = wanted
  return changes
}
