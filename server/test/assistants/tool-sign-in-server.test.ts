import { describe, expect, it } from 'vitest'
import { callAs, expectOk, refusal } from '#test/calls.ts'
import { buildInviteSignIn, createVisitor, INVITE_AUTH, INVITE_SIGN_IN } from '#test/invite-sign-in.ts'
import { begin, exchange, goThrough, saveOidc, startWithOidc } from '#test/oidc.ts'
import { locationOf, opensTools, registerTool, type Tool, toolDevices } from '#test/tool-client.ts'

const OIDC_BEGIN = '/api/auth/oidc/mcp/begin'

/** From the ticket of a sign-in elsewhere to the access token. */
async function allow(tool: Tool, consent_ticket: string) {
  const code = locationOf(await tool.decide({ consent_ticket })).searchParams.get('code') ?? ''
  return expectOk(await tool.exchange(code))
}

async function ticketByOidc(world: Awaited<ReturnType<typeof startWithOidc>>, tool: Tool): Promise<string> {
  const flow = await begin(world.asAnybody, { oauth: tool.request }, OIDC_BEGIN)
  const target = await goThrough(world, flow)
  expect(target.pathname).toBe('/oauth/authorize')
  const code = target.searchParams.get('oidc_code') ?? ''
  const { status, consent_ticket } = expectOk(await exchange(world.asAnybody, flow, code))
  expect(status).toBe('mcp_consent')
  return consent_ticket
}

describe('a tool client allowed with OpenID Connect (2/4.4, 2/4.5)', () => {
  it('goes from begin to tokens, and ends when the method is turned off', async () => {
    const world = await startWithOidc()
    const { app, asAdmin } = world
    const tool = await registerTool(app)
    const tokens = await allow(tool, await ticketByOidc(world, tool))
    expect(await opensTools(app, tokens.access_token)).toBe(true)
    expect(await toolDevices(app)).toEqual([expect.objectContaining({ began_with: 'oidc' })])
    const late = await ticketByOidc(world, tool)
    expectOk(await asAdmin('PUT', '/api/admin/oidc', { enabled: false }))
    expect(await opensTools(app, tokens.access_token)).toBe(false)
    expect(await toolDevices(app)).toEqual([])
    // A ticket of that moment is void too.
    expect((await tool.decide({ consent_ticket: late })).status).toBe(400)
    expect(await toolDevices(app)).toEqual([])
  })

  it('is offered on the page only where the provider can send the browser back', async () => {
    const { app, provider } = await startWithOidc()
    const tool = await registerTool(app)
    const hasButton = async () => (await tool.open()).raw.toString().includes('id="oidc"')
    expect(await hasButton()).toBe(false)
    await saveOidc(app, provider, { label: 'Harbour ID' }, 'http://localhost')
    expect(await hasButton()).toBe(true)
    expect((await tool.open()).raw.toString()).toContain('Continue with <bdi>Harbour ID</bdi>')
    const back = await app.call('GET', '/oauth/authorize?oidc_code=c&flow=f')
    expect([back.status, back.raw.toString().includes('data-page="resume"')]).toEqual([200, true])
  })

  it('a ticket lasts 60 seconds', async () => {
    const world = await startWithOidc()
    const tool = await registerTool(world.app)
    const ticket = await ticketByOidc(world, tool)
    world.app.clock.advance(60_000)
    const page = await tool.decide({ consent_ticket: ticket })
    expect(page.status).toBe(400)
    expect(page.raw.toString()).toContain('Sign in again.')
  })

  it('a wrong request cannot begin', async () => {
    const world = await startWithOidc()
    const tool = await registerTool(world.app)
    for (const fault of [{ resource: 'https://other.example' }, { code_challenge_method: 'plain' }]) {
      const body = { challenge: 'a'.repeat(43), oauth: { ...tool.request, ...fault } }
      expect(refusal(await world.asAnybody('POST', OIDC_BEGIN, body))).toEqual([400, 'invalid_request'])
    }
  })
})

describe('a tool client allowed with the invite server (2/4.3, 2/4.5)', () => {
  it('goes from begin to tokens, and ends when the method is turned off', async () => {
    const { app, approve, asAdmin } = await buildInviteSignIn({ auto_create: true })
    const tool = await registerTool(app)
    const visitor = createVisitor(app)
    const body = { client: 'mcp', challenge: visitor.challenge, oauth: tool.request }
    const { flow, url } = expectOk(await callAs(app)('POST', `${INVITE_SIGN_IN}/mcp/begin`, body))
    approve(url, 'ellen77')
    const { code } = expectOk(await visitor.check(flow))
    const { consent_ticket } = expectOk(await visitor.exchange(flow, code))
    const tokens = await allow(tool, consent_ticket)
    expect(await opensTools(app, tokens.access_token)).toBe(true)
    expectOk(await asAdmin('PUT', INVITE_AUTH, { enabled: false }))
    expect(await opensTools(app, tokens.access_token)).toBe(false)
  })
})
