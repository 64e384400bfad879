/** How a ceremony ended without a passkey, in the browser or on the server. */
export type PasskeyFailure =
  /** Closed, declined or timed out: nothing was changed. */
  | 'cancelled'
  /** Another ceremony took over, such as the button over the field's suggestion. */
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

/** By WebAuthn's error names; the library keeps the error or stores it as cause. */
export function judgeFailure(error: unknown): PasskeyFailure {
  if (!(error instanceof Error)) return 'other'
  const known = BY_NAME[error.name] ?? (error.cause instanceof Error ? BY_NAME[error.cause.name] : undefined)
  return known ?? 'other'
}
