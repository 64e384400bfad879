import { DAY_MS, MINUTE_MS } from '#kit/durations.ts'
import type { OutboundAnswer } from '#kit/outbound.ts'
import { parseRetryAfter } from '#kit/retry-after.ts'
import type { MessageOutcome } from '#ports/message-sender.ts'
import { outcomeOfStatus } from '../message-post/message-post.ts'
import { isReceipt, readRefused } from './discord-wire.ts'

const DEFAULT_DELAY_MS = MINUTE_MS
const MAX_DELAY_MS = DAY_MS

/** Statuses whose body says more than the status. */
export const READ_STATUSES = [400, 429] as const

type Headers = OutboundAnswer['headers']

export interface DiscordAnswer {
  status: number
  headers: Headers
  text: string
}

/** The outcome of an answer with a 2xx status or one of `READ_STATUSES` (2:3, 2/4.10). */
export function outcomeOfAnswer({ status, headers, text }: DiscordAnswer, now: Date): MessageOutcome {
  if (status < 300 && isReceipt(text)) return sent(headers)
  const { code, retry_after } = readRefused(text)
  if (status === 429) return limited(headers['retry-after'], retry_after, now)
  // 220001 to 220004: the channel is a forum, or the thread does not fit it.
  const isWrongChannel = code !== undefined && Math.floor(code / 100) === 2200
  return isWrongChannel && status === 400
    ? { kind: 'failed', reason: 'wrong_channel' }
    : outcomeOfStatus(status)
}

/**
 * 2:3: only a confirmed rate limit is a reason to send again. Whatever happened to the connection is `unconfirmed`; only
 * an answer that rejects the message has failed.
 */
export function withoutRetry(outcome: MessageOutcome): MessageOutcome {
  const isLimited = outcome.kind !== 'retry' || outcome.reason === 'rate_limited'
  return isLimited ? outcome : { kind: 'unconfirmed', reason: outcome.reason }
}

/** The next message waits until the limit of this webhook starts anew. */
function sent(headers: Headers): MessageOutcome {
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
