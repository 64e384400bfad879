import { describe, expect, it } from 'vitest'
import { credentialReason, effectiveAvailability, sharedReason } from './resolution-rules.ts'

describe('why an account cannot be used (2/4.6)', () => {
  it.each([
    ['personal', 'openai', 'present', ''],
    ['personal', 'openai', 'missing', 'personal_credential_missing'],
    ['shared', 'grok', 'missing', 'shared_credential_missing'],
    ['personal', 'oauth_a', 'connected', ''],
    ['personal', 'oauth_a', 'disconnected', 'personal_oauth_a_disconnected'],
    ['personal', 'oauth_a', 'reconnect_required', 'personal_oauth_a_disconnected'],
    ['personal', 'oauth_b', 'unavailable', 'oauth_b_unavailable'],
    ['shared', 'oauth_b', 'disconnected', 'shared_oauth_b_disconnected'],
    ['shared', 'oauth_a', 'reconnect_required', 'shared_oauth_a_disconnected'],
    ['shared', 'oauth_a', 'unavailable', 'oauth_a_unavailable'],
  ] as const)('%s %s that is %s reads %j', (source, provider, state, reason) => {
    expect(credentialReason(source, provider, state)).toBe(reason)
  })
})

describe('which account counts (2:4.6.4)', () => {
  const mine = { provider: 'grok', model: 'grok-small' } as const
  const included = { available: true, provider: '', model: '', source: 'shared', reason: '' }

  it('is the own choice, which fails as such and never falls back', () => {
    const chosen = { ...mine, reason: '' } as const
    expect(effectiveAvailability(chosen, true, { reason: '' })).toEqual({
      ...mine,
      available: true,
      source: 'personal',
      reason: '',
    })
    const broken = { ...mine, reason: 'personal_credential_missing' } as const
    expect(effectiveAvailability(broken, true, { reason: '' })).toEqual({
      ...mine,
      available: false,
      source: 'personal',
      reason: 'personal_credential_missing',
    })
  })

  it('is what the server includes, for people with a grant, without its provider and model', () => {
    expect(effectiveAvailability(null, true, { reason: '' })).toEqual(included)
    expect(effectiveAvailability(null, true, { reason: 'shared_credential_missing' })).toEqual({
      ...included,
      available: false,
      reason: 'shared_credential_missing',
    })
  })

  it.each([
    [false, { reason: '' }, 'shared_access_disabled'],
    [false, null, 'shared_access_disabled'],
    [true, null, 'not_configured'],
  ] as const)('is none with grant %s and profile %j', (granted, shared, reason) => {
    expect(effectiveAvailability(null, granted, shared)).toEqual({
      available: false,
      provider: '',
      model: '',
      source: 'none',
      reason,
    })
    expect(sharedReason(granted, shared)).toBe(reason)
  })
})
