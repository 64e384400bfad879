import { ForbiddenAddress, type OutboundAnswer, type OutboundRequest, type Transport } from '#kit/outbound.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { MessageFault, MessageOutcome } from '#ports/message-sender.ts'

/** C64: ten seconds, no redirects, no retry. */
const TIMEOUT_MS = 10_000
const MAX_BYTES = 64 * 1024

/** One message to one receiver over HTTP. */
export type MessagePost = Pick<
  OutboundRequest,
  'upstream' | 'url' | 'headers' | 'json' | 'body' | 'accept_statuses'
> & { signal: AbortSignal }

/** Posts once. `judge` reads the answer; what it throws as a fault is judged like a failed call. */
export async function postMessage(
  transport: Pick<Transport, 'send'>,
  post: MessagePost,
  judge: (answer: OutboundAnswer) => MessageOutcome,
): Promise<MessageOutcome> {
  try {
    const answer = await transport.send({
      ...post,
      method: 'POST',
      // Addresses and headers carry secrets whatever they are called.
      credential: true,
      idempotent: false,
      timeout_ms: TIMEOUT_MS,
      max_bytes: MAX_BYTES,
    })
    return judge(answer)
  } catch (error) {
    if (!(error instanceof UpstreamFault)) throw error
    return outcomeOf(error)
  }
}

/** Any 2xx is a receipt, unless it is a web page: then something else took the message. */
export function receiptOf({ headers }: Pick<OutboundAnswer, 'headers'>): MessageOutcome {
  const isPage = headers['content-type']?.startsWith('text/html')
  return isPage ? { kind: 'unconfirmed', reason: 'no_receipt' } : { kind: 'sent' }
}

/**
 * Only what certainly did not arrive may be sent again: the connection was never made, or the receiver asks for a
 * pause. Everything else that may have arrived is unconfirmed (2:4.10).
 */
export function outcomeOf(fault: UpstreamFault): MessageOutcome {
  const { kind, category, status, retry_after_ms } = fault
  if (fault.cause instanceof ForbiddenAddress) return { kind: 'failed', reason: 'forbidden_address' }
  // Also when its body cannot be read: the message was certainly rejected.
  if (kind === 'rate_limited' || status === 429) {
    return {
      kind: 'retry',
      reason: 'rate_limited',
      ...(retry_after_ms !== undefined && { after_ms: retry_after_ms }),
    }
  }
  if (status !== undefined) return outcomeOfStatus(status)
  if (kind === 'outcome_unknown') {
    return { kind: 'unconfirmed', reason: category === 'timeout' ? 'timeout' : 'connection_lost' }
  }
  if (category === 'invalid_url') return { kind: 'failed', reason: 'unreachable' }
  return { kind: 'retry', reason: 'unreachable' }
}

/** 2xx that could not be read included: something took the message, but nothing proves what. */
export function outcomeOfStatus(status: number): MessageOutcome {
  if (status >= 500) return { kind: 'unconfirmed', reason: 'server_error' }
  if (status >= 200 && status < 300) return { kind: 'unconfirmed', reason: 'no_receipt' }
  return { kind: 'failed', reason: REFUSED[status] ?? 'refused' }
}

const REFUSED: Readonly<Partial<Record<number, MessageFault>>> = {
  401: 'unauthorized',
  403: 'unauthorized',
  404: 'not_found',
  410: 'not_found',
}
