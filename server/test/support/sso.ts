import type { TokenResponse } from '@foyer/contract/sessions/sessions'
import { insertIdentity } from '#features/sign-in/index.ts'
import { fingerprintOf } from '#features/signin-oidc/oidc-configuration.ts'
import { oidcSettings } from '#features/signin-oidc/oidc-settings.ts'
import type { TestApp } from './app.ts'
import { type Call, callAs, expectOk } from './calls.ts'
import { afterTest } from './engines.ts'
import { serveHttp } from './loopback-servers.ts'
import { addUser } from './people.ts'

export const OIDC = '/api/admin/oidc'
/** Nothing listens there. */
export const ISSUER = 'http://127.0.0.1:9/login'
export const EXTERNAL = 'https://media.example.org'

/** Saves the external address and an enabled provider. */
export async function enableOidc(asAdmin: Call, change: object = {}): Promise<void> {
  expectOk(await asAdmin('PUT', '/api/admin/external-address', { external_url: EXTERNAL }))
  expectOk(await asAdmin('PUT', OIDC, { enabled: true, issuer: ISSUER, client_id: 'foyer', ...change }))
}

/** Records what a full test sign-in proves (C44). */
export async function passTest({ settings }: Pick<TestApp, 'settings'>): Promise<void> {
  await settings.lock(async tx => {
    const saved = await settings.read(tx, oidcSettings)
    await settings.update(tx, oidcSettings, { tested_with: fingerprintOf(saved) })
  })
}

export async function enableSsoOnly(app: TestApp, asAdmin: Call): Promise<void> {
  await enableOidc(asAdmin)
  await passTest(app)
  expectOk(await asAdmin('PUT', OIDC, { sso_only: true }))
}

export async function linkIdentity(
  app: TestApp,
  user_id: number,
  { issuer = ISSUER, subject = `subject ${user_id}` } = {},
): Promise<void> {
  await app.database.transaction(tx =>
    insertIdentity(tx, {
      provider: 'oidc',
      issuer,
      subject,
      user_id,
      email: '',
      username: '',
      created_at: app.clock.now().toISOString(),
    }),
  )
}

/** Makes this session one that began at the provider. */
export async function beginAtProvider(app: TestApp, device_id: string, issuer = ISSUER): Promise<void> {
  await app.database.transaction(tx =>
    tx
      .updateTable('devices')
      .set({ began_with: 'oidc', began_issuer: issuer, began_subject: 'subject' })
      .where('id', '=', device_id)
      .execute(),
  )
}

/** A user with an identity, who signed in with it. */
export async function addSsoUser(
  app: TestApp,
  asAdmin: Call,
  name: string,
  issuer = ISSUER,
): Promise<TokenResponse & { call: Call }> {
  const session = await addUser(app, asAdmin, name)
  await linkIdentity(app, session.user.id, { issuer })
  await beginAtProvider(app, session.device_id, issuer)
  return { ...session, call: callAs(app, session.access_token) }
}

/** Gives a user the first admin's password. */
export async function givePassword(app: TestApp, user_id: number): Promise<void> {
  await app.database.transaction(async tx => {
    const ana = await tx.selectFrom('users').select('password_hash').where('id', '=', 1).executeTakeFirst()
    await tx
      .updateTable('users')
      .set({ password_enabled: 1, password_hash: ana?.password_hash ?? null })
      .where('id', '=', user_id)
      .execute()
  })
}

/** A provider that only describes itself. `fields` replace what it says; a status other than 200 is a failure. */
export async function describeProvider(
  fields: () => { status?: number; [name: string]: unknown } = () => ({}),
) {
  const server = await serveHttp((_request, response) => {
    const { status = 200, ...said } = fields()
    const issuer = server.origin
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        ...said,
      }),
    )
  })
  afterTest(async () => server[Symbol.asyncDispose]())
  return server
}
