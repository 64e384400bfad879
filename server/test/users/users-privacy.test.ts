import { describe, expect, it } from 'vitest'
import { type Call, callAs, refusal } from '#test/calls.ts'
import { addUser } from '#test/people.ts'
import { buildWorld } from '#test/world.ts'

/** What nobody may ever read, whoever asks. */
const SECRETS =
  /password_hash|refresh_hash|token_hash|public_key|credential_id|argon2|username_key|hardware_id/

describe('what each role is told (1:4.12, 0.3)', () => {
  it('carries no stored secret, and no field that the contract does not list', async () => {
    const { app, asAdmin } = await buildWorld()
    const bob = await addUser(app, asAdmin, 'bob')
    const asBob = callAs(app, bob.access_token)
    const answers = await Promise.all([
      asAdmin('GET', '/api/admin/users'),
      asAdmin('GET', '/api/admin/devices'),
      asAdmin('GET', '/api/auth/me'),
      asAdmin('POST', '/api/admin/connect-token', { name: 'eve' }),
      asBob('GET', '/api/auth/me'),
      asBob('GET', '/api/auth/passkeys'),
    ])
    for (const { status, raw } of answers) {
      expect(status).toBeLessThan(300)
      expect(raw.toString()).not.toMatch(SECRETS)
    }
    // Only the account itself is told its own device; only admins see counts and invitations.
    const [users, , , , me] = answers
    expect(Object.keys(me?.body)).not.toContain('device_count')
    expect(Object.keys(me?.body)).not.toContain('has_pending_invite')
    expect(Object.keys(users?.body[0])).not.toContain('device_id')
  })

  it('shows nothing of another user to somebody who is not an admin', async () => {
    const { app, admin, asAdmin } = await buildWorld()
    const bob = await addUser(app, asAdmin, 'bob')
    const asBob = callAs(app, bob.access_token)
    const before = (await asAdmin('GET', '/api/admin/users')).body
    for (const id of [admin.user.id, bob.user.id]) {
      const calls: [string, string, unknown?][] = [
        ['PATCH', `/api/admin/users/${id}`, { role: 'admin' }],
        ['PATCH', `/api/admin/users/${id}/auth-methods`, { password_enabled: true }],
        ['PUT', `/api/admin/users/${id}/ai-access`, { shared_ai_enabled: true }],
        ['DELETE', `/api/admin/users/${id}`],
        ['POST', `/api/admin/users/${id}/test-push`],
        ['GET', `/api/admin/users/${id}/content-policy`],
        ['PUT', `/api/admin/users/${id}/content-policy`, {}],
        ['DELETE', `/api/admin/users/${id}/content-policy`],
        ['DELETE', `/api/admin/devices/${admin.device_id}`],
        ['POST', '/api/admin/connect-token', { user_id: id }],
        ['PUT', '/api/admin/external-address', { external_url: 'https://evil.example' }],
      ]
      for (const [method, path, body] of calls) {
        expect([method, path, ...refusal(await asBob(method, path, body))]).toEqual([
          method,
          path,
          403,
          'forbidden',
        ])
      }
    }
    expect((await asAdmin('GET', '/api/admin/users')).body).toEqual(before)
  })

  it('ends with the user: every route is shut on the next request', async () => {
    const { app, asAdmin } = await buildWorld()
    const bob = await addUser(app, asAdmin, 'bob')
    const asBob: Call = callAs(app, bob.access_token)
    await asAdmin('DELETE', `/api/admin/users/${bob.user.id}`)
    const calls: [string, string, unknown?][] = [
      ['GET', '/api/auth/me'],
      ['GET', '/api/auth/passkeys'],
      ['POST', '/api/auth/password', { password: 'correct horse' }],
      ['POST', '/api/auth/passkey/setup-link', {}],
      ['POST', '/api/auth/passkey/register/begin', {}],
      ['POST', '/api/auth/logout'],
    ]
    for (const [method, path, body] of calls) {
      expect([path, ...refusal(await asBob(method, path, body))]).toEqual([path, 401, 'session_revoked'])
    }
  })

  it('answers a disabled method like an unknown user, byte for byte (1/4.1)', async () => {
    const { app, asAdmin } = await buildWorld()
    await addUser(app, asAdmin, 'bob')
    const logIn = (username: string, password: string) =>
      callAs(app)('POST', '/api/auth/login', { username, password })
    const answers = [
      await logIn('ana', 'not right'),
      await logIn('bob', 'correct horse'),
      await logIn('nobody', 'correct horse'),
    ]
    for (const answer of answers) {
      expect(refusal(answer)).toEqual([401, 'invalid_credentials'])
      expect(answer.raw.equals(answers[0]!.raw)).toBe(true)
    }
  })
})
