import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Engine } from '#db/database.ts'
import type { Call } from './calls.ts'
import { afterTest } from './engines.ts'
import { createFakeModels } from './fake-models.ts'
import { readBody, serveHttp } from './loopback-servers.ts'
import { buildWorld } from './world.ts'

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

interface Answer {
  status: number
  body: unknown
}

/** Instead of the answer: before the provider does anything, or after it did. */
type Disturbance = { instead: Answer } | { drop: 'before' | 'after' }

export const jwt = (claims: object) =>
  `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`

/**
 * A provider with a device grant and rotating refresh tokens. A refresh token that is shown twice ends the whole
 * chain, as RFC 9700 advises.
 */
export async function startAccountProvider() {
  const codes = new Map<string, { device_code: string; state: string }>()
  const refresh = new Map<string, { chain: number; spent: boolean }>()
  const dead = new Set<number>()
  const calls: { path: string; form: URLSearchParams; authorization: string | undefined }[] = []
  const disturbances: { path: string; what: Disturbance }[] = []
  let count = 0
  const settings = {
    /** What the device endpoint says besides the codes. */
    begun: { expires_in: 900, interval: 5 } as Record<string, unknown>,
    /** What comes with the tokens. */
    issued: { expires_in: 3600 } as Record<string, unknown>,
    rotates: true,
    email: 'ana@example.org',
    usage: { status: 200, body: { windows: [{ label: '5 h', used_percent: 12.5 }] } } as Answer,
  }

  function issue(chain: number): Answer {
    count += 1
    const refresh_token = `rt_${chain}_${count}`
    refresh.set(refresh_token, { chain, spent: false })
    const id_token = jwt({ email: settings.email, plan_type: 'plus' })
    const access_token = `at_${chain}_${count}`
    const body = { access_token, refresh_token, id_token, token_type: 'Bearer', ...settings.issued }
    return { status: 200, body }
  }

  const refuse = (error: string): Answer => ({ status: 400, body: { error } })

  function begin(): Answer {
    count += 1
    const [device_code, user_code] = [`dc_${count}`, `CODE-${count}`]
    codes.set(user_code, { device_code, state: 'authorization_pending' })
    const page = `${origin()}/page`
    const pages = { verification_uri: page, verification_uri_complete: `${page}?user_code=${user_code}` }
    return { status: 200, body: { device_code, user_code, ...pages, ...settings.begun } }
  }

  function redeem(form: URLSearchParams): Answer {
    const code = [...codes.values()].find(one => one.device_code === form.get('device_code'))
    if (!code) return refuse('invalid_grant')
    if (code.state !== 'approved') return refuse(code.state)
    code.state = 'invalid_grant'
    count += 1
    return issue(count)
  }

  function renew(form: URLSearchParams): Answer {
    const token = refresh.get(form.get('refresh_token') ?? '')
    if (!token || dead.has(token.chain)) return refuse('invalid_grant')
    if (token.spent) {
      dead.add(token.chain)
      return refuse('invalid_grant')
    }
    token.spent = settings.rotates
    return issue(token.chain)
  }

  function answerTo(path: string, form: URLSearchParams): Answer {
    if (path.endsWith('/usage')) return settings.usage
    if (form.get('client_id') !== 'foyer-test') return { status: 401, body: { error: 'invalid_client' } }
    if (path.endsWith('/device/code')) return begin()
    return form.get('grant_type') === DEVICE_GRANT ? redeem(form) : renew(form)
  }

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await readBody(req))
    const path = req.url ?? ''
    provider.onCall?.()
    calls.push({ path, form, authorization: req.headers.authorization })
    const found = disturbances.findIndex(one => path.endsWith(one.path))
    const [disturbance] = found < 0 ? [] : disturbances.splice(found, 1)
    const what = disturbance?.what
    if (what && 'drop' in what && what.drop === 'before') return void res.destroy()
    const { status, body } = what && 'instead' in what ? what.instead : answerTo(path, form)
    if (what && 'drop' in what) return void res.destroy()
    res.writeHead(status, { 'content-type': 'application/json' })
    res.end(typeof body === 'string' ? body : JSON.stringify(body))
  }

  const server = await serveHttp((req, res) => void handle(req, res))
  const origin = () => server.origin
  const set = (user_code: string, state: string) => {
    const code = codes.get(user_code)
    if (!code) throw new Error('no such code')
    code.state = state
  }

  const provider = {
    settings,
    calls,
    /** Called before each call is handled, for crash tests. */
    onCall: null as (() => void) | null,
    close: async () => server[Symbol.asyncDispose](),
    env: {
      APP_OAUTH_A_URL: `${server.origin}/a`,
      APP_OAUTH_A_CLIENT_ID: 'foyer-test',
      APP_OAUTH_A_API_URL: `${server.origin}/a/v1`,
      APP_OAUTH_A_USAGE_PATH: '/usage',
      APP_OAUTH_B_URL: `${server.origin}/b`,
      APP_OAUTH_B_CLIENT_ID: 'foyer-test',
      APP_OAUTH_B_CLIENT_SECRET: 'app-secret',
      APP_OAUTH_B_API_URL: `${server.origin}/b/v1`,
    },
    approve: (user_code: string) => set(user_code, 'approved'),
    deny: (user_code: string) => set(user_code, 'access_denied'),
    expire: (user_code: string) => set(user_code, 'expired_token'),
    /** The next call of this path is answered in this way. */
    next: (path: '/token' | '/device/code' | '/usage', what: Disturbance) =>
      void disturbances.push({ path, what }),
    polls: () => calls.filter(({ form }) => form.get('grant_type') === DEVICE_GRANT).length,
    renewals: () => calls.filter(({ form }) => form.get('grant_type') === 'refresh_token').length,
    /** How often a refresh token was shown that had been used before. */
    replays: () => dead.size,
    /** Everything the provider knows, for `restore`. */
    note: () => structuredClone({ codes, refresh, dead }),
    restore(noted: { codes: typeof codes; refresh: typeof refresh; dead: typeof dead }) {
      const { codes: old_codes, refresh: old_refresh, dead: old_dead } = structuredClone(noted)
      codes.clear()
      refresh.clear()
      dead.clear()
      for (const [key, value] of old_codes) codes.set(key, value)
      for (const [key, value] of old_refresh) refresh.set(key, value)
      for (const chain of old_dead) dead.add(chain)
    },
  }
  return provider
}

export type AccountProvider = Awaited<ReturnType<typeof startAccountProvider>>

/** A server with both providers, an admin and a user. */
export async function buildAiLinks(parts: { engine?: Engine; env?: Record<string, string> } = {}) {
  const provider = await startAccountProvider()
  afterTest(provider.close)
  const { fake, models } = createFakeModels()
  const { engine = 'sqlite', env = {} } = parts
  const overrides = { ai_models: models }
  const world = await buildWorld({ users: ['bob'], engine, env: { ...provider.env, ...env }, overrides })
  return { ...world, provider, fake }
}

type AiLinksWorld = Awaited<ReturnType<typeof buildAiLinks>>

export const OWN_A = '/api/ai/oauth-a'
export const OWN_B = '/api/ai/oauth-b'
export const SHARED_A = '/api/admin/ai/oauth-a'
export const DISCONNECTED = { available: true, reason: 'disconnected', connected: false, stale: false }
export const EARLY = '2026-11-15T09:00:00.000Z'
const USAGE = { windows: [{ label: '5 h', used_percent: 12.5 }] }
export const LINKED_A = {
  available: true,
  reason: '',
  connected: true,
  email: 'ana@example.org',
  plan_type: 'plus',
  usage: USAGE,
  model: 'default',
  updated_at: EARLY,
  stale: false,
}

export const beginLink = async (call: Call, path: string, body: object = {}) =>
  (await call('POST', `${path}/device/begin`, body)).body
export const readLink = async (call: Call, path: string, { flow_id }: { flow_id: string }) =>
  (await call('GET', `${path}/device/${flow_id}`)).body
export const statusOf = async (call: Call, path: string) => (await call('GET', `${path}/status`)).body

/** Links an account as a person with a phone would. */
export async function link({ provider }: AiLinksWorld, call: Call, path: string, body: object = {}) {
  const begun = await beginLink(call, path, body)
  provider.approve(begun.user_code)
  return { begun, flow: await readLink(call, path, begun) }
}

export const storedLinks = ({ app }: AiLinksWorld) =>
  app.database.read.selectFrom('ai_links').selectAll().execute()
export const storedFlows = ({ app }: AiLinksWorld) =>
  app.database.read.selectFrom('ai_device_flows').selectAll().execute()
