import type { TvRepair } from '@foyer/contract/tv-matches/tv-repairs'
import { expect, it } from 'vitest'
import { repairState } from './repair-state.ts'

const target = {
  match: {
    tmdb_id: 1,
    tvdb_id: 5,
    season_map: { '1': 1 },
    provenance: 'custom' as const,
    revision: '0'.repeat(24),
    state: 'resolved' as const,
  },
  source_seasons: [1],
  target_seasons: [1],
  pilot: false,
}
const ROW: TvRepair = {
  request_id: 1,
  title: '',
  username: 'ana',
  status: 'requested',
  instance_id: 'a',
  instance_name: '',
  recorded_target_known: true,
  intended_target: target,
  revision: '0'.repeat(24),
  requires_approval: false,
  can_repair: false,
  message: '',
}
const { intended_target: _, ...nowhere } = ROW

it.each<[string, TvRepair]>([
  ['open', { ...ROW, can_repair: true }],
  ['approval', { ...ROW, requires_approval: true }],
  ['no_match', nowhere],
  ['unmatched', { ...ROW, intended_target: { ...target, source_seasons: [1, 2] } }],
  ['repaired', { ...ROW, repair_request_id: 2 }],
  ['right', ROW],
])('reads %s', (state, row) => {
  expect(repairState(row)).toBe(state)
})
