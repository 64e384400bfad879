import { describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'
import { edgeRoutes } from '#test/edge-routes.ts'
import { signInAs } from '#test/people.ts'

const TYPED = { 'content-type': 'application/json' }
const BROKEN = [
  { body: '{"name":', headers: TYPED },
  { body: 'hello', headers: { 'content-type': 'text/plain' } },
  { body: 'x'.repeat(1024 * 1024 + 1), headers: TYPED },
  { body: '{}', headers: TYPED },
] as const

async function startEdge() {
  const app = await startApp({ overrides: { extra: edgeRoutes() } })
  const admin = await app.setUp()
  const user = await signInAs(app, 'bob', 'user')
  return { app, admin: admin.access_token, user: user.access_token }
}

async function statuses(app: TestApp, path: string, token?: string): Promise<number[]> {
  const found: number[] = []
  for (const broken of BROKEN) {
    found.push((await app.call('POST', path, { ...broken, ...(token && { token }) })).status)
  }
  return found
}

describe('order of checks (0.3, C18)', () => {
  it('asks whether the route exists before it looks at session or body', async () => {
    const { app } = await startEdge()
    expect(await statuses(app, '/api/nothing')).toEqual([404, 404, 404, 404])
    expect(await statuses(app, '/api/auth/me')).toEqual([405, 405, 405, 405])
  })

  it('asks for the session before it reads the body', async () => {
    const { app, user } = await startEdge()
    expect(await statuses(app, '/api/test/signed-in')).toEqual([401, 401, 401, 401])
    expect(await statuses(app, '/api/test/signed-in', user)).toEqual([400, 415, 413, 400])
  })

  it('asks for the permission before it reads the body', async () => {
    const { app, admin, user } = await startEdge()
    expect(await statuses(app, '/api/test/permitted', user)).toEqual([403, 403, 403, 403])
    expect(await statuses(app, '/api/test/permitted', admin)).toEqual([400, 415, 413, 400])
  })

  it('asks for the session before the permission', async () => {
    const { app } = await startEdge()
    const answer = await app.call('POST', '/api/test/permitted', { token: 'x.y.z', body: { name: 'a' } })
    expect([answer.status, answer.body.code]).toEqual([401, 'unauthorized'])
  })

  it('uses an address slot for every request that reaches the route, whatever follows', async () => {
    const { app, admin, user } = await startEdge()
    const path = '/api/test/limited-by-address'
    expect((await app.call('POST', path)).status).toBe(401)
    expect((await app.call('POST', path, { token: user, body: { name: 'a' } })).status).toBe(403)
    expect((await app.call('POST', path, { token: admin, body: '{', headers: TYPED })).status).toBe(400)
    const full = await app.call('POST', path)
    expect([full.status, full.body.code]).toEqual([429, 'rate_limited'])
    expect(Number(full.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    expect(Number(full.headers['retry-after'])).toBeLessThanOrEqual(60)
    const elsewhere = { token: admin, body: { name: 'a' }, from: '203.0.113.7' }
    expect((await app.call('POST', path, elsewhere)).status).toBe(200)
  })

  it('uses no slot for another method of the same address', async () => {
    const { app, admin } = await startEdge()
    const path = '/api/test/limited-by-address'
    for (let i = 0; i < 4; i += 1) expect((await app.call('GET', path)).status).toBe(405)
    expect((await app.call('POST', path, { token: admin, body: { name: 'a' } })).status).toBe(200)
  })

  it('counts a user slot after the session and before the permission', async () => {
    const { app, admin, user } = await startEdge()
    const path = '/api/test/limited-by-user'
    for (let i = 0; i < 12; i += 1) expect((await app.call('POST', path)).status).toBe(401)
    for (let i = 0; i < 10; i += 1) {
      const from = `203.0.113.${i}`
      expect((await app.call('POST', path, { token: user, from })).status).toBe(403)
    }
    const full = await app.call('POST', path, { token: user, from: '203.0.113.99' })
    expect([full.status, full.body.code, full.headers['retry-after']]).toEqual([429, 'rate_limited', '60'])
    expect((await app.call('POST', path, { token: admin, body: { name: 'a' } })).status).toBe(200)
    app.clock.advance(60_000)
    expect((await app.call('POST', path, { token: user })).status).toBe(403)
  })
})
