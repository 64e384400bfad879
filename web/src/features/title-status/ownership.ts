import type { Status } from '#ui/status.ts'

/** `unknown`: a library that may have it could not be read, so it counts as not owned. */
export type Ownership = 'waiting' | 'owned' | 'not_owned' | 'unknown'

/** What one library says about a title: its status, that it is still being asked, or that it did not answer. */
export type LibrarySays = Status | 'waiting' | 'failed' | undefined

/** Whether any library has all of a title. Unknown is not owned. */
export function ownershipOf(libraries: readonly LibrarySays[]): Ownership {
  if (libraries.includes('available')) return 'owned'
  if (libraries.includes('waiting')) return 'waiting'
  return libraries.some(says => says === 'unknown' || says === 'failed') ? 'unknown' : 'not_owned'
}
