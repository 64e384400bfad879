import { describe, expect, it } from 'vitest'
import { PASSWORD, startApp } from '#test/app.ts'
import { expectOk } from '#test/calls.ts'
import { shareAmongTests } from '#test/engines.ts'
import { begin, exchange, goThrough, startWithOidc } from '#test/oidc.ts'
import { createTool, locationOf, newPkce, opensTools, registerTool, toolDevices } from '#test/tool-client.ts'

/** Attacks on authorization codes and consents (RFC 9700 §2.1, §4.5, §4.8). */
const shared = shareAmongTests(async () => {
  const app = await startApp()
  await app.setUp()
  return { app, tool: await registerTool(app), other: await registerTool(app, { client_name: 'Other' }) }
})

const errorOf = (answer: { body: { error?: string } }) => answer.body.error

describe('a stolen code', () => {
  it('is refused for another client, and still works for its own', async () => {
    const { tool, other } = shared()
    const code = await tool.approvedBy('ana')
    expect(errorOf(await other.exchange(code, { code_verifier: tool.verifier }))).toBe('invalid_grant')
    expect(errorOf(await other.exchange(code, { client_id: tool.client_id }))).toBe('invalid_grant')
    expectOk(await tool.exchange(code))
  })

  it('injected into the session of a victim does not fit its verifier', async () => {
    const { app, tool } = shared()
    const victim = createTool(app, tool.client_id)
    const code = await tool.approvedBy('ana')
    expect(errorOf(await victim.exchange(code))).toBe('invalid_grant')
  })

  it.each([
    ['a wrong verifier', { code_verifier: newPkce().verifier }],
    ['no verifier', { code_verifier: '' }],
    ['the challenge as the verifier (plain)', { code_verifier: 'challenge' }],
    ['another redirect address', { redirect_uri: 'https://tool.example.org/other' }],
  ])('with %s is refused', async (_what, fields) => {
    const { tool } = shared()
    const code = await tool.approvedBy('ana')
    const given =
      'code_verifier' in fields && fields.code_verifier === 'challenge'
        ? { code_verifier: tool.request.code_challenge }
        : fields
    const answer = await tool.exchange(code, given)
    expect([answer.status, ['invalid_grant', 'invalid_request'].includes(errorOf(answer) ?? '')]).toEqual([
      400,
      true,
    ])
    expectOk(await tool.exchange(code))
  })

  it('that is used twice ends every session it opened (RFC 6749 §4.1.2)', async () => {
    const { app, tool } = shared()
    const code = await tool.approvedBy('ana')
    const tokens = expectOk(await tool.exchange(code))
    const next = expectOk(await tool.refresh(tokens.refresh_token))
    const before = (await toolDevices(app)).length
    expect(errorOf(await tool.exchange(code))).toBe('invalid_grant')
    expect(await toolDevices(app)).toHaveLength(before - 1)
    expect(await opensTools(app, next.access_token)).toBe(false)
    expect(errorOf(await tool.refresh(next.refresh_token))).toBe('invalid_grant')
  })
})

describe('PKCE cannot be left out or weakened (RFC 9700 §2.1.1)', () => {
  it.each<Record<string, string>>([
    { code_challenge: '' },
    { code_challenge_method: 'plain' },
    { code_challenge_method: '' },
  ])('%j', async fields => {
    const { tool } = shared()
    const target = locationOf(await tool.decide({ username: 'ana', password: PASSWORD, ...fields }))
    expect(target.searchParams.get('error')).toBe('invalid_request')
    expect(target.searchParams.has('code')).toBe(false)
  })
})

describe('a parameter that is sent twice', () => {
  it('is refused: two programs could read different values (RFC 6749 §3.1)', async () => {
    const { app, tool } = shared()
    const query = new URLSearchParams(tool.request)
    query.append('redirect_uri', 'https://evil.example/')
    expect((await app.call('GET', `/oauth/authorize?${query.toString()}`)).status).toBe(400)
    const state = new URLSearchParams(tool.request)
    state.append('state', 'another')
    const answer = await app.call('GET', `/oauth/authorize?${state.toString()}`)
    expect(locationOf(answer).searchParams.get('error')).toBe('invalid_request')
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = 'grant_type=refresh_token&client_id=a&client_id=b&refresh_token=c'
    expect(errorOf(await app.call('POST', '/oauth/token', { headers, body }))).toBe('invalid_request')
  })
})

describe('the consent ticket of another sign-in method', () => {
  async function withTicket() {
    const world = await startWithOidc()
    const tool = await registerTool(world.app)
    const flow = await begin(world.asAnybody, { oauth: tool.request }, '/api/auth/oidc/mcp/begin')
    const code = (await goThrough(world, flow)).searchParams.get('oidc_code') ?? ''
    const { consent_ticket } = expectOk(await exchange(world.asAnybody, flow, code))
    return { ...world, tool, consent_ticket: consent_ticket as string }
  }

  it('allows only the request that it was made for', async () => {
    const { app, tool, consent_ticket } = await withTicket()
    const other = await registerTool(app)
    const changed: Record<string, string>[] = [
      { client_id: other.client_id },
      { state: 'of somebody else' },
      { state: '' },
      { code_challenge: newPkce().challenge },
      { scope: 'mcp:access' },
      { resource: 'http://localhost/mcp' },
    ]
    for (const fields of changed)
      expect([fields, (await tool.decide({ consent_ticket, ...fields })).status]).toEqual([fields, 400])
    expect(await toolDevices(app)).toEqual([])
    expect(locationOf(await tool.decide({ consent_ticket })).searchParams.has('code')).toBe(true)
  })

  it('is void when the provider configuration it was obtained with is saved again (2/4.4)', async () => {
    const { app, asAdmin, tool, consent_ticket } = await withTicket()
    expectOk(await asAdmin('PUT', '/api/admin/oidc', { allowed_groups: ['family'] }))
    expect((await tool.decide({ consent_ticket })).status).toBe(400)
    expect(await toolDevices(app)).toEqual([])
  })

  it('works once', async () => {
    const { app, tool, consent_ticket } = await withTicket()
    const answers = await Promise.all([tool.decide({ consent_ticket }), tool.decide({ consent_ticket })])
    expect(answers.map(one => one.status).toSorted((a, b) => a - b)).toEqual([302, 400])
    expect(await toolDevices(app)).toHaveLength(1)
  })

  it('does not work as a code, nor a code as a ticket', async () => {
    const { tool, consent_ticket } = await withTicket()
    expect(errorOf(await tool.exchange(consent_ticket))).toBe('invalid_grant')
    const code = await tool.approvedBy('ana')
    expect((await tool.decide({ consent_ticket: code })).status).toBe(400)
  })
})
