import { describe, expect, it } from 'vitest'
import type { TestApp } from '#test/app.ts'
import { callAs, refusal } from '#test/calls.ts'
import { setContentLimits } from '#test/content-limits.ts'
import { ENGINES } from '#test/engines.ts'
import {
  addSsoUser,
  beginAtProvider,
  enableOidc,
  enableSsoOnly,
  givePassword,
  ISSUER,
  linkIdentity,
  OIDC,
} from '#test/sso.ts'
import { addUser, changeRole } from '#test/people.ts'
import { buildWorld } from '#test/world.ts'

const OWN = '/api/auth/oidc/identities'
const OTHER_ISSUER = 'https://other.example.org'
const alive = async (app: TestApp, token: string) => (await callAs(app, token)('GET', '/api/auth/me')).status

async function addPasskey(app: TestApp, user_id: number): Promise<void> {
  const fields = { public_key: 'k', counter: 0, transports: '[]', name: 'Passkey', created_at: '' }
  await app.database.transaction(async tx => {
    await tx.updateTable('users').set({ passkey_enabled: 1 }).where('id', '=', user_id).execute()
    await tx
      .insertInto('passkeys')
      .values({ id: `p${user_id}`, user_id, credential_id: `c${user_id}`, ...fields })
      .execute()
  })
}

describe.each(ENGINES)('own identities on %s (2:4.4)', engine => {
  it('are listed with issuer, subject and date, without those of others', async () => {
    const { app, asAdmin } = await buildWorld({ engine })
    const bob = await addSsoUser(app, asAdmin, 'bob')
    await addSsoUser(app, asAdmin, 'cleo')
    const created_at = app.clock.now().toISOString()
    expect((await bob.call('GET', OWN)).body).toEqual({
      identities: [{ issuer: ISSUER, subject: `subject ${bob.user.id}`, created_at }],
    })
    expect((await asAdmin('GET', OWN)).body).toEqual({ identities: [] })
  })

  it('are unlinked only while a password or a passkey is left', async () => {
    const { app, asAdmin } = await buildWorld({ engine })
    await enableOidc(asAdmin)
    const bob = await addSsoUser(app, asAdmin, 'bob')
    await linkIdentity(app, bob.user.id, { issuer: OTHER_ISSUER })
    const unlink = (issuer = ISSUER) => bob.call('DELETE', OWN, { issuer })
    expect(refusal(await bob.call('DELETE', OWN, {}))).toEqual([400, 'validation'])
    expect(refusal(await unlink('https://unknown.example.org'))).toEqual([404, 'not_found'])
    expect(refusal(await unlink())).toEqual([409, 'last_method'])
    expect((await bob.call('GET', OWN)).body.identities).toHaveLength(2)
    await addPasskey(app, bob.user.id)
    expect((await unlink()).body).toEqual({ status: 'unlinked' })
    expect((await bob.call('GET', OWN)).body.identities).toMatchObject([{ issuer: OTHER_ISSUER }])
    await asAdmin('PATCH', `/api/admin/users/${bob.user.id}/auth-methods`, { passkey_enabled: false })
    expect(refusal(await unlink(OTHER_ISSUER))).toEqual([409, 'last_method'])
    await givePassword(app, bob.user.id)
    expect((await unlink(OTHER_ISSUER)).status).toBe(200)
    expect((await bob.call('GET', '/api/auth/me')).body.sso_linked).toBe(false)
  })

  it('stay with a kids account until an admin unlinks them', async () => {
    const { app, asAdmin } = await buildWorld({ engine })
    await enableOidc(asAdmin)
    const kim = await addSsoUser(app, asAdmin, 'kim')
    await givePassword(app, kim.user.id)
    await setContentLimits(asAdmin, kim.user.id)
    expect(refusal(await kim.call('DELETE', OWN, { issuer: ISSUER }))).toEqual([403, 'forbidden'])
    expect((await kim.call('GET', OWN)).body.identities).toHaveLength(1)
    const path = `/api/admin/users/${kim.user.id}/oidc`
    expect((await asAdmin('DELETE', path, { issuer: ISSUER })).status).toBe(200)
  })

  it('end the sessions that began with them, except the one that unlinks', async () => {
    const { app, asAdmin } = await buildWorld({ engine })
    const bob = await addSsoUser(app, asAdmin, 'bob')
    await givePassword(app, bob.user.id)
    const tablet = await addUser(app, asAdmin, 'bob')
    await beginAtProvider(app, tablet.device_id)
    const elsewhere = await addUser(app, asAdmin, 'bob')
    await beginAtProvider(app, elsewhere.device_id, OTHER_ISSUER)
    const by_link = await addUser(app, asAdmin, 'bob')
    expect((await bob.call('DELETE', OWN, { issuer: ISSUER })).status).toBe(200)
    const ended = [bob, tablet, elsewhere, by_link].map(({ access_token }) => alive(app, access_token))
    expect(await Promise.all(ended)).toEqual([200, 401, 200, 200])
  })

  it('cannot be unlinked while single sign-on is the only sign-in method, except by admins', async () => {
    const { app, admin, asAdmin } = await buildWorld({ engine })
    const bob = await addSsoUser(app, asAdmin, 'bob')
    await givePassword(app, bob.user.id)
    await linkIdentity(app, admin.user.id)
    await enableSsoOnly(app, asAdmin)
    expect(refusal(await bob.call('DELETE', OWN, { issuer: ISSUER }))).toEqual([409, 'last_method'])
    expect((await asAdmin('DELETE', OWN, { issuer: ISSUER })).status).toBe(200)
  })
})

describe.each(ENGINES)('identities of a user on %s (2:4.4)', engine => {
  it('are listed and unlinked by admins, with the sessions that began with them', async () => {
    const { app, asAdmin } = await buildWorld({ engine })
    const bob = await addSsoUser(app, asAdmin, 'bob')
    const cleo = await addSsoUser(app, asAdmin, 'cleo')
    await linkIdentity(app, bob.user.id, { issuer: OTHER_ISSUER })
    const elsewhere = await addUser(app, asAdmin, 'bob')
    await beginAtProvider(app, elsewhere.device_id, OTHER_ISSUER)
    const by_link = await addUser(app, asAdmin, 'bob')
    const path = `/api/admin/users/${bob.user.id}/oidc`
    const issuers = async () =>
      (await asAdmin('GET', path)).body.identities.map(({ issuer }: { issuer: string }) => issuer)
    expect(await issuers()).toEqual([ISSUER, OTHER_ISSUER])
    expect(refusal(await asAdmin('DELETE', path, { issuer: 'https://unknown.example.org' }))).toEqual([
      404,
      'not_found',
    ])
    expect((await asAdmin('DELETE', path, { issuer: ISSUER })).body).toEqual({ status: 'unlinked' })
    const sessions = () =>
      Promise.all([bob, elsewhere, by_link, cleo].map(({ access_token }) => alive(app, access_token)))
    expect([await issuers(), await sessions()]).toEqual([[OTHER_ISSUER], [401, 200, 200, 200]])
    expect((await asAdmin('DELETE', path)).status).toBe(200)
    expect([await issuers(), await sessions()]).toEqual([[], [401, 401, 200, 200]])
    expect(refusal(await asAdmin('DELETE', path))).toEqual([404, 'not_found'])
  })

  it('are 404 for an unknown user', async () => {
    const { asAdmin } = await buildWorld({ engine })
    expect(refusal(await asAdmin('GET', '/api/admin/users/4711/oidc'))).toEqual([404, 'not_found'])
    expect(refusal(await asAdmin('DELETE', '/api/admin/users/4711/oidc'))).toEqual([404, 'not_found'])
  })
})

describe('the last method of an admin (1/4.1)', () => {
  /** An admin whose only sign-in method is an identity, plus a passkey if the test wants one. */
  async function begin({ passkey = false } = {}) {
    const { app, asAdmin } = await buildWorld()
    await enableOidc(asAdmin)
    const bea = await addSsoUser(app, asAdmin, 'bea')
    await changeRole(app, bea.user.id, 'admin')
    if (passkey) await addPasskey(app, bea.user.id)
    return { app, asAdmin, bea, path: `/api/admin/users/${bea.user.id}/oidc` }
  }

  it('is not unlinked by another admin, unless it lets nobody in any more', async () => {
    const { asAdmin, bea, path } = await begin()
    expect(refusal(await asAdmin('DELETE', path))).toEqual([409, 'last_method'])
    expect((await bea.call('GET', OWN)).body.identities).toHaveLength(1)
    await asAdmin('PUT', OIDC, { enabled: false })
    expect((await asAdmin('DELETE', path)).status).toBe(200)
  })

  it('is a passkey when the identity belongs to a provider that is off or was replaced', async () => {
    const { asAdmin, app, bea } = await begin({ passkey: true })
    const remove = `/api/auth/passkeys/p${bea.user.id}`
    const { access_token } = await addUser(app, asAdmin, 'bea')
    const asBea = callAs(app, access_token)
    await asAdmin('PUT', OIDC, { enabled: false })
    expect(refusal(await asBea('DELETE', remove))).toEqual([409, 'last_method'])
    await enableOidc(asAdmin, { issuer: OTHER_ISSUER })
    expect(refusal(await asBea('DELETE', remove))).toEqual([409, 'last_method'])
    await enableOidc(asAdmin)
    expect((await asBea('DELETE', remove)).status).toBe(200)
  })

  it('is a password when no admin could sign in with an identity', async () => {
    const { app, asAdmin, admin } = await buildWorld()
    await linkIdentity(app, admin.user.id)
    const takePassword = () =>
      asAdmin('PATCH', `/api/admin/users/${admin.user.id}/auth-methods`, { password_enabled: false })
    expect(refusal(await takePassword())).toEqual([409, 'last_method'])
    await enableOidc(asAdmin)
    expect((await takePassword()).status).toBe(200)
  })
})
