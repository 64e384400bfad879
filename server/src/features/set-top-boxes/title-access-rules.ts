import type { LiveMovie, LiveSeries } from '#features/library-status/index.ts'

/** Whether a library has files of a title; `unknown` when it cannot be read. */
export type Presence = 'present' | 'absent' | 'unknown'

export function presenceOfMovie(live: LiveMovie): Presence {
  if (!live.known) return 'unknown'
  return live.status === 'available' ? 'present' : 'absent'
}

/** One episode is enough. */
export function presenceOfSeries(live: LiveSeries): Presence {
  // A show that no series of the library stands for cannot be opened from it. Asking again does not change that.
  if (!live.known) return live.reason === 'identity_ambiguous' ? 'absent' : 'unknown'
  return live.seasons.some(season => season.episode_file_count > 0) ? 'present' : 'absent'
}

/** 2/4.12: one library that has it is enough; a library that cannot be read might have it. */
export function combinePresence(presences: readonly Presence[]): Presence {
  if (presences.includes('present')) return 'present'
  return presences.includes('unknown') ? 'unknown' : 'absent'
}
