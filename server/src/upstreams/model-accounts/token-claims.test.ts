import { expect, it } from 'vitest'
import { readClaims } from './token-claims.ts'

const jwt = (claims: unknown) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.sig`
const NONE = { expires_at_ms: null, email: null, plan_type: null }

it.each([
  ['nothing', undefined],
  ['an opaque token', 'at_1'],
  ['a token of two dots', 'a.b.c'],
  ['a list', jwt([])],
  ['text', jwt('x')],
  ['claims of other types', jwt({ exp: '1', email: 7, plan_type: {}, 'https://api.openai.com/auth': 1 })],
  ['claims with control characters', jwt({ email: 'a\u0000@b.c', plan_type: 'x\ny' })],
  ['a year beyond all dates', jwt({ exp: 1e300 })],
])('reads no claims from %s', (_name, token) => {
  expect(readClaims(token)).toEqual(NONE)
})

it('reads the end, the address and the plan', () => {
  expect(readClaims(jwt({ exp: 1_800_000_000, email: 'ana@example.org', plan_type: 'plus' }))).toEqual({
    expires_at_ms: 1_800_000_000_000,
    email: 'ana@example.org',
    plan_type: 'plus',
  })
  const nested = { 'https://api.openai.com/auth': { chatgpt_plan_type: 'pro' } }
  expect(readClaims(jwt(nested)).plan_type).toBe('pro')
})
