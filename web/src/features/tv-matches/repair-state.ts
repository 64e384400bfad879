import type { TvRepair } from '@foyer/contract/tv-matches/tv-repairs'

type RepairState = 'open' | 'approval' | 'no_match' | 'unmatched' | 'repaired' | 'right'

/** Why a request can or cannot be sent again, as a key of the catalogue. */
export function repairState(row: TvRepair): RepairState {
  if (row.can_repair) return 'open'
  if (row.requires_approval) return 'approval'
  const { intended_target: intended } = row
  if (!intended) return 'no_match'
  const { season_map } = intended.match
  if (intended.source_seasons.some(season => season_map[String(season)] === undefined)) return 'unmatched'
  return row.repair_request_id === undefined ? 'right' : 'repaired'
}
