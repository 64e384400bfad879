import { describe, expect, it } from 'vitest'
import { OauthError } from '../oauth-error.ts'
import { readRegistration } from './registration-rules.ts'

const REDIRECT = 'https://tool.example.org/cb'

function errorOf(body: Record<string, unknown>): string | null {
  try {
    readRegistration({ redirect_uris: [REDIRECT], ...body })
    return null
  } catch (error) {
    if (error instanceof OauthError) return error.oauth_error
    throw error
  }
}

describe('registering a tool client (2/4.5, RFC 7591)', () => {
  it.each([
    [{ redirect_uris: undefined }, 'invalid_redirect_uri'],
    [{ redirect_uris: [] }, 'invalid_redirect_uri'],
    [{ redirect_uris: REDIRECT }, 'invalid_redirect_uri'],
    [{ redirect_uris: [7] }, 'invalid_redirect_uri'],
    [{ redirect_uris: Array.from({ length: 11 }, (_, n) => `${REDIRECT}/${n}`) }, 'invalid_redirect_uri'],
    [{ redirect_uris: [REDIRECT, 'http://tool.example.org/'] }, 'invalid_redirect_uri'],
    [{ application_type: 'web', redirect_uris: ['http://127.0.0.1/'] }, 'invalid_redirect_uri'],
    [{ client_name: 'x'.repeat(101) }, 'invalid_client_metadata'],
    [{ client_name: 'line\nbreak' }, 'invalid_client_metadata'],
    [{ client_name: 7 }, 'invalid_client_metadata'],
    [{ application_type: 'desktop' }, 'invalid_client_metadata'],
    [{ token_endpoint_auth_method: 'client_secret_post' }, 'invalid_client_metadata'],
    [{ grant_types: ['implicit'] }, 'invalid_client_metadata'],
    [{ grant_types: 'authorization_code' }, 'invalid_client_metadata'],
    [{ response_types: ['token'] }, 'invalid_client_metadata'],
  ])('%j is refused', (body, error) => {
    expect(errorOf(body)).toBe(error)
  })

  it.each([
    {},
    { client_name: 'x'.repeat(100) },
    { client_name: '🤖'.repeat(100) },
    { redirect_uris: Array.from({ length: 10 }, (_, n) => `${REDIRECT}/${n}`) },
    { application_type: 'native', redirect_uris: ['cursor://cb'] },
    { grant_types: ['authorization_code'], response_types: ['code'], token_endpoint_auth_method: 'none' },
    { scope: 'mcp:access offline_access', client_name: null, scopes: 7 },
    { scope: 'profile' },
  ])('%j is accepted', body => {
    expect(errorOf(body)).toBeNull()
  })

  it('keeps what is supported, and takes "web" for a type that is left out', () => {
    const device = 'urn:ietf:params:oauth:grant-type:device_code'
    const given = { redirect_uris: [REDIRECT], grant_types: ['authorization_code', device] }
    expect(readRegistration(given)).toEqual({
      client_name: undefined,
      application_type: 'web',
      redirect_uris: [REDIRECT],
      grant_types: ['authorization_code'],
    })
  })
})
