import { createHash } from 'node:crypto'
import { Script } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'
import { answerWith, createSoftPasskey } from '#test/authenticator.ts'
import { callAs, refusal } from '#test/calls.ts'
import { addUser } from '#test/people.ts'
import { buildWorld } from '#test/world.ts'

const EXTERNAL = 'https://media.example.org'
const APP_ORIGIN = 'android:apk-key-hash:abc_DEF-123'

async function registerAt(app: TestApp, token: string, origin: string) {
  const asUser = callAs(app, token)
  const begun = await asUser('POST', '/api/auth/passkey/register/begin', {})
  const { passkey, answer } = createSoftPasskey(begun.body.options, origin)
  const path = `/api/auth/passkey/register/finish?session_id=${begun.body.session_id}`
  return { begun, passkey, finished: await asUser('POST', path, answer) }
}

describe('the relying party (1/4.1)', () => {
  it('is the host of the external address; its origin and the extra origins are accepted', async () => {
    const { app, admin, asAdmin } = await buildWorld({ env: { APP_WEBAUTHN_EXTRA_ORIGINS: APP_ORIGIN } })
    await asAdmin('PUT', '/api/admin/external-address', { external_url: `${EXTERNAL}/foyer` })
    for (const origin of [EXTERNAL, APP_ORIGIN, 'http://localhost']) {
      const { begun, passkey, finished } = await registerAt(app, admin.access_token, origin)
      expect(begun.body.options.rp.id).toBe('media.example.org')
      expect([origin, finished.status]).toEqual([origin, 201])
      const login = await callAs(app)('POST', '/api/auth/passkey/login/begin', {})
      expect(login.body.options.rpId).toBe('media.example.org')
      const answer = answerWith(passkey, login.body.options, origin)
      const path = `/api/auth/passkey/login/finish?session_id=${login.body.session_id}`
      expect([origin, (await callAs(app)('POST', path, answer)).status]).toEqual([origin, 200])
    }
    const { finished } = await registerAt(app, admin.access_token, 'https://other.example.org')
    expect(refusal(finished)).toEqual([400, 'passkey_failed'])
    const link = (await asAdmin('POST', '/api/auth/passkey/setup-link', {})).body.link
    expect(link).toMatch(/^https:\/\/media\.example\.org\/foyer\/passkeys\/create\?token=/)
  })

  it('requires a secure address: elsewhere no ceremony begins', async () => {
    const { app, admin } = await buildWorld()
    const at = (path: string, host: string, token?: string) =>
      app.call('POST', path, { body: {}, headers: { host }, ...(token && { token }) })
    const begin = await at('/api/auth/passkey/login/begin', 'foyer.lan:5454')
    expect(refusal(begin)).toEqual([400, 'insecure_context'])
    // A method that cannot be used is refused before its input is checked.
    const setup = { body: { token: 'ps_unknown' }, headers: { host: 'foyer.lan:5454' } }
    const byLink = await app.call('POST', '/api/auth/passkey/setup/begin', setup)
    expect(refusal(byLink)).toEqual([400, 'insecure_context'])
    const register = await at('/api/auth/passkey/register/begin', '192.168.1.5:5454', admin.access_token)
    expect(refusal(register)).toEqual([400, 'insecure_context'])
    expect((await at('/api/auth/passkey/login/begin', '127.0.0.1:5454')).status).toBe(200)
  })

  it('decides whether a passkey is offered, with the https of a trusted proxy (R10)', async () => {
    const { app, asAdmin } = await buildWorld({ env: { APP_TRUSTED_PROXIES: '192.0.2.1' } })
    const status = async (headers: Record<string, string>) => {
      const { login_methods, webauthn_available } = (await app.call('GET', '/api/auth/status', { headers }))
        .body
      return [login_methods, webauthn_available]
    }
    const outside = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'media.example.org' }
    expect(await status(outside)).toEqual([['password', 'passkey'], true])
    expect(await status({ host: 'localhost:5454' })).toEqual([['password', 'passkey'], true])
    expect(await status({ host: 'foyer.lan' })).toEqual([['password'], false])
    await asAdmin('PUT', '/api/admin/external-address', { external_url: EXTERNAL })
    expect(await status(outside)).toEqual([['password', 'passkey'], true])
    // Secure, but no browser would use a passkey of media.example.org here.
    expect(await status({ host: 'localhost:5454' })).toEqual([['password'], true])
  })
})

describe('single sign-on as the only sign-in method (1/4.1)', () => {
  it('refuses a passkey after it was verified, and lets admins in', async () => {
    const { app, admin, asAdmin } = await buildWorld({
      overrides: { ssoRequired: async (_db, user) => user.role !== 'admin' },
    })
    await asAdmin('POST', '/api/admin/connect-token', { name: 'bob' })
    const ana = await registerAt(app, admin.access_token, 'http://localhost')
    const signIn = async (counter: number, origin = 'http://localhost') => {
      const login = await callAs(app)('POST', '/api/auth/passkey/login/begin', {})
      const answer = answerWith(ana.passkey, login.body.options, origin, { counter })
      return callAs(app)('POST', `/api/auth/passkey/login/finish?session_id=${login.body.session_id}`, answer)
    }
    expect((await signIn(1)).status).toBe(200)
    await app.database.transaction(tx =>
      tx.updateTable('users').set({ role: 'user' }).where('id', '=', admin.user.id).execute(),
    )
    expect(refusal(await signIn(2))).toEqual([403, 'sso_required'])
    expect(refusal(await signIn(2, 'https://evil.example'))).toEqual([400, 'passkey_failed'])
    const devices = await app.database.read.selectFrom('devices').select('id').execute()
    expect(devices).toHaveLength(2)
  })
})

describe('the pages of setup links (2:4.5, C33)', () => {
  it('are the same for every token, run only their own script, and fit below a base path', async () => {
    const { app, asAdmin } = await buildWorld({
      env: { APP_BASE_PATH: '/foyer', APP_SERVER_NAME: 'A & <B>' },
    })
    const { link } = (await asAdmin('POST', '/api/auth/passkey/setup-link', {})).body
    for (const [page, start] of [
      ['/passkeys/setup', 'press'],
      ['/passkeys/create', 'load'],
    ]) {
      const real = await app.call('GET', `${page}${new URL(link).search}`)
      const bare = await app.call('GET', page ?? '')
      const html = real.raw.toString()
      expect([real.status, bare.status]).toEqual([200, 200])
      expect(real.raw.equals(bare.raw)).toBe(true)
      expect(real.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(real.headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      })
      const script = /<script>([\s\S]*)<\/script>/.exec(html)?.[1] ?? ''
      const style = /<style>([\s\S]*)<\/style>/.exec(html)?.[1] ?? ''
      const policy = String(real.headers['content-security-policy'])
      for (const [name, text] of [
        ['script-src', script],
        ['style-src', style],
      ] as const) {
        expect(policy).toContain(`${name} 'sha256-${createHash('sha256').update(text).digest('base64')}'`)
      }
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toContain('unsafe')
      expect(html).not.toMatch(/(src|href)="(https?:)?\/\//)
      expect(html).toContain('data-api="/foyer/api/auth/passkey/setup"')
      expect(html).toContain(`data-start="${start}"`)
      expect(html).toContain('Add a passkey to A &amp; &lt;B&gt;')
      expect(html).toContain('<html lang="en">')
      expect(new Script(script)).toBeInstanceOf(Script)
    }
  })

  it('C58 speak the language of the browser, with the script that the policy allows', async () => {
    const app = await startApp({ env: { APP_SERVER_NAME: 'A & <B>' } })
    const read = async (language: string) => {
      const headers = { 'accept-language': language }
      const { raw, headers: sent } = await app.call('GET', '/passkeys/setup', { headers })
      return { html: raw.toString(), policy: sent['content-security-policy'] }
    }
    const english = await read('ja')
    for (const [tag, title, again] of [
      ['de', 'Passkey für A &amp; &lt;B&gt; hinzufügen', 'Noch einmal versuchen'],
      ['fr', 'Ajouter une clé d’accès à A &amp; &lt;B&gt;', 'Réessayer'],
      ['pt-BR', 'Adicionar uma chave de acesso a A &amp; &lt;B&gt;', 'Tentar de novo'],
    ] as const) {
      const { html, policy } = await read(`${tag}, en;q=0.5`)
      expect(html).toContain(`<html lang="${tag}">`)
      expect(html).toContain(`<h1 id="title">${title}</h1>`)
      expect(html).toContain(`data-again="${again}"`)
      expect(html).not.toContain('Add a passkey')
      expect(policy).toBe(english.policy)
    }
    // Every text of the script has its attribute.
    const script = /<script>([\s\S]*)<\/script>/.exec(english.html)?.[1] ?? ''
    const said = [...script.matchAll(/texts\.(\w+)/g)].map(([, name = '']) => name)
    expect(said.length).toBeGreaterThan(9)
    for (const name of said)
      expect(english.html).toContain(
        ` data-${name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}="`,
      )
  })
})

describe('apps that may use the passkeys (E)', () => {
  it('are named only when they are configured', async () => {
    const bare = await startApp()
    for (const path of ['/.well-known/apple-app-site-association', '/.well-known/assetlinks.json']) {
      expect([path, ...refusal(await bare.call('GET', path))]).toEqual([path, 404, 'not_found'])
    }
    const { native_passkeys } = (await bare.call('GET', '/api/auth/status')).body
    expect(native_passkeys).toEqual({ apple_configured: false, android_configured: false })
    const fingerprints = ['AA', 'bb'].map(byte => Array(32).fill(byte).join(':'))
    const app = await startApp({
      env: {
        APP_APPLE_APP_IDS: 'TEAM.org.example.foyer',
        APP_ANDROID_PACKAGE_NAME: 'org.example.foyer',
        APP_ANDROID_CERT_SHA256_FINGERPRINTS: fingerprints.join(', '),
      },
    })
    const apple = await app.call('GET', '/.well-known/apple-app-site-association')
    expect([apple.headers['content-type'], apple.body]).toEqual([
      'application/json; charset=utf-8',
      { webcredentials: { apps: ['TEAM.org.example.foyer'] } },
    ])
    const android = await app.call('GET', '/.well-known/assetlinks.json')
    expect(android.body).toEqual([
      {
        relation: ['delegate_permission/common.get_login_creds'],
        target: {
          namespace: 'android_app',
          package_name: 'org.example.foyer',
          sha256_cert_fingerprints: fingerprints,
        },
      },
    ])
    expect((await app.call('GET', '/api/auth/status')).body.native_passkeys).toEqual({
      apple_configured: true,
      android_configured: true,
    })
  })

  it('with a package but no fingerprint, no Android app is configured', async () => {
    const app = await startApp({ env: { APP_ANDROID_PACKAGE_NAME: 'org.example.foyer' } })
    expect((await app.call('GET', '/.well-known/assetlinks.json')).status).toBe(404)
    expect((await app.call('GET', '/api/auth/status')).body.native_passkeys.android_configured).toBe(false)
  })

  it('refuses to start with a malformed origin', async () => {
    for (const wrong of ['media.example.org', 'https://media.example.org/', 'ftp://x.example']) {
      await expect(startApp({ env: { APP_WEBAUTHN_EXTRA_ORIGINS: wrong } })).rejects.toThrow(
        /APP_WEBAUTHN_EXTRA_ORIGINS/,
      )
    }
  })
})

describe('a deleted user (1:4.12)', () => {
  it('loses the passkeys as well', async () => {
    const { app, asAdmin } = await buildWorld()
    const bob = await addUser(app, asAdmin, 'bob')
    await asAdmin('PATCH', `/api/admin/users/${bob.user.id}/auth-methods`, { passkey_enabled: true })
    await registerAt(app, bob.access_token, 'http://localhost')
    await callAs(app, bob.access_token)('POST', '/api/auth/passkey/setup-link', {})
    await asAdmin('DELETE', `/api/admin/users/${bob.user.id}`)
    for (const table of ['passkeys', 'passkey_setup_tokens'] as const) {
      expect(await app.database.read.selectFrom(table).select('user_id').execute()).toEqual([])
    }
  })
})
