const REASONS = [
  'unreachable',
  'timeout',
  'rate_limited',
  'rejected_key',
  'bad_answer',
  'outcome_unknown',
] as const

type Reason = (typeof REASONS)[number]

/** The server's short word for why something was not delivered; `other` for one this page has not learned. */
export function reasonOf(word: string | null | undefined): Reason | 'other' {
  return REASONS.find(reason => reason === word) ?? 'other'
}
