import { randomBytes } from 'node:crypto'
import { SignJWT, UnsecuredJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { createSecretBox } from '#kit/crypto.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { shareAmongTests } from '#test/engines.ts'
import { changeRole, revokeDevice, signIn, signInAs } from '#test/people.ts'
import { registerTool, toolDevices } from '#test/tool-client.ts'

const MASTER = randomBytes(32)
const env = { APP_ENCRYPTION_KEY: MASTER.toString('base64') }
const KEY = createSecretBox(MASTER).deriveKey('access tokens')

async function me(app: TestApp, token: string) {
  const answer = await app.call('GET', '/api/auth/me', { token })
  return [answer.status, answer.body.code]
}

/** A token like ours, except for what the test changes. */
async function forge(
  app: TestApp,
  device_id: string,
  change: { claims?: object; key?: Uint8Array; alg?: string; exp?: number | null } = {},
): Promise<string> {
  const now = Math.floor(app.clock.now().getTime() / 1000)
  const token = new SignJWT({ scope: 'access', did: device_id, ...change.claims })
    .setProtectedHeader({ alg: change.alg ?? 'HS256' })
    .setSubject('1')
    .setIssuedAt(now)
  if (change.exp !== null) token.setExpirationTime(change.exp ?? now + 3600)
  return token.sign(change.key ?? KEY)
}

describe('access tokens over HTTP (R4, 1/4.1)', () => {
  const shared = shareAmongTests(async () => {
    const app = await startApp({ env })
    return { app, admin: await app.setUp() }
  })

  it('accepts a token as it describes it, which shows that the forgeries below fail for their own reason', async () => {
    const { app, admin } = shared()
    expect(await me(app, await forge(app, admin.device_id))).toEqual([200, undefined])
  })

  it.each([
    ['signed with another key', { key: randomBytes(32) }],
    ['of the images scope (R14)', { claims: { scope: 'images' } }],
    ['of the refresh scope (R13)', { claims: { scope: 'refresh' } }],
    ['of a tool-access scope (C53)', { claims: { scope: 'mcp' } }],
    ['without a scope', { claims: { scope: undefined } }],
    ['without an end', { exp: null }],
    ['without a device', { claims: { did: undefined } }],
    ['signed with HS512', { alg: 'HS512', key: KEY }],
  ])('refuses one %s with 401 unauthorized', async (_what, change) => {
    const { app, admin } = shared()
    expect(await me(app, await forge(app, admin.device_id, change))).toEqual([401, 'unauthorized'])
  })

  it('refuses alg none, a cut signature and nonsense', async () => {
    const { app, admin } = shared()
    const { access_token, device_id } = admin
    const unsigned = new UnsecuredJWT({ scope: 'access', did: device_id })
      .setSubject('1')
      .setExpirationTime(app.clock.now().getTime() / 1000 + 3600)
      .encode()
    const [head, claims] = access_token.split('.')
    for (const token of [unsigned, `${head}.${claims}.`, `${head}.${claims}`, 'x', '.'.repeat(3)]) {
      expect(await me(app, token)).toEqual([401, 'unauthorized'])
    }
  })

  it('refuses another scheme, two tokens and a token in the query', async () => {
    const { app, admin } = shared()
    const { access_token } = admin
    for (const authorization of [
      access_token,
      `Basic ${access_token}`,
      `Bearer ${access_token} ${access_token}`,
      'Bearer ',
      `Bearer  ${access_token}`,
    ]) {
      const answer = await app.call('GET', '/api/auth/me', { headers: { authorization } })
      expect([answer.status, answer.body.code]).toEqual([401, 'unauthorized'])
      expect(answer.headers['www-authenticate']).toBe('Bearer')
    }
    expect((await app.call('GET', `/api/auth/me?access_token=${access_token}`)).status).toBe(401)
  })

  it('refuses an expired token to the second, whether it was seen before or not', async () => {
    const app = await startApp({ env })
    const { access_token } = await app.setUp()
    const other = await signIn(app, 'ana')
    app.clock.advance(3_599_000)
    expect(await me(app, access_token)).toEqual([200, undefined])
    app.clock.advance(1000)
    expect(await me(app, access_token)).toEqual([401, 'unauthorized'])
    expect(await me(app, other.access_token)).toEqual([401, 'unauthorized'])
  })

  it('answers session_revoked on the next request once the device or the user is gone (0.3)', async () => {
    const app = await startApp({ env })
    const admin = await app.setUp()
    const bob = await signInAs(app, 'bob', 'user')
    expect(await me(app, bob.access_token)).toEqual([200, undefined])
    expect(await me(app, admin.access_token)).toEqual([200, undefined])
    await revokeDevice(app, admin.device_id)
    expect(await me(app, admin.access_token)).toEqual([401, 'session_revoked'])
    await app.database.transaction(tx => tx.deleteFrom('users').where('id', '=', bob.user.id).execute())
    expect(await me(app, bob.access_token)).toEqual([401, 'session_revoked'])
  })

  it('refuses a token whose user is not the one of its device', async () => {
    const { app } = shared()
    const bob = await signInAs(app, 'bob', 'user')
    expect(await me(app, await forge(app, bob.device_id))).toEqual([401, 'session_revoked'])
  })

  it('applies a role change on the next request without signing out (1/4.1)', async () => {
    const { app } = shared()
    const bob = await signInAs(app, 'ben', 'admin')
    const role = async () => (await app.call('GET', '/api/auth/me', { token: bob.access_token })).body.role
    expect(await role()).toBe('admin')
    await changeRole(app, bob.user.id, 'user')
    expect(await role()).toBe('user')
  })
})

describe('refresh tokens of the old scheme (R13)', () => {
  const DAY = 24 * 3600

  async function legacyDevice(app: TestApp): Promise<string> {
    const { device_id } = await app.setUp()
    await app.database.transaction(tx =>
      tx.updateTable('devices').set({ refresh_hash: null }).where('id', '=', device_id).execute(),
    )
    return device_id
  }

  function legacyToken(app: TestApp, device_id: string, change: Parameters<typeof forge>[2] = {}) {
    const now = Math.floor(app.clock.now().getTime() / 1000)
    return forge(app, device_id, {
      exp: now + DAY,
      ...change,
      claims: { scope: 'refresh', ...change.claims },
    })
  }

  const refresh = (app: TestApp, refresh_token: string) =>
    app.call('POST', '/api/auth/refresh', { body: { refresh_token } })

  it('exchanges one exactly once for an opaque one, however many ask at the same time', async () => {
    const app = await startApp({ env })
    const token = await legacyToken(app, await legacyDevice(app))
    const answers = await Promise.all(Array.from({ length: 5 }, () => refresh(app, token)))
    const taken = answers.filter(answer => answer.status === 200)
    expect(answers.map(answer => answer.status).toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401, 401])
    const opaque = String(taken[0]?.body.refresh_token)
    expect(opaque).not.toContain('.')
    expect((await refresh(app, token)).status).toBe(401)
    const again = await refresh(app, opaque)
    expect([again.status, again.body.refresh_token]).toEqual([200, opaque])
    expect(await me(app, again.body.access_token)).toEqual([200, undefined])
  })

  it('is never exchanged for the device of a tool client, which has no opaque token either', async () => {
    const app = await startApp({ env })
    await app.setUp()
    await (await registerTool(app)).connect('ana')
    const [device] = await toolDevices(app)
    expect((await refresh(app, await legacyToken(app, device?.id ?? ''))).status).toBe(401)
  })

  describe('that is not one', () => {
    const shared = shareAmongTests(async () => {
      const app = await startApp({ env })
      return { app, device_id: await legacyDevice(app) }
    })

    it.each([
      ['of another key', { key: randomBytes(32) }],
      ['of the access scope', { claims: { scope: 'access' } }],
      ['that lived less than a day', { exp: Date.parse('2026-11-15T09:00:00Z') / 1000 + DAY - 1 }],
      ['that has no end', { exp: null }],
      ['of a device that is gone', { claims: { did: 'd_gone' } }],
    ])('does not know a JWT %s', async (_what, change) => {
      const { app, device_id } = shared()
      const answer = await refresh(app, await legacyToken(app, device_id, change))
      expect([answer.status, answer.body.code]).toEqual([401, 'session_revoked'])
    })
  })

  it('does not know one that has expired', async () => {
    const app = await startApp({ env })
    const token = await legacyToken(app, await legacyDevice(app))
    // Only the wall clock counts for it, and so nothing else has to happen on the way.
    app.clock.stepWallClock(DAY * 1000)
    expect((await refresh(app, token)).status).toBe(401)
  })
})
