import { expect, it } from 'vitest'
import { judgeFailure } from './passkey-failure.ts'

const named = (name: string, cause?: Error) => Object.assign(new Error('…', { cause }), { name })

it.each([
  [named('NotAllowedError'), 'cancelled'],
  [named('AbortError'), 'replaced'],
  [named('InvalidStateError'), 'known'],
  [named('SecurityError'), 'wrong_address'],
  [named('WebAuthnError', named('NotAllowedError')), 'cancelled'],
  [named('WebAuthnError', named('EncodingError')), 'other'],
  ['cancelled', 'other'],
])('judges %o', (error, judged) => {
  expect(judgeFailure(error)).toBe(judged)
})
