import { expect, it } from 'vitest'
import { ApiError } from '#lib/api-error.ts'
import { refusedReason, whyNotRestorable } from './restore-rules.ts'

const APPLIED = {
  can_revert: true,
  status: 'applied',
  operation: 'update',
  resource_type: 'quality_profile',
  current_status: 'matches_applied',
} as const

it.each([
  [{}, null],
  [{ status: 'executing', can_revert: false }, 'executing'],
  [{ status: 'outcome_unknown', can_revert: false }, 'outcome_unknown'],
  [{ status: 'failed', can_revert: false }, 'failed'],
  [{ operation: 'revert', can_revert: false }, 'unsupported'],
  [{ operation: 'create', can_revert: false }, 'unsupported'],
  [{ resource_type: 'custom_format', can_revert: false }, 'unsupported'],
  [{ can_revert: false }, 'other'],
  [{ current_status: 'unavailable' }, 'unreadable'],
  [{ current_status: 'different' }, 'drifted'],
] as const)('%j: %s', (change, reason) => {
  expect(whyNotRestorable({ ...APPLIED, ...change })).toBe(reason)
})

it('takes the reason from the refusal', () => {
  const refusal = (body: object) => new ApiError(409, body)
  expect(refusedReason(refusal({ code: 'not_restorable', reason: 'consumed' }))).toBe('consumed')
  expect(refusedReason(refusal({ code: 'not_restorable', reason: 'newer than this page' }))).toBeUndefined()
  expect(refusedReason(refusal({ code: 'conflict', reason: 'drifted' }))).toBeUndefined()
})
