import { createHash, randomBytes } from 'node:crypto'
import type { ScriptedOidc } from '@foyer/simulators/oidc/scripted-oidc'
import type { Engine } from '#db/database.ts'
import { externalAddress } from '#features/connect-links/index.ts'
import { oidcSettings, type SavedOidc } from '#features/signin-oidc/oidc-settings.ts'
import { startOn, type TestAnswer, type TestApp, type TestAppOptions } from './app.ts'
import { type Call, callAs, expectOk } from './calls.ts'
import { afterTest } from './engines.ts'
import { createTestClock } from './test-clock.ts'

export const EXTERNAL_URL = 'https://foyer.example.org'

interface Provider {
  url: string
  client_id: string
  client_secret: string
}

/** Saves the provider. Unlike a save by an admin it voids no attempts. */
export async function saveOidc(
  app: TestApp,
  { url, client_id, client_secret }: Provider,
  change: Partial<SavedOidc> = {},
  external_url = EXTERNAL_URL,
): Promise<void> {
  await app.settings.lock(async tx => {
    await app.settings.update(tx, externalAddress, { external_url })
    await app.settings.update(tx, oidcSettings, {
      enabled: true,
      issuer: url,
      client_id,
      client_secret,
      secret_origin: url,
      auto_create: true,
      ...change,
    })
  })
}

/** A server with a provider that can be scripted to misbehave, on the same clock. */
export async function startWithOidc(
  options: TestAppOptions & { engine?: Engine; saved?: Partial<SavedOidc> } = {},
) {
  // Loaded here, so that tests without simulators do not pay for them.
  const { startScriptedOidc } = await import('@foyer/simulators/oidc/scripted-oidc')
  const { engine = 'sqlite', saved, clock = createTestClock(), ...rest } = options
  const provider: ScriptedOidc = await startScriptedOidc({ now: () => clock.now().getTime() })
  afterTest(() => provider.close())
  const app = await startOn(engine, { ...rest, clock })
  const admin = await app.setUp()
  await saveOidc(app, provider, saved)
  return { app, provider, admin, asAdmin: callAs(app, admin.access_token), asAnybody: callAs(app) }
}

export function newProof(): { verifier: string; challenge: string } {
  const verifier = randomBytes(48).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** A sign-in as the client that began it and its browser see it. */
export interface Flow {
  flow: string
  verifier: string
  start_url: string
}

export async function begin(
  call: Call,
  body: Record<string, unknown> = { client: 'web' },
  path = '/api/auth/oidc/begin',
): Promise<Flow> {
  const { verifier, challenge } = newProof()
  const { flow, start_url } = expectOk(await call('POST', path, { challenge, ...body }))
  return { flow, start_url, verifier }
}

let addresses = 0

/** A browser: keeps the cookies of the sign-in, and follows no redirect by itself. */
export function openBrowser(app: TestApp) {
  const cookies = new Map<string, string>()
  return {
    cookies,
    async open(path: string): Promise<TestAnswer & { location: string }> {
      addresses += 1
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await app.call('GET', path, {
        from: `10.8.${addresses >> 8}.${addresses & 255}`,
        headers: cookie === '' ? {} : { cookie },
      })
      const [pair = ''] = String(answer.headers['set-cookie'] ?? '').split(';')
      const [name = '', value = ''] = pair.split('=')
      if (name !== '' && value !== '') cookies.set(name, value)
      else cookies.delete(name)
      return { ...answer, location: answer.headers.location ?? '' }
    },
  }
}

export type Browser = ReturnType<typeof openBrowser>

/** Path and query of the address at which the provider sends the browser back. */
export function callbackPath(address: string, external_url = EXTERNAL_URL): string {
  if (!address.startsWith(external_url)) throw new Error(`the browser is sent to ${address}`)
  return address.slice(external_url.length)
}

/** Opens the start, signs in at the provider and comes back. Returns where the browser is sent at last. */
export async function goThrough(
  { app, provider }: { app: TestApp; provider: ScriptedOidc },
  { start_url }: Flow,
  login = 'ada',
  browser: Browser = openBrowser(app),
): Promise<URL> {
  const { location } = await browser.open(start_url)
  const { location: target, status } = await browser.open(callbackPath(provider.approve(location, login)))
  if (status !== 302) throw new Error(`the callback answered ${status}`)
  return new URL(target, EXTERNAL_URL)
}

export function exchange(call: Call, { flow, verifier }: Flow, code: string): Promise<TestAnswer> {
  return call('POST', '/api/auth/oidc/exchange', { flow, code, verifier })
}

/** A whole sign-in; the answer of the exchange. */
export async function signIn(
  world: { app: TestApp; provider: ScriptedOidc; asAnybody: Call },
  login = 'ada',
  body: Record<string, unknown> = { client: 'web' },
): Promise<TestAnswer> {
  const flow = await begin(world.asAnybody, body)
  const target = await goThrough(world, flow, login)
  const code = target.searchParams.get('code')
  if (code === null) throw new Error(`the browser came back with ${target.search}`)
  return exchange(world.asAnybody, flow, code)
}

/** What the provider sends to end sessions (C63). */
export function logOutByProvider(app: TestApp, form: Record<string, string>): Promise<TestAnswer> {
  return app.call('POST', '/api/auth/oidc/backchannel-logout', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  })
}

/** The reason with which the browser comes back when nobody may sign in. */
export async function denialOf(
  world: { app: TestApp; provider: ScriptedOidc; asAnybody: Call },
  login = 'ada',
  body?: Record<string, unknown>,
): Promise<string | null> {
  const target = await goThrough(world, await begin(world.asAnybody, body), login)
  if (target.searchParams.has('code')) throw new Error('the sign-in was accepted')
  return target.searchParams.get('error')
}
