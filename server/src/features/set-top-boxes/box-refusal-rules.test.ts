import type { RefusalCode } from '@foyer/contract/refusals'
import { expect, it } from 'vitest'
import { presentRefusal } from './box-refusal-rules.ts'

it.each([
  ['unauthorized', 401, 'unauthorized'],
  ['session_revoked', 401, 'unauthorized'],
  ['forbidden', 403, 'not_available'],
  ['not_available', 403, 'not_available'],
  ['title_unavailable', 403, 'title_unavailable'],
  ['validation', 400, 'invalid_request'],
  ['body_too_large', 413, 'body_too_large'],
  ['unsupported_media_type', 415, 'unsupported_media_type'],
  ['invalid_pin', 400, 'invalid_pin'],
  ['not_found', 404, 'not_found'],
  ['pairing_expired', 404, 'pairing_expired'],
  ['confirmation_expired', 404, 'confirmation_expired'],
  ['busy', 409, 'busy'],
  ['identity_changed', 409, 'identity_changed'],
  ['needs_pairing', 409, 'needs_pairing'],
  ['rate_limited', 429, 'rate_limited'],
  ['launch_failed', 502, 'launch_failed'],
  ['pairing_failed', 502, 'pairing_failed'],
  ['player_missing', 502, 'player_missing'],
  ['unsupported', 503, 'unsupported'],
  ['unreachable', 503, 'unreachable'],
  ['lookup_unavailable', 503, 'lookup_unavailable'],
  ['timeout', 504, 'timeout'],
  // Everything that nobody expects here.
  ['internal', 503, 'unavailable'],
  ['upstream_failed', 503, 'unavailable'],
  ['conflict', 503, 'unavailable'],
] satisfies [RefusalCode, number, string][])('answers %s with %i %s (2/4.12)', (code, status, shown) => {
  const answer = presentRefusal(code)
  expect([answer.status, answer.body.code]).toEqual([status, shown])
  expect(Object.keys(answer.body)).toEqual(['code', 'error'])
})

it('speaks of the box, not of a library manager, when it took too long', () => {
  expect(presentRefusal('timeout').body.error).toContain('box')
})
