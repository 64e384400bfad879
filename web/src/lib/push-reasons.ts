const REASONS = [
  'unreachable',
  'timeout',
  'rate_limited',
  'rejected_key',
  'bad_answer',
  'outcome_unknown',
] as const

type Reason = (typeof REASONS)[number]

/** Reasons why none of a person's apps can be reached, besides the above. */
const OF_GATEWAY = ['devices_refused', 'devices_unknown', 'not_registered'] as const
type GatewayReason = (typeof OF_GATEWAY)[number]

/** The server's code for a failed delivery; `other` for an unknown one. */
export function reasonOf(word: string | null | undefined): Reason | 'other' {
  return REASONS.find(reason => reason === word) ?? 'other'
}

/** The same for the push gateway itself. A lost answer counts as a timeout there. */
export function gatewayReasonOf(
  word: string | null,
): Exclude<Reason, 'outcome_unknown'> | GatewayReason | 'other' {
  const own = OF_GATEWAY.find(reason => reason === word)
  if (own) return own
  const reason = reasonOf(word)
  return reason === 'outcome_unknown' ? 'timeout' : reason
}
