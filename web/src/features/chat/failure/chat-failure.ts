import { ApiError, ServerUnreachable, SignedOut } from '#lib/api-error.ts'

/** Why there is no answer, or only a part of one. */
export interface Failure {
  /** A code of the server, or one of `unreachable`, `cut`, `empty`, `session_ended` and `unknown`. */
  code: string
  /** The server's own sentence, for a code this page does not know. */
  message?: string | undefined
  /** With `ai_unavailable`: what is missing. */
  reason?: string | undefined
  /** With `ai_unavailable`: on whose account the chat would run. */
  source?: string | undefined
  /** Seconds until another attempt makes sense. */
  retry_after?: number | undefined
}

/** The stream ended without its last event. */
export const CUT: Failure = { code: 'cut' }

/** The stream ended as it should, without an answer in it. */
export const EMPTY: Failure = { code: 'empty' }

export function failureOf(error: unknown): Failure {
  if (error instanceof SignedOut) return { code: 'session_ended' }
  if (error instanceof ServerUnreachable) return { code: 'unreachable' }
  if (!(error instanceof ApiError)) return CUT
  const { reason, source } = error.details
  return {
    code: error.status === 401 ? 'session_ended' : error.code || 'unknown',
    message: error.message,
    reason: typeof reason === 'string' ? reason : undefined,
    source: typeof source === 'string' ? source : undefined,
    retry_after: error.retry_after,
  }
}

/** Refused before anything happened, and likely to work in a moment. */
export function isBusy(failure: Failure): failure is Failure & { code: 'server_busy' | 'turn_active' } {
  return failure.code === 'server_busy' || failure.code === 'turn_active'
}
