import { describe, expect, it } from 'vitest'
import { Refusal } from '#kit/refusal.ts'
import { allowedOrigins, corsHeaders, preflightHeaders } from './mcp-origin-rules.ts'

const LISTED = 'https://inspector.example.org'
const configured = allowedOrigins({
  oauth_issuer: 'https://media.example.org:8443/foyer',
  mcp_allowed_origins: [LISTED],
})

describe('origins of pages that may use the tools (2:4.5)', () => {
  it('are those of the issuer and of the list, and none unless configured', () => {
    expect([...configured]).toEqual(['https://media.example.org:8443', LISTED])
    expect([...allowedOrigins({ oauth_issuer: undefined, mcp_allowed_origins: [] })]).toEqual([])
  })

  it('are compared exactly', () => {
    for (const origin of ['https://media.example.org', `${LISTED}/`, LISTED.toUpperCase(), 'null', ''])
      expect(() => corsHeaders(origin, configured)).toThrow(Refusal)
    expect(corsHeaders(LISTED, configured)).toMatchObject({ 'access-control-allow-origin': LISTED })
  })

  it('are not asked of programs, which get no headers either', () => {
    expect(corsHeaders(undefined, configured)).toEqual({})
    expect(preflightHeaders(undefined, configured)).toEqual({})
  })
})
