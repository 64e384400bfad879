import type { ProposalStatus } from '@foyer/contract/tool-access/profile-proposals'
import { DAY_MS } from '#kit/durations.ts'

/** 2/4.8. */
const PENDING_DAYS = 7

export function expiryOf(created: Date): Date {
  return new Date(created.getTime() + PENDING_DAYS * DAY_MS)
}

/** A pending proposal whose time is over counts as expired, also before a job has saved that. */
export function statusAt(
  { status, expires_at }: { status: ProposalStatus; expires_at: string },
  now: string,
): ProposalStatus {
  return status === 'pending' && expires_at <= now ? 'expired' : status
}
