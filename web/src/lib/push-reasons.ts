const REASONS = [
  'unreachable',
  'timeout',
  'rate_limited',
  'rejected_key',
  'bad_answer',
  'outcome_unknown',
] as const

type Reason = (typeof REASONS)[number]

/** What keeps all of a person's apps from being reached, beside the above. */
const OF_GATEWAY = ['devices_refused', 'devices_unknown', 'not_registered'] as const
type GatewayReason = (typeof OF_GATEWAY)[number]

/** The server's short word for why something was not delivered; `other` for one this page has not learned. */
export function reasonOf(word: string | null | undefined): Reason | 'other' {
  return REASONS.find(reason => reason === word) ?? 'other'
}

/** The same for the push gateway as a whole; a lost answer there is one that came too late. */
export function gatewayReasonOf(
  word: string | null,
): Exclude<Reason, 'outcome_unknown'> | GatewayReason | 'other' {
  const own = OF_GATEWAY.find(reason => reason === word)
  if (own) return own
  const reason = reasonOf(word)
  return reason === 'outcome_unknown' ? 'timeout' : reason
}
