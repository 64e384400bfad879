import type { SeasonMap } from '@foyer/contract/tv-matches/tv-match'

export interface BundledMatch {
  title: string
  tvdb_id: number
  target_title: string
  season_map: SeasonMap
}

/** Part of every revision: a new bundle makes every earlier revision stale. */
export const BUNDLE_VERSION = 1

const MONSTER = { tvdb_id: 389_492, target_title: 'Monster (2022)' }

/** Bundled set v1 (1/4.7): one provider lists an anthology as separate shows, the other as seasons of one show. */
export const BUNDLED_MATCHES: ReadonlyMap<number, BundledMatch> = new Map([
  [113_988, { title: 'DAHMER - Monster: The Jeffrey Dahmer Story', ...MONSTER, season_map: { '1': 1 } }],
  [225_634, { title: 'Monsters: The Lyle and Erik Menendez Story', ...MONSTER, season_map: { '1': 2 } }],
  [286_801, { title: 'Monster: The Ed Gein Story', ...MONSTER, season_map: { '1': 3 } }],
  [299_939, { title: 'Monster: The Lizzie Borden Story', ...MONSTER, season_map: { '1': 4 } }],
])
