import type { OutboundAnswer } from '#kit/outbound.ts'
import { parseRetryAfter } from '#kit/retry-after.ts'
import type { UpstreamFault } from '#kit/upstream-fault.ts'
import type { MessageOutcome } from '#ports/message-sender.ts'
import { isReceipt, readRefused } from './discord-wire.ts'

const DEFAULT_DELAY_MS = 60_000
const MAX_DELAY_MS = 24 * 60 * 60_000

/** Statuses whose body says more than the status. */
export const READ_STATUSES = [400, 401, 403, 404, 429] as const

export interface DiscordAnswer {
  status: number
  headers: OutboundAnswer['headers']
  text: string
}

/** The outcome of an answer with a 2xx status or one of `READ_STATUSES` (2:3, 2/4.10). */
export function outcomeOfAnswer({ status, headers, text }: DiscordAnswer, now: Date): MessageOutcome {
  if (status < 300) return isReceipt(text) ? sent(headers) : { kind: 'unconfirmed', reason: 'no_receipt' }
  const { code, retry_after } = readRefused(text)
  if (status === 429) return limited(headers['retry-after'], retry_after, now)
  if (status === 404) return { kind: 'failed', reason: 'not_found' }
  if (status === 401 || status === 403) return { kind: 'failed', reason: 'unauthorized' }
  // 220001 to 220004: the channel is a forum, or the thread does not fit it.
  const isWrongChannel = code !== undefined && Math.floor(code / 100) === 2200
  return { kind: 'failed', reason: isWrongChannel ? 'wrong_channel' : 'refused' }
}

/**
 * The outcome of a call without a readable answer. `failed` only where certainly nothing was posted: the server said
 * no, or could not be reached at all.
 */
export function outcomeOfFault(fault: UpstreamFault, is_late: boolean): MessageOutcome {
  const { kind, status } = fault
  if (kind === 'unreachable') return { kind: 'failed', reason: 'unreachable' }
  if (kind === 'timeout' || is_late) return { kind: 'unconfirmed', reason: 'timeout' }
  if (status === undefined && kind === 'outcome_unknown')
    return { kind: 'unconfirmed', reason: 'connection_lost' }
  if (status === undefined || status < 300) return { kind: 'unconfirmed', reason: 'no_receipt' }
  if (status >= 500) return { kind: 'unconfirmed', reason: 'server_error' }
  if (status === 429) return limited(undefined, undefined, new Date(0))
  return { kind: 'failed', reason: 'refused' }
}

/** The next message waits until the limit of this webhook starts anew. */
function sent(headers: OutboundAnswer['headers']): MessageOutcome {
  const pause = Number(headers['x-ratelimit-reset-after'])
  const isUsedUp = Number(headers['x-ratelimit-remaining'] ?? 1) === 0
  return isUsedUp && pause > 0 ? { kind: 'sent', pause_ms: inMs(pause) } : { kind: 'sent' }
}

/** 2/4.10: the larger of both delays. */
function limited(header: string | undefined, seconds: number | undefined, now: Date): MessageOutcome {
  const delays = [parseRetryAfter(header, now), seconds === undefined ? undefined : inMs(seconds)]
  const named = delays.filter(one => one !== undefined)
  const after_ms = named.length > 0 ? Math.min(Math.max(...named), MAX_DELAY_MS) : DEFAULT_DELAY_MS
  return { kind: 'retry', reason: 'rate_limited', after_ms }
}

function inMs(seconds: number): number {
  return Math.min(Math.ceil(seconds * 1000), MAX_DELAY_MS)
}
