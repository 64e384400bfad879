import type { ErrorBody } from '@foyer/contract/primitives'

/** The server answered with a refusal (0.3). */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly fields: Readonly<Record<string, string>>
  /** The whole body, for routes that add their own fields. */
  readonly details: Readonly<Record<string, unknown>>
  /** Seconds, from Retry-After. */
  readonly retry_after: number | undefined
  /** When the answer arrived, by this device's clock. Retry-After counts from here. */
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

/** Nothing is at this address: the id in it is unknown, or is none. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400)
}

/** 0.3, C9: the literal body for a title outside a kids account's limits; it has no code. */
export function isOutsideLimits(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404 && error.message === 'not available'
}

/** 0.3: the literal body when the limits could not be checked. */
export function areLimitsUnread(error: unknown): boolean {
  return error instanceof ApiError && error.message === 'content limits could not be applied'
}

/** Foyer did not answer: no network, the server is down, or a proxy answered in its place. */
export class ServerUnreachable extends Error {
  override readonly name = 'ServerUnreachable'

  constructor(cause?: unknown) {
    super('Foyer did not answer.', { cause })
  }
}

/** The refresh call itself was refused: the person has to sign in again. */
export class SignedOut extends Error {
  override readonly name = 'SignedOut'

  constructor() {
    super('This session has ended.')
  }
}
