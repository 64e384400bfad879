import { expect, it } from 'vitest'
import { ApiError } from '#lib/api-error.ts'
import { refusedReason, whyNotRestorable } from './restore-rules.ts'

const APPLIED = { status: 'applied', operation: 'update', current_status: 'matches_applied' } as const

it.each([
  [{}, null],
  [{ not_restorable_reason: 'consumed', current_status: 'different' }, 'consumed'],
  [{ not_restorable_reason: 'instance_changed', current_status: 'unavailable' }, 'instance_changed'],
  [{ not_restorable_reason: 'drifted', current_status: 'different' }, 'drifted'],
  [{ not_restorable_reason: 'executing', status: 'executing' }, 'executing'],
  [{ not_restorable_reason: 'unsupported' }, 'unsupported'],
  [{ not_restorable_reason: 'unsupported', status: 'failed' }, 'failed'],
  [{ not_restorable_reason: 'unsupported', operation: 'revert' }, 'is_restore'],
  [{ current_status: 'unavailable' }, 'unreadable'],
] as const)('%j: %s', (change, reason) => {
  expect(whyNotRestorable({ ...APPLIED, ...change })).toBe(reason)
})

it('takes the reason from the refusal', () => {
  const refusal = (body: object) => new ApiError(409, body)
  expect(refusedReason(refusal({ code: 'not_restorable', reason: 'consumed' }))).toBe('consumed')
  expect(refusedReason(refusal({ code: 'not_restorable', reason: 'newer than this page' }))).toBeUndefined()
  expect(refusedReason(refusal({ code: 'conflict', reason: 'drifted' }))).toBeUndefined()
})
