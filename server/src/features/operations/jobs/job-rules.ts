import type { JobWait } from '@foyer/contract/operations/jobs'
import type { ListedJob } from '#jobs/index.ts'

/** Deliveries that need attention are tried again by the page of their request, which also says so to the requester. */
const DELIVERIES = 'deliver-request'

/** Null while it runs. */
export function waitsFor(job: ListedJob, now: string): JobWait | null {
  if (job.state === 'running') return null
  if (job.state === 'parked') return 'event'
  if (job.state === 'attention') return 'person'
  if (job.run_at > now) return job.attempts > 0 ? 'retry' : 'time'
  return job.lane_busy ? 'lane' : 'turn'
}

/** A parked job waits for something that only happens outside; running it earlier would find nothing. */
export function canRunNow({ state, name }: Pick<ListedJob, 'state' | 'name'>): boolean {
  return state === 'ready' || (state === 'attention' && name !== DELIVERIES)
}
