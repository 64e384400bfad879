import { describe, expect, it } from 'vitest'
import { refusal } from '#test/calls.ts'
import { newProof } from '#test/oidc.ts'
import { buildWorld } from '#test/world.ts'

const LIMITED = [429, 'rate_limited']
const { verifier, challenge } = newProof()
const proof = { flow: 'f_unknown', verifier }
const oauth = {
  client_id: 'c',
  redirect_uri: 'https://tool.example.org/',
  response_type: 'code',
  code_challenge: challenge,
  code_challenge_method: 'S256',
}

/** The public routes of each group of 0.5, with a body that is well formed. */
const GROUPS = {
  A: [
    ['POST', '/api/auth/login', { username: 'nobody', password: 'wrong' }],
    ['POST', '/api/auth/invite-server/begin', { client: 'web', challenge }],
    ['POST', '/api/auth/invite-server/exchange', { ...proof, code: 'c' }],
    ['POST', '/api/auth/oidc/begin', { client: 'web', challenge }],
    ['POST', '/api/auth/oidc/exchange', { ...proof, code: 'c' }],
    ['GET', '/api/auth/oidc/start?flow=f_unknown'],
    ['POST', '/api/auth/account-server/sign-in', { instance_id: 'in_1', username: 'u', password: 'p' }],
    ['POST', '/api/auth/account-server/quick-connect/begin', { instance_id: 'in_1' }],
  ],
  B: [
    ['POST', '/api/auth/invite-server/check', proof],
    ['POST', '/api/auth/invite-server/cancel', proof],
  ],
  C: [
    ['POST', '/api/auth/oidc/mcp/begin', { challenge, oauth }],
    ['POST', '/api/auth/invite-server/mcp/begin', { client: 'mcp', challenge, oauth }],
  ],
  none: [
    ['GET', '/api/auth/status'],
    ['GET', '/api/auth/oidc/callback?state=unknown'],
    ['POST', '/api/auth/oidc/backchannel-logout', {}],
    ['POST', '/api/auth/account-server/quick-connect/check', { flow: 'f_unknown' }],
  ],
} as const satisfies Record<string, readonly (readonly [method: string, path: string, body?: object])[]>

type Group = keyof typeof GROUPS
type Request = readonly [method: string, path: string, body?: object]

describe.each([
  ['A', 10],
  ['B', 120],
  ['C', 10],
] as const)('group %s of the sign-in routes (0.5)', (group, limit) => {
  it(`is one budget of ${limit} requests a minute and address, whatever they are answered`, async () => {
    const { app } = await buildWorld()
    const from = '198.51.100.7'
    const send = async ([method, path, body]: Request) => {
      const answer = await app.call(method, path, { from, ...(body && { body }) })
      return answer.status === 429 ? refusal(answer) : answer.status
    }
    const routes: readonly Request[] = GROUPS[group]
    // C18: malformed requests count as well.
    const [method, path] = routes[0] as Request
    for (let i = 0; i < limit; i += 1)
      expect(await send(i === 0 ? [method, path, {}] : (routes[i % routes.length] as Request))).not.toEqual(
        LIMITED,
      )
    for (const route of routes) expect([route[1], await send(route)]).toEqual([route[1], LIMITED])
    for (const other of (Object.keys(GROUPS) as Group[]).filter(name => name !== group))
      for (const route of GROUPS[other])
        expect([route[1], await send(route)]).not.toEqual([route[1], LIMITED])
    app.clock.advance(60_000)
    for (const route of routes) expect([route[1], await send(route)]).not.toEqual([route[1], LIMITED])
  })
})

describe('group U of the sign-in routes (0.5)', () => {
  it('is one budget of ten links a minute and person, wherever they come from', async () => {
    const { asAdmin, asUma } = await buildWorld({ users: ['uma'] })
    const routes = ['/api/auth/oidc/link', '/api/auth/invite-server/link']
    for (let i = 0; i < 10; i += 1)
      expect((await asUma('POST', routes[i % 2] ?? '', { challenge })).status).toBe(403)
    for (const route of routes) {
      expect(refusal(await asUma('POST', route, { challenge }))).toEqual(LIMITED)
      expect((await asAdmin('POST', route, { challenge })).status).toBe(403)
    }
  })
})

describe('bodies of the sign-in routes (0.3)', () => {
  it('have at most 32 KiB, which is said after the session and the permission are checked', async () => {
    const { app, asAdmin, asUma } = await buildWorld({ users: ['uma'] })
    const sized = (bytes: number) => ({ filler: 'x'.repeat(bytes - '{"filler":""}'.length) })
    const routes = [
      ['public', 'POST', '/api/auth/invite-server/begin'],
      ['public', 'POST', '/api/auth/invite-server/check'],
      ['public', 'POST', '/api/auth/invite-server/exchange'],
      ['public', 'POST', '/api/auth/invite-server/cancel'],
      ['public', 'POST', '/api/auth/invite-server/mcp/begin'],
      ['public', 'POST', '/api/auth/oidc/begin'],
      ['public', 'POST', '/api/auth/oidc/exchange'],
      ['public', 'POST', '/api/auth/oidc/mcp/begin'],
      ['user', 'POST', '/api/auth/invite-server/link'],
      ['user', 'POST', '/api/auth/oidc/link'],
      ['user', 'DELETE', '/api/auth/oidc/identities'],
      ['admin', 'PUT', '/api/admin/invite-auth'],
      ['admin', 'POST', '/api/admin/invite-auth/confirm'],
      ['admin', 'PUT', '/api/admin/oidc'],
      ['admin', 'POST', '/api/admin/oidc/test'],
    ] as const
    for (const [access, method, path] of routes) {
      const large = await asAdmin(method, path, sized(32 * 1024 + 1))
      expect([path, ...refusal(large)]).toEqual([path, 413, 'body_too_large'])
      expect([path, (await asAdmin(method, path, sized(32 * 1024))).status]).not.toEqual([path, 413])
      const stranger = await app.call(method, path, { body: sized(32 * 1024 + 1) })
      expect([path, stranger.status]).toEqual([path, access === 'public' ? 413 : 401])
      if (access === 'admin') expect((await asUma(method, path, sized(32 * 1024 + 1))).status).toBe(403)
    }
  })
})
