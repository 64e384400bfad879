import type {
  DeliveryCode,
  DeliveryState,
  DeliveryStateName,
  RequestStatus,
} from '@foyer/contract/requests/requests'
import { MINUTE_MS } from '#kit/durations.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { DeliveryRecord } from '#ports/request-record.ts'
import type { CourierOutcome } from '../couriers/courier.ts'

/** How often jobs are checked whose media type has no courier yet. */
export const NO_COURIER_MS = 5 * MINUTE_MS
/** 1/4.8: author-import sweep 5 min. */
export const AUTHOR_SWEEP_MS = 5 * MINUTE_MS

const TERMINAL: readonly DeliveryStateName[] = ['complete', 'cancelled']
const RETRYABLE: readonly DeliveryStateName[] = ['attention', 'retry']
const WORKABLE: readonly DeliveryStateName[] = [
  'queued',
  'processing',
  'retry',
  'waiting_library',
  'attention',
]

export function isTerminal(state: DeliveryStateName): boolean {
  return TERMINAL.includes(state)
}

export function isRetryable(state: DeliveryStateName): boolean {
  return RETRYABLE.includes(state)
}

/** Whether a worker may continue with it. Otherwise the job has nothing left to do. */
export function isWorkable(state: DeliveryStateName): boolean {
  return WORKABLE.includes(state)
}

export const MESSAGES = {
  approval: 'Waiting for approval',
  queued: 'Waiting to be sent',
  processing: 'Being sent to the library',
  cancelled: 'Cancelled',
} as const

const COMPLETE_MESSAGES: Partial<Record<RequestStatus, string>> = {
  available: 'Already in the library',
  partial: 'Partly in the library; the rest is monitored',
  unavailable: 'No longer in the library',
}

export function completeMessage(status: RequestStatus): string {
  return COMPLETE_MESSAGES[status] ?? 'Sent to the library'
}

/**
 * `service_unavailable`: the manager cannot be reached or refuses access, independently of this title.
 * `library_unavailable`: the manager was reached, but failed.
 */
export function codeOfFault({ kind, status }: Pick<UpstreamFault, 'kind' | 'status'>): DeliveryCode {
  if (kind === 'unreachable' || kind === 'timeout' || kind === 'rejected_key') return 'service_unavailable'
  if (kind === 'bad_answer' && (status === 502 || status === 504)) return 'service_unavailable'
  return 'library_unavailable'
}

/** 1:3: every error of an attempt is transient, except a refusal that a retry cannot change. */
export function outcomeOfError(error: unknown): CourierOutcome {
  if (error instanceof UpstreamFault) {
    const { retry_after_ms, kind } = error
    const message =
      kind === 'outcome_unknown'
        ? `${error.message} The library will be checked before the next try.`
        : error.message
    return {
      retry: codeOfFault(error),
      message,
      ...(retry_after_ms !== undefined && { after_ms: retry_after_ms }),
    }
  }
  if (error instanceof Refusal) return outcomeOfRefusal(error)
  return { retry: 'service_unavailable', message: 'Something went wrong on the server. It will try again.' }
}

function outcomeOfRefusal({ status, message }: Refusal): CourierOutcome {
  if (status >= 500) return { retry: 'service_unavailable', message }
  return { attention: 'request_unavailable', message }
}

export const ACCESS_LOST: CourierOutcome = {
  attention: 'access_unavailable',
  message: 'The requester no longer has access to this library for this title.',
}

export const INSTANCE_MISSING: CourierOutcome = {
  attention: 'instance_missing',
  message: 'The library of this request is no longer configured.',
}

export function retryLimit(attempts: number, message: string): string {
  return `Tried ${attempts} times. ${message}`
}

/** The wire form of one delivery (1/4.6). `mayManage`: the viewer is its requester or an admin. */
export function presentDelivery(row: DeliveryRecord, mayManage: boolean): DeliveryState {
  const { request_id, format, state, attempts, last_attempt_at, next_attempt_at, park_reason, code } = row
  const isDue = state === 'queued' || state === 'retry'
  return {
    request_id,
    ...(format !== '' && { format }),
    state,
    attempts,
    ...(last_attempt_at !== null && { last_attempt_at }),
    ...(isDue && next_attempt_at !== null && { next_attempt_at }),
    ...(park_reason !== null && { park_reason }),
    ...(code !== null && { code }),
    message: row.message,
    can_manage: mayManage,
    can_cancel: mayManage && !isTerminal(state),
  }
}
