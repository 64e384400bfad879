import type { ErrorBody } from '@foyer/contract/primitives'

/** The server answered, and the answer was no (0.3). */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly fields: Readonly<Record<string, string>>
  /** The whole answer, for routes that add fields of their own. */
  readonly details: Readonly<Record<string, unknown>>
  /** Seconds, from Retry-After. */
  readonly retry_after: number | undefined
  /** When it arrived, by this device's clock; what Retry-After counts from. */
  readonly at = Date.now()

  constructor(status: number, body: Partial<ErrorBody>, retryAfter?: number) {
    super(body.error ?? `HTTP ${status}`)
    this.status = status
    this.code = body.code ?? ''
    this.fields = body.fields ?? {}
    this.details = body
    this.retry_after = retryAfter
  }
}

/** 0.3, C9: the literal answer about a title outside the limits of a kids account; it carries no code. */
export function isOutsideLimits(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404 && error.message === 'not available'
}

/** 0.3: the literal answer when nobody could tell whether a title is within the limits. */
export function areLimitsUnread(error: unknown): boolean {
  return error instanceof ApiError && error.message === 'content limits could not be applied'
}

/** Nothing of ours answered: no network, a server that is down, or a proxy speaking in its place. */
export class ServerUnreachable extends Error {
  override readonly name = 'ServerUnreachable'

  constructor(cause?: unknown) {
    super('Foyer did not answer.', { cause })
  }
}

/** The refresh call itself was refused; nothing short of signing in helps. */
export class SignedOut extends Error {
  override readonly name = 'SignedOut'

  constructor() {
    super('This session has ended.')
  }
}
