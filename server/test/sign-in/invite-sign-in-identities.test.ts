import { describe, expect, it } from 'vitest'
import { callAs, expectOk, refusal } from '#test/calls.ts'
import { ENGINES } from '#test/engines.ts'
import { buildInviteSignIn, createVisitor, INVITE_AUTH, INVITE_SIGN_IN } from '#test/invite-sign-in.ts'
import { revokeDevice } from '#test/people.ts'
import { listen } from '#test/sockets.ts'
import { enableOidc } from '#test/sso.ts'
import { openSocket, openSse } from '#test/streams.ts'

const IDENTITIES = `${INVITE_SIGN_IN}/identities`
const CONFLICT = [409, 'identity_conflict']
const INVALID = [400, 'invalid_flow']
const LAST_METHOD = [409, 'last_method']

describe.each(ENGINES)('an account of the provider as a sign-in method on %s (2:4.3)', engine => {
  it('belongs to one person, and each person has at most one', async () => {
    const { link, asUma, asBob } = await buildInviteSignIn({ engine })
    expectOk(await link(asUma, 'tove'))
    expect(refusal(await link(asBob, 'tove'))).toEqual(CONFLICT)
    expect(refusal(await link(asUma, 'ellen77'))).toEqual(CONFLICT)
    expect((await asBob('GET', IDENTITIES)).body.identities).toEqual([])
    expectOk(await link(asBob, 'ellen77'))
  })

  it('is shown to admins and unlinked by them, which ends the sessions that began with it', async () => {
    const { app, link, asUma, asAdmin, users, signIn, accountNamed } = await buildInviteSignIn({ engine })
    const path = `/api/admin/users/${users.uma.user.id}/invite-identity`
    expect((await asAdmin('GET', path)).body).toEqual({ identities: [] })
    expect(refusal(await asAdmin('DELETE', path))).toEqual([404, 'not_found'])
    for (const method of ['GET', 'DELETE'])
      expect(refusal(await asAdmin(method, '/api/admin/users/999/invite-identity'))).toEqual([
        404,
        'not_found',
      ])
    expectOk(await link(asUma, 'tove'))
    const session = (await signIn('tove')).body
    expect((await asAdmin('GET', path)).body.identities).toMatchObject([
      { invite_account_id: String(accountNamed('tove').id), email: 'tove@example.org', username: 'tove' },
    ])
    expect((await asAdmin('DELETE', path)).body).toEqual({ status: 'unlinked' })
    const ended = await callAs(app, session.access_token)('GET', '/api/auth/me')
    expect(refusal(ended)).toEqual([401, 'session_revoked'])
    // Uma's own session began with a connect link.
    expect((await asUma('GET', '/api/auth/me')).body.invite_linked).toBe(false)
  })

  it('goes with its user', async () => {
    const { link, asUma, asBob, asAdmin, users } = await buildInviteSignIn({ engine })
    expectOk(await link(asUma, 'tove'))
    await asAdmin('DELETE', `/api/admin/users/${users.uma.user.id}`)
    expect((await link(asBob, 'tove')).body).toEqual({ status: 'linked' })
  })
})

describe('an account of the provider as a sign-in method (2:4.3)', () => {
  it('is linked by its owner, and then signs in to that account', async () => {
    const { link, asUma, users, signIn } = await buildInviteSignIn()
    expect((await asUma('GET', IDENTITIES)).body).toEqual({ identities: [] })
    expect((await link(asUma, 'tove')).body).toEqual({ status: 'linked' })
    expect((await asUma('GET', '/api/auth/me')).body.invite_linked).toBe(true)
    // Neither a share nor `auto_create` is needed.
    expect((await signIn('tove')).body.user.id).toBe(users.uma.user.id)
    expect((await link(asUma, 'tove')).body).toEqual({ status: 'linked' })
    expect((await asUma('GET', IDENTITIES)).body.identities).toHaveLength(1)
  })

  it('is unlinked by its owner while there is another permitted method', async () => {
    const { app, link, asUma, asAdmin, users, signIn } = await buildInviteSignIn()
    expect((await asUma('DELETE', IDENTITIES)).body).toEqual({ status: 'unlinked' })
    expectOk(await link(asUma, 'tove'))
    expect(refusal(await asUma('DELETE', IDENTITIES))).toEqual(LAST_METHOD)
    const methods = `/api/admin/users/${users.uma.user.id}/auth-methods`
    expectOk(await asAdmin('PATCH', methods, { password_enabled: true }))
    // Enabled, but not set.
    expect(refusal(await asUma('DELETE', IDENTITIES))).toEqual(LAST_METHOD)
    expectOk(await asUma('POST', '/api/auth/password', { password: 'a good long one' }))
    const other = (await signIn('tove')).body
    expect((await asUma('DELETE', IDENTITIES)).body).toEqual({ status: 'unlinked' })
    // C68: sessions that began with it end, except the one that sent the request.
    const ended = await callAs(app, other.access_token)('GET', '/api/auth/me')
    expect(refusal(ended)).toEqual([401, 'session_revoked'])
    expect((await asUma('GET', '/api/auth/me')).body.invite_linked).toBe(false)
    expect(refusal(await signIn('tove'))).toEqual([403, 'sign_in_denied'])
  })
})

describe('the last method of an account', () => {
  it('is not taken from an admin', async () => {
    const { link, asAdmin, admin } = await buildInviteSignIn()
    expectOk(await link(asAdmin, 'marlow'))
    const user = `/api/admin/users/${admin.user.id}`
    expectOk(await asAdmin('PATCH', `${user}/auth-methods`, { password_enabled: false }))
    expect(refusal(await asAdmin('DELETE', `${user}/invite-identity`))).toEqual(LAST_METHOD)
    expect(refusal(await asAdmin('DELETE', IDENTITIES))).toEqual(LAST_METHOD)
    expect((await asAdmin('GET', IDENTITIES)).body.identities).toHaveLength(1)
    expect(refusal(await asAdmin('PUT', INVITE_AUTH, { enabled: false }))).toEqual(LAST_METHOD)
    expect((await asAdmin('GET', INVITE_AUTH)).body.enabled).toBe(true)
  })

  it('is not a password that single sign-on closes, and is an OIDC identity while that is on', async () => {
    const state = { sso_only: false }
    const { app, link, asUma, asAdmin, users } = await buildInviteSignIn({
      overrides: { ssoRequired: async (_db, user) => state.sso_only && user.role !== 'admin' },
    })
    const user_id = users.uma.user.id
    expectOk(await link(asUma, 'tove'))
    expectOk(await asAdmin('PATCH', `/api/admin/users/${user_id}/auth-methods`, { password_enabled: true }))
    expectOk(await asUma('POST', '/api/auth/password', { password: 'a good long one' }))
    state.sso_only = true
    expect(refusal(await asUma('DELETE', IDENTITIES))).toEqual(LAST_METHOD)
    const created_at = '2026-11-15T09:00:00.000Z'
    const oidc = { provider: 'oidc', issuer: 'https://id.example.org', subject: 's', user_id } as const
    await app.database.transaction(async tx => {
      await tx
        .insertInto('sign_in_identities')
        .values({ ...oidc, email: '', username: '', created_at })
        .execute()
    })
    expect(refusal(await asUma('DELETE', IDENTITIES))).toEqual(LAST_METHOD)
    await enableOidc(asAdmin, { issuer: 'https://other.example.org' })
    expect(refusal(await asUma('DELETE', IDENTITIES))).toEqual(LAST_METHOD)
    await enableOidc(asAdmin, { issuer: oidc.issuer })
    expect((await asUma('DELETE', IDENTITIES)).body).toEqual({ status: 'unlinked' })
    expect((await asUma('GET', '/api/auth/me')).body).toMatchObject({
      sso_linked: true,
      invite_linked: false,
    })
  })
})

describe('an admin whose only sign-in method is an account of the provider', () => {
  it('counts as able to sign in while that method is on', async () => {
    const { link, asAdmin, admin } = await buildInviteSignIn()
    expectOk(await link(asAdmin, 'marlow'))
    const methods = `/api/admin/users/${admin.user.id}/auth-methods`
    expectOk(await asAdmin('PUT', INVITE_AUTH, { enabled: false }))
    expect(refusal(await asAdmin('PATCH', methods, { password_enabled: false }))).toEqual(LAST_METHOD)
    expectOk(await asAdmin('PUT', INVITE_AUTH, { enabled: true }))
    expectOk(await asAdmin('PATCH', methods, { password_enabled: false }))
  })
})

describe('the session that begins a link', () => {
  it('must still be there when the link is completed', async () => {
    const { app, asUma, users, approve } = await buildInviteSignIn()
    const visitor = createVisitor(app)
    const { flow, url } = expectOk(await visitor.beginLink(asUma))
    approve(url, 'tove')
    const { code } = expectOk(await visitor.check(flow))
    await revokeDevice(app, users.uma.device_id)
    expect(refusal(await visitor.exchange(flow, code))).toEqual(INVALID)
    expect(await app.database.read.selectFrom('sign_in_identities').selectAll().execute()).toEqual([])
  })

  it('is needed, and limited to ten begins a minute', async () => {
    const { app, asUma, asAdmin } = await buildInviteSignIn()
    const { beginLink } = createVisitor(app)
    expect(refusal(await beginLink(callAs(app)))).toEqual([401, 'unauthorized'])
    for (let i = 0; i < 10; i += 1) expectOk(await beginLink(asUma))
    expect(refusal(await beginLink(asUma))).toEqual([429, 'rate_limited'])
    expectOk(await asAdmin('PUT', INVITE_AUTH, { enabled: false }))
    expect(refusal(await beginLink(asAdmin))).toEqual([403, 'sign_in_disabled'])
  })
})

describe('turning it off (2:4.3)', () => {
  it('closes the event streams of its sessions within five seconds, and no others', async () => {
    const { app, signIn, asAdmin, users } = await buildInviteSignIn({ auto_create: true })
    const url = `http://127.0.0.1:${await listen(app)}`
    const { access_token } = (await signIn('ellen77')).body
    const [socket, sse] = [await openSocket(url, access_token), await openSse(url, access_token)]
    const kept = await openSocket(url, users.uma.access_token)
    expectOk(await asAdmin('PUT', INVITE_AUTH, { enabled: false }))
    app.clock.advance(5000)
    expect(await socket.closed).toBe(4401)
    expect(await sse.closed).toBe('end')
    await app.events.publish(null, { type: 'still_here', data: {} }, { to: 'everyone' })
    await kept.received('still_here')
  })
})
