/** What came of a ceremony that ended without a passkey, in the browser or on the way. */
export type PasskeyFailure =
  /** Closed, declined or left alone for too long: nothing to complain about, and nothing was changed. */
  | 'cancelled'
  /** Another ceremony took over, such as the button over the suggestion in the field. */
  | 'replaced'
  | 'known'
  | 'wrong_address'
  | 'unsupported'
  | 'other'

const BY_NAME: Readonly<Record<string, PasskeyFailure>> = {
  NotAllowedError: 'cancelled',
  AbortError: 'replaced',
  InvalidStateError: 'known',
  SecurityError: 'wrong_address',
  NotSupportedError: 'unsupported',
}

/** By the name that WebAuthn gives its errors; the library keeps it, or keeps the error as cause. */
export function judgeFailure(error: unknown): PasskeyFailure {
  if (!(error instanceof Error)) return 'other'
  const known = BY_NAME[error.name] ?? (error.cause instanceof Error ? BY_NAME[error.cause.name] : undefined)
  return known ?? 'other'
}
