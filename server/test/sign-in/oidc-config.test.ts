import { describe, expect, it } from 'vitest'
import { createOidcAttempts } from '#features/signin-oidc/oidc-attempts.ts'
import { createSecretBox } from '#kit/crypto.ts'
import { callAs, expectOk, refusal } from '#test/calls.ts'
import { ENGINES } from '#test/engines.ts'
import {
  addSsoUser,
  describeProvider,
  enableOidc,
  EXTERNAL,
  ISSUER,
  linkIdentity,
  OIDC,
  passTest,
} from '#test/sso.ts'
import { addUser } from '#test/people.ts'
import { buildWorld } from '#test/world.ts'

const SECRET = 'the secret of the client'
const OFF = {
  enabled: false,
  label: 'Single sign-on',
  issuer: '',
  client_id: '',
  has_secret: false,
  additional_scopes: [],
  allowed_groups: [],
  group_claim: 'groups',
  auto_create: false,
  sso_only: false,
  use_proxy: false,
  callback_url: '',
  tested: false,
}

describe.each(ENGINES)('the configuration of the provider on %s (2/4.4)', engine => {
  it('is off until saved; the secret is stored and never sent back', async () => {
    const { app, asAdmin } = await buildWorld({ engine })
    expect((await asAdmin('GET', OIDC)).body).toEqual(OFF)
    await asAdmin('PUT', '/api/admin/external-address', { external_url: EXTERNAL })
    const saved = await asAdmin('PUT', OIDC, {
      issuer: `${ISSUER}/`,
      client_id: 'foyer',
      client_secret: SECRET,
      additional_scopes: ['groups'],
    })
    const expected = {
      ...OFF,
      issuer: `${ISSUER}/`,
      client_id: 'foyer',
      has_secret: true,
      additional_scopes: ['groups'],
      callback_url: `${EXTERNAL}/api/auth/oidc/callback`,
    }
    expect([saved.status, saved.body]).toEqual([200, expected])
    expect((await asAdmin('PUT', OIDC, { client_secret: null, label: 'Home' })).body).toEqual({
      ...expected,
      label: 'Home',
    })
    expect((await asAdmin('PUT', OIDC, { client_secret: '' })).body.has_secret).toBe(false)
    const rows = await app.database.read.selectFrom('settings').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(SECRET)
  })

  it('names what is missing to turn it on, and changes nothing until that is there', async () => {
    const { asAdmin } = await buildWorld({ engine })
    const empty = await asAdmin('PUT', OIDC, { enabled: true })
    expect([...refusal(empty), Object.keys(empty.body.fields)]).toEqual([
      400,
      'validation',
      ['issuer', 'client_id'],
    ])
    const local = await asAdmin('PUT', OIDC, { enabled: true, issuer: ISSUER, client_id: 'foyer' })
    expect([...refusal(local), Object.keys(local.body.fields)]).toEqual([
      400,
      'external_address_required',
      ['enabled'],
    ])
    expect(refusal(await asAdmin('PUT', OIDC, { issuer: 'http://login.example.org' }))).toEqual([
      400,
      'validation',
    ])
    expect((await asAdmin('GET', OIDC)).body).toEqual(OFF)
    await enableOidc(asAdmin)
    expect((await asAdmin('GET', OIDC)).body.enabled).toBe(true)
  })

  it('C67: keeps a stored secret at the origin it was saved for', async () => {
    const { asAdmin } = await buildWorld({ engine })
    await enableOidc(asAdmin, { client_secret: SECRET })
    const moved = await asAdmin('PUT', OIDC, { issuer: 'https://thief.example.org', label: 'Other' })
    expect([...refusal(moved), Object.keys(moved.body.fields)]).toEqual([
      400,
      'secret_required',
      ['client_secret'],
    ])
    expect((await asAdmin('GET', OIDC)).body).toMatchObject({ issuer: ISSUER, label: 'Single sign-on' })
    const again = { issuer: 'https://login.example.org', client_secret: SECRET }
    expect((await asAdmin('PUT', OIDC, again)).body).toMatchObject({ issuer: again.issuer, has_secret: true })
    const cleared = { issuer: ISSUER, client_secret: '' }
    expect((await asAdmin('PUT', OIDC, cleared)).body).toMatchObject({ issuer: ISSUER, has_secret: false })
  })

  it('C44: a passed test counts for exactly this configuration', async () => {
    const { app, asAdmin } = await buildWorld({ engine })
    await enableOidc(asAdmin)
    await passTest(app)
    expect((await asAdmin('PUT', OIDC, { label: 'Home' })).body.tested).toBe(true)
    expect((await asAdmin('PUT', OIDC, { allowed_groups: ['family'] })).body.tested).toBe(false)
  })

  it('ends the sessions of a provider when it is turned off or replaced, and no others', async () => {
    const { app, asAdmin } = await buildWorld({ engine })
    const alive = async (token: string) => (await callAs(app, token)('GET', '/api/auth/me')).status
    for (const change of [{ enabled: false }, { issuer: 'http://127.0.0.1:9/other' }]) {
      await enableOidc(asAdmin)
      const name = `bob ${Object.keys(change)[0]}`
      const { access_token: at_provider } = await addSsoUser(app, asAdmin, name)
      const { access_token: by_link } = await addUser(app, asAdmin, name)
      await asAdmin('PUT', OIDC, { client_id: 'renamed' })
      expect(await alive(at_provider)).toBe(200)
      expect((await asAdmin('PUT', OIDC, change)).status).toBe(200)
      expect([await alive(at_provider), await alive(by_link)]).toEqual([401, 200])
    }
  })

  it('ends the sign-ins that are under way with every save', async () => {
    const { app, asAdmin } = await buildWorld({ engine })
    const box = createSecretBox(new Uint8Array(32))
    const attempts = createOidcAttempts({ database: app.database, clock: app.clock, box })
    const { flow } = await attempts.begin({
      challenge: 'x',
      purpose: { type: 'sign_in', client: 'web' },
      stage: { at: 'begun' },
    })
    expect(await attempts.read(app.database.read, flow)).not.toBeNull()
    await asAdmin('PUT', OIDC, { label: 'Home' })
    expect(await attempts.read(app.database.read, flow)).toBeNull()
  })
})

describe('a provider that admins need (1/4.1)', () => {
  it('is kept while it is the only method of every admin', async () => {
    const { app, asAdmin, admin } = await buildWorld()
    await enableOidc(asAdmin)
    await linkIdentity(app, admin.user.id)
    const methods = `/api/admin/users/${admin.user.id}/auth-methods`
    expect((await asAdmin('PATCH', methods, { password_enabled: false })).status).toBe(200)
    expect(refusal(await asAdmin('PUT', OIDC, { enabled: false }))).toEqual([409, 'last_method'])
    expect(refusal(await asAdmin('PUT', OIDC, { issuer: 'https://other.example.org' }))).toEqual([
      409,
      'last_method',
    ])
    expect((await asAdmin('GET', OIDC)).body).toMatchObject({ enabled: true, issuer: ISSUER })
  })
})

describe('validating the provider (2/4.4)', () => {
  it('reports that it can be used, what is wrong with it, or that it does not answer', async () => {
    const { asAdmin } = await buildWorld()
    const said: { status?: number; issuer?: string } = {}
    const provider = await describeProvider(() => said)
    const validate = () => asAdmin('POST', `${OIDC}/validate`, {})
    expect(refusal(await validate())).toEqual([400, 'oidc_invalid'])
    await enableOidc(asAdmin, { issuer: provider.origin })
    expect((await validate()).body).toEqual({ status: 'valid', message: expect.any(String) })
    said.issuer = 'https://other.example.org'
    expect(refusal(await validate())).toEqual([400, 'oidc_invalid'])
    // An issuer is compared as it is written (OpenID Connect Discovery 1.0 §4.3).
    said.issuer = `${provider.origin}/`
    expect(refusal(await validate())).toEqual([400, 'oidc_invalid'])
    delete said.issuer
    said.status = 404
    expect(refusal(await validate())).toEqual([400, 'oidc_invalid'])
    said.status = 503
    expect(refusal(await validate())).toEqual([502, 'provider_failed'])
    await asAdmin('PUT', OIDC, { issuer: ISSUER })
    expect(refusal(await validate())).toEqual([502, 'provider_failed'])
  })
})

describe('the sign-in status (2:4.4)', () => {
  const status = async (call: ReturnType<typeof callAs>) => (await call('GET', '/api/auth/status')).body

  it('offers the provider while it is on, and names the address to use it from', async () => {
    const { app, asAdmin } = await buildWorld()
    const anybody = callAs(app)
    const provider = await describeProvider()
    await asAdmin('PUT', '/api/admin/external-address', { external_url: EXTERNAL })
    const before = await status(anybody)
    expect(Object.keys(before).filter(name => name.startsWith('sso'))).toEqual([])
    expect(before.login_methods).not.toContain('oidc')
    await enableOidc(asAdmin, { issuer: provider.origin, label: 'Home' })
    const on = await status(anybody)
    expect(on).toMatchObject({ sso_available: true, sso_provider: 'Home', sso_origin: EXTERNAL })
    expect(on).not.toHaveProperty('sso_only')
    expect(on).not.toHaveProperty('sso_error')
    expect(on.login_methods).toContain('oidc')
    await asAdmin('PUT', OIDC, { enabled: false })
    expect(await status(anybody)).toEqual(before)
  })

  it('reports a missing external address', async () => {
    const { app, asAdmin } = await buildWorld()
    await enableOidc(asAdmin)
    await asAdmin('PUT', '/api/admin/external-address', { external_url: '' })
    const found = await status(callAs(app))
    expect(found.sso_error).toBe('misconfigured')
    expect(found).not.toHaveProperty('sso_available')
    expect(found).not.toHaveProperty('sso_origin')
    expect(found.login_methods).not.toContain('oidc')
  })

  it('shows right after a save whether the provider can be used', async () => {
    const { app, asAdmin } = await buildWorld()
    const error = async () => (await status(callAs(app))).sso_error
    await enableOidc(asAdmin)
    expect(await error()).toBe('provider_unreachable')
    const other = await describeProvider(() => ({ issuer: 'https://other.example.org' }))
    expectOk(await asAdmin('PUT', OIDC, { issuer: other.origin }))
    expect(await error()).toBe('misconfigured')
  })

  it('reports a provider that does not answer, and notices in the background when it is back', async () => {
    const { app, asAdmin } = await buildWorld()
    const said: { status?: number } = { status: 503 }
    const provider = await describeProvider(() => said)
    await enableOidc(asAdmin, { issuer: provider.origin })
    const anybody = callAs(app)
    const error = async () => (await status(anybody)).sso_error
    await expect.poll(error).toBe('provider_unreachable')
    delete said.status
    const reads = provider.seen.length
    // The result is still fresh: the provider is not asked, however often the status is read.
    for (let i = 0; i < 5; i += 1) expect(await error()).toBe('provider_unreachable')
    expect(provider.seen).toHaveLength(reads)
    app.clock.advance(30_000)
    await expect.poll(error).toBeUndefined()
    expect((await status(anybody)).sso_available).toBe(true)
  })

  it('reports a provider that names another issuer', async () => {
    const { app, asAdmin } = await buildWorld()
    const provider = await describeProvider(() => ({ issuer: 'https://other.example.org' }))
    await enableOidc(asAdmin, { issuer: provider.origin })
    await expect.poll(async () => (await status(callAs(app))).sso_error).toBe('misconfigured')
  })
})
