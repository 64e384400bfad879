import { describe, expect, it } from 'vitest'
import type { ProvedConsent, ToolClients } from '#features/sign-in/tool-clients.ts'
import { Refusal } from '#kit/refusal.ts'
import { callAs, expectOk, refusal } from '#test/calls.ts'
import { buildInviteSignIn, createVisitor, INVITE_SIGN_IN } from '#test/invite-sign-in.ts'
import { begin, exchange, goThrough, newProof, startWithOidc } from '#test/oidc.ts'

const OAUTH = {
  client_id: 'c_known',
  redirect_uri: 'https://tool.example.org/cb',
  response_type: 'code',
  code_challenge: newProof().challenge,
  code_challenge_method: 'S256',
  state: 'of the tool',
}
const CONSENT = { consent_ticket: 'ct_1', expires_at: '2026-11-15T09:01:00.000Z' }

/** An authorization server that knows one client, until it is removed. */
function createClients() {
  const known = new Set([OAUTH.client_id])
  const offered: ProvedConsent[] = []
  const tool_clients: ToolClients = {
    async validate({ client_id }) {
      if (!known.has(client_id)) throw new Refusal('invalid_request')
    },
    async offerConsent(_tx, consent) {
      offered.push(consent)
      return CONSENT
    },
  }
  return { known, offered, overrides: { tool_clients } }
}

describe('signing in on the page of a tool client, with OpenID Connect (2/4.4)', () => {
  const BEGIN = '/api/auth/oidc/mcp/begin'

  it('ends with a ticket for the consent, and with no session', async () => {
    const { offered, overrides } = createClients()
    const world = await startWithOidc({ overrides })
    const flow = await begin(world.asAnybody, { oauth: OAUTH }, BEGIN)
    const target = await goThrough(world, flow)
    expect(target.pathname).toBe('/oauth/authorize')
    const code = target.searchParams.get('oidc_code') ?? ''
    expect(expectOk(await exchange(world.asAnybody, flow, code))).toEqual({
      status: 'mcp_consent',
      ...CONSENT,
    })
    const [ada] = await world.app.database.read
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'ada')
      .execute()
    const origin = { method: 'oidc', issuer: world.provider.url, subject: expect.any(String) }
    expect(offered).toEqual([{ user_id: ada?.id, oauth: OAUTH, origin: expect.objectContaining(origin) }])
    const devices = await world.app.database.read.selectFrom('devices').select('user_id').execute()
    expect(devices).toEqual([{ user_id: world.admin.user.id }])
    expect(refusal(await exchange(world.asAnybody, flow, code))).toEqual([400, 'invalid_flow'])
  })

  it('is refused for an unknown client, and for one that is removed meanwhile', async () => {
    const { known, offered, overrides } = createClients()
    const world = await startWithOidc({ overrides })
    const { challenge } = newProof()
    const stranger = { challenge, oauth: { ...OAUTH, client_id: 'c_other' } }
    expect(refusal(await world.asAnybody('POST', BEGIN, stranger))).toEqual([400, 'invalid_request'])
    const flow = await begin(world.asAnybody, { oauth: OAUTH }, BEGIN)
    const code = (await goThrough(world, flow)).searchParams.get('oidc_code') ?? ''
    known.clear()
    expect(refusal(await exchange(world.asAnybody, flow, code))).toEqual([400, 'invalid_request'])
    expect(offered).toEqual([])
  })
})

describe('signing in on the page of a tool client, with the invite server (2/4.3)', () => {
  async function prove({ overrides }: ReturnType<typeof createClients>) {
    const world = await buildInviteSignIn({ auto_create: true, overrides })
    const { app, approve } = world
    const visitor = createVisitor(app)
    const body = { client: 'mcp', challenge: visitor.challenge, oauth: OAUTH }
    const { flow, url } = expectOk(await callAs(app)('POST', `${INVITE_SIGN_IN}/mcp/begin`, body))
    approve(url, 'ellen77')
    const { code } = expectOk(await visitor.check(flow))
    return { ...world, visitor, flow, code }
  }

  it('ends with a ticket for the consent, and with no session', async () => {
    const clients = createClients()
    const { app, visitor, flow, code, accountNamed } = await prove(clients)
    expect(expectOk(await visitor.exchange(flow, code))).toEqual({ status: 'mcp_consent', ...CONSENT })
    const [ellen] = await app.database.read
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'ellen77')
      .execute()
    const origin = { method: 'invite_server', subject: String(accountNamed('ellen77').id) }
    expect(clients.offered).toEqual([
      { user_id: ellen?.id, oauth: OAUTH, origin: expect.objectContaining(origin) },
    ])
    const devices = await app.database.read
      .selectFrom('devices')
      .select('id')
      .where('began_with', '=', 'invite_server')
      .execute()
    expect(devices).toEqual([])
    expect(refusal(await visitor.exchange(flow, code))).toEqual([400, 'invalid_flow'])
  })

  it('is refused for a client that is removed meanwhile', async () => {
    const clients = createClients()
    const { visitor, flow, code } = await prove(clients)
    clients.known.clear()
    expect(refusal(await visitor.exchange(flow, code))).toEqual([400, 'invalid_request'])
    expect(clients.offered).toEqual([])
  })
})
