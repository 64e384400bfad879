import { describe, expect, it } from 'vitest'
import { PASSWORD, type TestApp } from '#test/app.ts'
import { callAs, refusal } from '#test/calls.ts'
import { ENGINES } from '#test/engines.ts'
import { begin, exchange, goThrough, signIn, startWithOidc } from '#test/oidc.ts'
import {
  addSsoUser,
  enableOidc,
  enableSsoOnly,
  EXTERNAL,
  givePassword,
  linkIdentity,
  OIDC,
  passTest,
} from '#test/sso.ts'
import { addUser, changeRole, signInAs, tokenOf } from '#test/people.ts'
import { buildWorld } from '#test/world.ts'

const logIn = (app: TestApp, username: string, password = PASSWORD) =>
  callAs(app)('POST', '/api/auth/login', { username, password })
const alive = async (app: TestApp, token: string) => (await callAs(app, token)('GET', '/api/auth/me')).status

describe.each(ENGINES)('single sign-on as the only way in on %s (1/4.1, 2/4.4)', engine => {
  it('can be turned on once this configuration was tested, and with an admin who has a password', async () => {
    const { app, admin, asAdmin } = await buildWorld({ engine })
    await enableOidc(asAdmin)
    const turnOn = () => asAdmin('PUT', OIDC, { sso_only: true })
    expect(refusal(await turnOn())).toEqual([409, 'test_required'])
    await passTest(app)
    const other = await asAdmin('PUT', OIDC, { sso_only: true, group_claim: 'roles' })
    expect(refusal(other)).toEqual([409, 'test_required'])
    await linkIdentity(app, admin.user.id)
    const methods = `/api/admin/users/${admin.user.id}/auth-methods`
    await asAdmin('PATCH', methods, { password_enabled: false })
    expect(refusal(await turnOn())).toEqual([409, 'local_admin_required'])
    expect((await asAdmin('GET', OIDC)).body).toMatchObject({ sso_only: false, tested: true })
    await asAdmin('PATCH', methods, { password_enabled: true })
    expect(refusal(await turnOn())).toEqual([409, 'local_admin_required'])
    expect((await asAdmin('POST', '/api/auth/password', { password: PASSWORD })).status).toBe(200)
    expect((await turnOn()).body.sso_only).toBe(true)
    expect((await callAs(app)('GET', '/api/auth/status')).body).toMatchObject({
      sso_only: true,
      login_methods: expect.arrayContaining(['password']),
    })
  })

  it('ends the sessions of people that began otherwise, and not those of admins', async () => {
    const { app, admin, asAdmin } = await buildWorld({ engine })
    const { access_token: by_password } = await signInAs(app, 'bob', 'user')
    const { access_token: by_link } = await addUser(app, asAdmin, 'cleo')
    const { access_token: at_provider } = await addSsoUser(app, asAdmin, 'dan')
    await enableSsoOnly(app, asAdmin)
    expect([await alive(app, by_password), await alive(app, by_link)]).toEqual([401, 401])
    expect([await alive(app, at_provider), await alive(app, admin.access_token)]).toEqual([200, 200])
  })

  it('keeps one admin who has a password', async () => {
    const { app, admin, asAdmin } = await buildWorld({ engine })
    const bea = await addSsoUser(app, asAdmin, 'bea')
    await changeRole(app, bea.user.id, 'admin')
    await enableSsoOnly(app, asAdmin)
    const user = `/api/admin/users/${admin.user.id}`
    for (const take of [
      () => bea.call('PATCH', `${user}/auth-methods`, { password_enabled: false }),
      () => bea.call('PATCH', user, { role: 'user' }),
      () => bea.call('DELETE', user),
    ])
      expect(refusal(await take())).toEqual([409, 'local_admin_required'])
    // Others may go, and what leaves the password alone is permitted.
    expect((await bea.call('PATCH', `${user}/auth-methods`, { passkey_enabled: false })).status).toBe(200)
    await givePassword(app, bea.user.id)
    expect((await bea.call('PATCH', user, { role: 'user' })).status).toBe(200)
  })
})

describe('single sign-on as the only way in (1/4.1, 2/4.4)', () => {
  it('refuses passwords and links of people, after they proved right, and never those of admins', async () => {
    const { app, asAdmin } = await buildWorld()
    await signInAs(app, 'bob', 'user')
    const made = await asAdmin('POST', '/api/admin/connect-token', { name: 'cleo' })
    const redeem = () => callAs(app)('POST', '/api/auth/connect', { token: tokenOf(made.body.link) })
    await enableSsoOnly(app, asAdmin)
    expect(refusal(await logIn(app, 'bob', 'a wrong one'))).toEqual([401, 'invalid_credentials'])
    expect(refusal(await logIn(app, 'bob'))).toEqual([403, 'sso_required'])
    expect((await logIn(app, 'ana')).status).toBe(200)
    expect((await redeem()).body).toEqual({ sso_required: true, continuation: '/api/auth/oidc/begin' })
    await asAdmin('PUT', OIDC, { sso_only: false })
    expect((await logIn(app, 'bob')).status).toBe(200)
    expect((await redeem()).body).toHaveProperty('access_token')
  })

  it('has no effect while the provider is off, and needs its conditions again when it is turned on', async () => {
    const { app, asAdmin } = await buildWorld()
    const { access_token } = await signInAs(app, 'bob', 'user')
    await enableSsoOnly(app, asAdmin)
    expect(await alive(app, access_token)).toBe(401)
    await asAdmin('PUT', OIDC, { enabled: false })
    const again = await logIn(app, 'bob')
    expect(again.status).toBe(200)
    expect((await callAs(app)('GET', '/api/auth/status')).body).not.toHaveProperty('sso_only')
    await asAdmin('PUT', OIDC, { client_id: 'another' })
    expect(refusal(await asAdmin('PUT', OIDC, { enabled: true }))).toEqual([409, 'test_required'])
    await passTest(app)
    expect((await asAdmin('PUT', OIDC, { enabled: true })).status).toBe(200)
    expect(await alive(app, again.body.access_token)).toBe(401)
  })

  it('stays in force without an external address, which the status reports', async () => {
    const { app, asAdmin } = await buildWorld()
    await signInAs(app, 'bob', 'user')
    await enableSsoOnly(app, asAdmin)
    await asAdmin('PUT', '/api/admin/external-address', { external_url: '' })
    expect(refusal(await logIn(app, 'bob'))).toEqual([403, 'sso_required'])
    expect((await logIn(app, 'ana')).status).toBe(200)
    const status = await callAs(app)('GET', '/api/auth/status')
    expect(status.body).toMatchObject({ sso_only: true, sso_error: 'misconfigured' })
    await asAdmin('PUT', '/api/admin/external-address', { external_url: EXTERNAL })
  })
})

describe('from a test sign-in to the last session (2/4.4)', () => {
  it('admits an invited person by single sign-on alone, until the provider is turned off', async () => {
    const world = await startWithOidc()
    const { app, asAdmin, asAnybody, provider } = world
    expect(refusal(await asAdmin('PUT', OIDC, { sso_only: true }))).toEqual([409, 'test_required'])
    const test = await begin(asAdmin, {}, `${OIDC}/test`)
    const { searchParams } = await goThrough(world, test)
    await exchange(asAnybody, test, searchParams.get('code') ?? '')
    expect((await asAdmin('PUT', OIDC, { sso_only: true })).body).toMatchObject({
      tested: true,
      sso_only: true,
    })

    const { body } = await asAdmin('POST', '/api/admin/connect-token', { name: 'grandma' })
    const invitation = tokenOf(body.link)
    const connected = await asAnybody('POST', '/api/auth/connect', { token: invitation })
    expect(connected.body).toMatchObject({ sso_required: true })
    const entered = await signIn(world, 'ada', { client: 'web', invitation })
    const { access_token, user } = entered.body
    expect(user).toMatchObject({ id: body.user_id, sso_linked: true })
    const identities = await asAdmin('GET', `/api/admin/users/${user.id}/oidc`)
    expect(identities.body.identities).toMatchObject([{ issuer: provider.url }])

    await asAdmin('PUT', OIDC, { label: 'Home' })
    expect(await alive(app, access_token)).toBe(200)
    await asAdmin('PUT', OIDC, { enabled: false })
    expect(await alive(app, access_token)).toBe(401)
  })
})
