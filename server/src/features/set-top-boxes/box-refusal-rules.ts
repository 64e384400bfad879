import { REFUSALS, type RefusalCode } from '@foyer/contract/refusals'

/** The codes of 2/4.12, and those of 0.3 for a body that cannot be read. These routes answer with no other code. */
const CODES = [
  'unauthorized',
  'not_available',
  'title_unavailable',
  'invalid_request',
  'invalid_pin',
  'pairing_expired',
  'confirmation_expired',
  'not_found',
  'busy',
  'identity_changed',
  'needs_pairing',
  'launch_failed',
  'pairing_failed',
  'player_missing',
  'timeout',
  'unavailable',
  'unsupported',
  'unreachable',
  'lookup_unavailable',
  'rate_limited',
  'body_too_large',
  'unsupported_media_type',
] as const satisfies readonly RefusalCode[]
type BoxCode = (typeof CODES)[number]

/**
 * The code that replaces another one on these routes. C37: a plain user on an admin route gets the same code as a kids
 * account.
 */
const MEANS: Partial<Record<RefusalCode, BoxCode>> = {
  session_revoked: 'unauthorized',
  forbidden: 'not_available',
  validation: 'invalid_request',
}

/** Codes whose usual sentence does not fit here. */
const SENTENCES: Partial<Record<BoxCode, string>> = {
  timeout: 'The box took too long to answer.',
  not_found: 'This box does not exist.',
}

/**
 * 2:4.12: the fixed error of these routes. Its sentence depends on the code alone, so it cannot contain anything from
 * the box.
 */
export function presentRefusal(code: RefusalCode): {
  status: number
  body: { code: BoxCode; error: string }
} {
  const shown = CODES.find(one => one === code) ?? MEANS[code] ?? 'unavailable'
  const { status, error } = REFUSALS[shown]
  return { status, body: { code: shown, error: SENTENCES[shown] ?? error } }
}
