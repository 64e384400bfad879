import type { ChatAlertStatus } from '@foyer/contract/chat-notifications'
import { MINUTE_MS } from '#kit/durations.ts'
import type { MessageOutcome } from '#ports/message-sender.ts'
import { dueAt, STALE_MS } from '../alerts/alert-rules.ts'
import type { AlertRecord } from '../alerts/alert.ts'
import type { Result, SendRow } from './dispatch-store.ts'

/** 2/4.10: what has been on its way for longer than this may have arrived or not. */
const SENDING_MS = 30_000

/** A send that has not ended by then is given up, before it reads `unconfirmed` anyway. */
export const SEND_LIMIT_MS = 24_000

/** 2:4.10, C51: the fifth rejected attempt is the last. */
const MAX_ATTEMPTS = 5

/** 2/4.10: the delay after a rejection that names none. */
const DEFAULT_DELAY_MS = MINUTE_MS

/** How long an alert waits when it cannot be determined whether a kids account may see its title. */
export const UNDECIDED_MS = MINUTE_MS

/** How often a place is looked at whose channel is not part of this process. */
export const WITHOUT_CHANNEL_MS = 30 * MINUTE_MS

/** The delay the receiver asks for. Without one, other faults than a rate limit get longer and longer delays. */
function retryDelayMs({ reason, after_ms }: { reason: string; after_ms?: number }, attempts: number): number {
  const growth = reason === 'rate_limited' ? 1 : 4 ** (attempts - 1)
  return Math.min(Math.max(after_ms ?? DEFAULT_DELAY_MS * growth, 1_000), STALE_MS)
}

/** What becomes of a row and of its place after a send. */
export interface QueueResult {
  result: Result
  /** Until when nothing more is sent to the place; null: at once. */
  hold_until: string | null
}

/** `attempts`: including this one. */
export function queueResult(outcome: MessageOutcome, attempts: number, now: number): QueueResult {
  switch (outcome.kind) {
    case 'sent': {
      const { pause_ms = 0 } = outcome
      const hold_until = pause_ms > 0 ? isoIn(now, Math.min(pause_ms, STALE_MS)) : null
      return { result: { state: 'sent', detail: null }, hold_until }
    }
    case 'retry': {
      const next_at = isoIn(now, retryDelayMs(outcome, attempts))
      // Also after the last attempt: the next alert would be rejected just the same.
      const result: Result =
        attempts >= MAX_ATTEMPTS
          ? { state: 'failed', detail: outcome.reason }
          : { state: 'pending', detail: outcome.reason, next_at, attempts }
      return { result, hold_until: next_at }
    }
    default:
      return { result: { state: outcome.kind, detail: outcome.reason }, hold_until: null }
  }
}

/** The code of what was cancelled before it was sent, and of what is to be cancelled if it turns out unsent. */
export const CANCELLED = 'cancelled'

/** What was cancelled on its way is not sent again, and its receiver's delay says nothing about the next receiver. */
export function cancelled({ result }: QueueResult): QueueResult {
  const dropped: Result = { state: 'dropped', detail: CANCELLED }
  return { result: result.state === 'pending' ? dropped : result, hold_until: null }
}

function isoIn(now: number, ms: number): string {
  return new Date(now + ms).toISOString()
}

/** The oldest unsent row of a place, and until when the place takes nothing. */
export interface QueueHead {
  send: Pick<SendRow, 'state' | 'next_at'>
  alert: Pick<AlertRecord, 'topic' | 'created_at' | 'data'>
  hold_until: string | null
}

/** When the head can be sent, or given up if that is earlier. A row that an earlier run left is looked at now. */
export function headDueAt({ send, alert, hold_until }: QueueHead): number {
  if (send.state === 'claimed') return 0
  const hold = hold_until === null ? 0 : Date.parse(hold_until)
  const ready = Math.max(Date.parse(send.next_at), dueAt(alert), hold)
  return Math.min(ready, expiresAt(alert))
}

export function expiresAt({ created_at }: Pick<AlertRecord, 'created_at'>): number {
  return Date.parse(created_at) + STALE_MS
}

const STATUS: Record<SendRow['state'], ChatAlertStatus> = {
  pending: 'pending',
  claimed: 'sending',
  sent: 'sent',
  failed: 'failed',
  unconfirmed: 'unconfirmed',
  dropped: 'cancelled',
}

/** A row as people see it (2:3), with the short code of its detail. */
export function statusOf(
  { state, detail, updated_at }: Pick<SendRow, 'state' | 'detail' | 'updated_at'>,
  now: number,
): { status: ChatAlertStatus; detail: string | null } {
  const isLost = state === 'claimed' && now - Date.parse(updated_at) > SENDING_MS
  if (isLost) return { status: 'unconfirmed', detail: 'interrupted' }
  return { status: STATUS[state], detail: state === 'claimed' ? null : detail }
}

/** Places share a few lanes, so that slow receivers leave room for other jobs however many there are. */
const LANES = 4

export function laneOf({ channel, destination }: Pick<SendRow, 'channel' | 'destination'>): string {
  if (channel === 'chat_webhook') return channel
  const sum = Array.from(destination).reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0)
  return `${channel}:${sum % LANES}`
}
