import type { QueueRow } from '@foyer/contract/requests/admin-requests'
import type { SeasonScope } from '@foyer/contract/requests/requests'
import type { Changes } from './api.ts'

interface Seasons {
  scope: SeasonScope | 'some'
  seasons: readonly number[]
}

/** Sends only what differs from the request; without changes it is approved as it is. */
export function changesOf(
  row: Pick<QueueRow, 'season_scope' | 'seasons' | 'quality_profile_id'>,
  chosen: Seasons | undefined,
  quality: number | undefined,
): Changes {
  const changes: Changes = {}
  // 0 takes the requester's choice back, so that the default applies.
  if (quality !== undefined && quality !== (row.quality_profile_id ?? 0)) changes.quality_profile_id = quality
  if (!chosen) return changes
  if (chosen.scope !== 'some') {
    if (chosen.scope !== row.season_scope) changes.season_scope = chosen.scope
    return changes
  }
  const wanted = chosen.seasons.toSorted((a, b) => a - b)
  const asked = (row.seasons ?? []).toSorted((a, b) => a - b)
  if (row.season_scope === 'pilot' || wanted.join() !== asked.join()) changes.seasons = wanted
  return changes
}
