import { type Answer, json, type SimRequest, text } from '../kit/answer.ts'
import type { Faults } from '../kit/faults.ts'
import { hexOf } from '../kit/ids.ts'
import type { Journal } from '../kit/journal.ts'
import { createSimServer } from '../kit/sim-server.ts'
import { SECOND_MS } from '../kit/time.ts'
import type { AccountSide, AccountTokens, ModelAccount, TokenPair, UsageWindow } from './account-tokens.ts'

export interface ModelAccountsOptions {
  now: () => number
  seed: string
  account_tokens: AccountTokens
  port?: number | undefined
  journal_limit?: number | undefined
}

export interface ModelAccounts {
  readonly name: string
  readonly url: string
  readonly urls: Record<AccountSide, string>
  readonly client_ids: Record<AccountSide, string>
  readonly journal: Journal
  readonly faults: Faults
  readonly routes: () => string[]
  /** The person allows it on the provider's page. False when no code of this text is waiting. */
  approve(user_code: string, account?: Partial<ModelAccount>): boolean
  deny(user_code: string): boolean
  /** The code's time is over. */
  expire(user_code: string): boolean
  /** Codes that wait for somebody, the oldest first. */
  pending: () => string[]
  /** The person ends the link on the provider's side. */
  revoke(email: string): void
  /** Ends every access token; refresh tokens stay. */
  expireAccess: () => void
  /** How long access tokens live that are given from now on; an hour unless said otherwise. */
  setLifetime(seconds: number): void
  /** Leaves `expires_in` out of token answers. */
  omitExpiry(omitted: boolean): void
  /** Renewals are refused with 403: the plan does not include it. */
  gateRenewals(gated: boolean): void
  /** Asks for a client secret from now on. */
  requireSecret(side: AccountSide, secret: string): void
  setUsage(windows: readonly UsageWindow[]): void
  /** In order: `a device` for each poll, `b refresh_token` for each renewal. */
  grants: () => string[]
  close: () => Promise<void>
  assertClean: () => void
}

interface DeviceCode {
  side: AccountSide
  user_code: string
  state: 'pending' | 'approved' | 'denied' | 'used'
  account: ModelAccount
  expires_at: number
  polled_at: number | null
  interval: number
}

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'
const DEVICE_SECONDS = 900
const POLL_SECONDS = 5
const ACCOUNTS: Record<AccountSide, ModelAccount> = {
  a: { email: 'ana@example.test', plan: 'plus' },
  b: { email: 'ben@example.test', plan: 'supergrok' },
}

/** The device flow (RFC 8628) of the two providers whose accounts can be linked: `/a` and `/b`. */
export async function startModelAccounts(options: ModelAccountsOptions): Promise<ModelAccounts> {
  const { now, account_tokens: tokens } = options
  const client_ids = { a: 'foyer-device-a', b: 'foyer-device-b' }
  const secrets: Partial<Record<AccountSide, string>> = {}
  const devices = new Map<string, DeviceCode>()
  const grants: string[] = []
  let count = 0
  let is_expiry_omitted = false
  let are_renewals_gated = false

  const server = createSimServer({
    name: 'modelAccounts',
    port: options.port,
    journal_limit: options.journal_limit,
    now,
    authorise: () => null,
    notFound: () => json({ error: 'not_found' }, 404),
    refuse: status => json({ error: status >= 500 ? 'server_error' : 'invalid_request' }, status),
    refuseKey: () => refused('invalid_client', 401),
  })

  function clientRefusal(side: AccountSide, request: SimRequest, form: URLSearchParams): Answer | null {
    const { id, secret } = clientOf(request, form)
    if (id !== client_ids[side]) return refused('invalid_client', 401)
    return secrets[side] === undefined || secret === secrets[side] ? null : refused('invalid_client', 401)
  }

  function begin(side: AccountSide, form: URLSearchParams): Answer {
    if (!form.get('scope')) return refused('invalid_scope')
    count += 1
    const device_code = `dc-${side}-${hexOf(`${options.seed}:device:${count}`, 20)}`
    const user_code = `${side === 'a' ? 'ABCD' : 'WXYZ'}-${1000 + count}`
    devices.set(device_code, {
      side,
      user_code,
      state: 'pending',
      account: ACCOUNTS[side],
      expires_at: now() + DEVICE_SECONDS * SECOND_MS,
      polled_at: null,
      interval: POLL_SECONDS,
    })
    const verification_uri = `${server.url}/${side}/device`
    return json({
      device_code,
      user_code,
      verification_uri,
      verification_uri_complete: `${verification_uri}?user_code=${user_code}`,
      expires_in: DEVICE_SECONDS,
      interval: POLL_SECONDS,
    })
  }

  function redeemDevice(side: AccountSide, form: URLSearchParams): Answer {
    const device = devices.get(form.get('device_code') ?? '')
    if (device?.side !== side || device.state === 'used') return refused('invalid_grant')
    if (now() >= device.expires_at) return refused('expired_token')
    if (device.state === 'denied') return refused('access_denied')
    const is_early = device.polled_at !== null && now() - device.polled_at < device.interval * SECOND_MS
    device.polled_at = now()
    if (is_early) {
      device.interval += 5
      return refused('slow_down')
    }
    if (device.state === 'pending') return refused('authorization_pending')
    device.state = 'used'
    return tokenAnswer(tokens.link(side, device.account, client_ids[side]))
  }

  function redeemRefresh(side: AccountSide, form: URLSearchParams): Answer {
    if (are_renewals_gated)
      return json({ error: 'access_denied', error_description: 'Your plan does not include this.' }, 403)
    const pair = tokens.renew(side, form.get('refresh_token') ?? '', client_ids[side])
    return pair ? tokenAnswer(pair) : refused('invalid_grant')
  }

  function tokenAnswer(pair: TokenPair): Answer {
    const { expires_in, ...rest } = pair
    return json({
      ...rest,
      token_type: 'Bearer',
      scope: 'openid profile email offline_access',
      ...(!is_expiry_omitted && { expires_in }),
    })
  }

  function redeem(side: AccountSide, form: URLSearchParams): Answer {
    const grant = form.get('grant_type') ?? ''
    grants.push(`${side} ${grant === DEVICE_GRANT ? 'device' : grant}`)
    if (grant === DEVICE_GRANT) return redeemDevice(side, form)
    return grant === 'refresh_token' ? redeemRefresh(side, form) : refused('unsupported_grant_type')
  }

  function waiting(user_code: string): DeviceCode | undefined {
    return [...devices.values()].find(one => one.user_code === user_code && one.state === 'pending')
  }

  function approve(user_code: string, account: Partial<ModelAccount> = {}): boolean {
    const device = waiting(user_code)
    if (!device) return false
    device.state = 'approved'
    device.account = { ...device.account, ...account }
    return true
  }

  for (const side of ['a', 'b'] as const) {
    const asForm = (handle: (form: URLSearchParams) => Answer) => (request: SimRequest) => {
      const type = request.headers['content-type'] ?? ''
      if (!type.startsWith('application/x-www-form-urlencoded')) return refused('invalid_request')
      const form = new URLSearchParams(request.raw_body)
      return clientRefusal(side, request, form) ?? handle(form)
    }
    server.route(
      `POST /${side}/device/code`,
      asForm(form => begin(side, form)),
      'open',
    )
    server.route(
      `POST /${side}/token`,
      asForm(form => redeem(side, form)),
      'open',
    )
    server.route(`GET /${side}/device`, request => text(page(request, approve)), 'open')
  }
  server.route('GET /a/usage', request =>
    tokens.usage(/^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''),
  )
  await server.listen()

  return {
    name: server.name,
    url: server.url,
    urls: { a: `${server.url}/a`, b: `${server.url}/b` },
    client_ids,
    journal: server.journal,
    faults: server.faults,
    routes: server.routes,
    approve,
    deny(user_code) {
      const device = waiting(user_code)
      if (device) device.state = 'denied'
      return device !== undefined
    },
    expire(user_code) {
      const device = waiting(user_code)
      if (device) device.expires_at = now()
      return device !== undefined
    },
    pending: () =>
      [...devices.values()]
        .filter(one => one.state === 'pending' && now() < one.expires_at)
        .map(one => one.user_code),
    revoke: tokens.revoke,
    expireAccess: tokens.expireAccess,
    setLifetime: tokens.setLifetime,
    omitExpiry(omitted) {
      is_expiry_omitted = omitted
    },
    gateRenewals(gated) {
      are_renewals_gated = gated
    },
    requireSecret(side, secret) {
      secrets[side] = secret
    },
    setUsage: tokens.setUsage,
    grants: () => [...grants],
    close: server.close,
    assertClean: server.assertClean,
  }
}

/** In the form, or as HTTP Basic (RFC 6749 2.3.1). */
function clientOf(request: SimRequest, form: URLSearchParams): { id: string; secret: string } {
  const basic = /^Basic (.+)$/.exec(request.headers.authorization ?? '')?.[1]
  if (basic === undefined) return { id: form.get('client_id') ?? '', secret: form.get('client_secret') ?? '' }
  const [id = '', secret = ''] = Buffer.from(basic, 'base64').toString().split(':').map(decodeURIComponent)
  return { id, secret }
}

/** The page where a person types the code; here it says yes at once. */
function page(request: SimRequest, approve: (code: string) => boolean): string {
  const code = request.query.get('user_code')
  if (code === null) return 'Add ?user_code= and the code that Foyer shows.'
  return approve(code) ? 'Connected. Go back to Foyer.' : 'This code is not known.'
}

function refused(error: string, status = 400): Answer {
  return json({ error, error_description: `refused: ${error}` }, status)
}
