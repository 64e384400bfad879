import { expect, it } from 'vitest'
import { ApiError, ServerUnreachable } from '#lib/api-error.ts'
import { isProviderVerdict } from './provider-verdict.ts'

it('2/4.4 blames the provider only for what the check found', () => {
  expect(isProviderVerdict(new ApiError(400, { code: 'oidc_invalid' }))).toBe(true)
  expect(isProviderVerdict(new ApiError(502, { code: 'provider_failed' }))).toBe(true)
  expect(isProviderVerdict(new ApiError(500, { code: 'internal' }))).toBe(false)
  expect(isProviderVerdict(new ServerUnreachable())).toBe(false)
})
