import { MINUTE_MS } from '#kit/durations.ts'
import type { MessageOutcome } from '#ports/message-sender.ts'

/** A failed step of an SMTP session. Its text is the server's own and is never passed on. */
export interface SmtpFailure {
  /** Of nodemailer: EAUTH, EDNS, ETLS, ETIMEDOUT, … */
  code: string
  /** RFC 5321: 4xx for now, 5xx for good; null when the server said nothing. */
  reply: number | null
}

/** Many servers turn senders away that they do not know yet, for five minutes. */
const GREYLISTED_MS = 5 * MINUTE_MS

const UNVERIFIED = /CERT|SELF_SIGNED|UNABLE_TO_|SSL|TLS/

/** Reads what nodemailer threw. Certificate problems have the codes of OpenSSL, below its own. */
export function readFailure(error: unknown): SmtpFailure {
  const { code, originalCode, responseCode } = Object(error) as Record<string, unknown>
  const is_tls = code === 'ETLS' || (typeof originalCode === 'string' && UNVERIFIED.test(originalCode))
  return {
    code: is_tls ? 'ETLS' : typeof code === 'string' ? code : '',
    reply: typeof responseCode === 'number' ? responseCode : null,
  }
}

/**
 * C64, 2:4.10: a refusal, and everything before the message was handed over, leaves no doubt. After that, silence
 * means that it may have been delivered.
 */
export function outcomeOf({ code, reply }: SmtpFailure, handed_over: boolean): MessageOutcome {
  // Before the sign-in, whatever the server answered.
  if (code === 'ETLS' && !handed_over) return { kind: 'retry', reason: 'insecure' }
  if (reply !== null && reply >= 500) {
    return { kind: 'failed', reason: code === 'EAUTH' || isSignIn(reply) ? 'unauthorized' : 'refused' }
  }
  if (reply !== null && reply >= 400)
    return { kind: 'retry', reason: 'rate_limited', after_ms: GREYLISTED_MS }
  if (handed_over)
    return { kind: 'unconfirmed', reason: code === 'ETIMEDOUT' ? 'timeout' : 'connection_lost' }
  if (code === 'EAUTH' || code === 'ENOAUTH') return { kind: 'failed', reason: 'unauthorized' }
  // Too long, or not a message: no server was asked.
  if (code === 'EENVELOPE' || code === 'EMESSAGE') return { kind: 'failed', reason: 'refused' }
  return { kind: 'retry', reason: 'unreachable' }
}

/** RFC 4954: sign-in required, too weak, or refused. */
function isSignIn(reply: number): boolean {
  return reply === 530 || reply === 534 || reply === 535
}
