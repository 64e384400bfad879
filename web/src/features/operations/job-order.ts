import type { JobKind } from '@foyer/contract/operations/jobs'

/** How often the page looks at the clock. */
export const TICK_MS = 15_000

/** Whether a job has to wait. One that is due before the next look at the clock is due now. */
export function isLater(next_run_at: string | null, now: number): boolean {
  return next_run_at !== null && Date.parse(next_run_at) > now + TICK_MS
}

/** First those that need a person, then what runs, what fails, and by when the next one is due. */
export function groupKinds(kinds: readonly JobKind[]): { saved: JobKind[]; idle: JobKind[] } {
  const total = ({ running, waiting, parked, attention }: JobKind) => running + waiting + parked + attention
  const urgency = ({ attention, running, retrying }: JobKind) =>
    attention > 0 ? 3 : running > 0 ? 2 : retrying > 0 ? 1 : 0
  const nextOf = ({ next_run_at }: JobKind) => next_run_at ?? '9'
  return {
    saved: kinds
      .filter(kind => total(kind) > 0)
      .toSorted((a, b) => urgency(b) - urgency(a) || nextOf(a).localeCompare(nextOf(b))),
    idle: kinds.filter(kind => total(kind) === 0),
  }
}
