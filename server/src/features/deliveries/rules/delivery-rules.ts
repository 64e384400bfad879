import {
  type DeliverySentence,
  knownDelivery,
  sayDelivery,
} from '@foyer/contract/requests/delivery-sentences'
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

const COMPLETE_SENTENCES: Partial<Record<RequestStatus, 'available' | 'partial' | 'gone'>> = {
  available: 'available',
  partial: 'partial',
  unavailable: 'gone',
}

export function completeMessage(status: RequestStatus): DeliverySentence {
  return sayDelivery(COMPLETE_SENTENCES[status] ?? 'sent')
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
    const reason = quoteFault(error)
    return {
      retry: codeOfFault(error),
      message: kind === 'outcome_unknown' ? sayDelivery('checked_first', { reason }) : reason,
      ...(retry_after_ms !== undefined && { after_ms: retry_after_ms }),
    }
  }
  if (error instanceof Refusal) return outcomeOfRefusal(error)
  return { retry: 'service_unavailable', message: sayDelivery('server_error') }
}

/** What a service did. All of it is known; otherwise only that it failed is said, and the log has the rest. */
export function quoteFault({ message }: UpstreamFault): DeliverySentence {
  return knownDelivery(message) ?? sayDelivery('server_error')
}

/** What a refusal of 500 or more says, which passes with time. */
export function quoteRefusal({ message }: Refusal): DeliverySentence {
  return knownDelivery(message) ?? sayDelivery('server_busy')
}

function outcomeOfRefusal(refusal: Refusal): CourierOutcome {
  if (refusal.status >= 500) return { retry: 'service_unavailable', message: quoteRefusal(refusal) }
  return {
    attention: 'request_unavailable',
    message: knownDelivery(refusal.message) ?? sayDelivery('not_sent'),
  }
}

export const ACCESS_LOST: CourierOutcome = {
  attention: 'access_unavailable',
  message: sayDelivery('access_lost'),
}

export const INSTANCE_MISSING: CourierOutcome = {
  attention: 'instance_missing',
  message: sayDelivery('instance_missing'),
}

export function retryLimit(attempts: number, reason: DeliverySentence): DeliverySentence {
  return sayDelivery('tried', { attempts: String(attempts), reason })
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
