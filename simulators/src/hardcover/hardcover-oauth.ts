import { type Answer, json, type SimRequest, text } from '../kit/answer.ts'
import type { SimServer } from '../kit/sim-server.ts'
import { DAY_MS, SECOND_MS } from '../kit/time.ts'

const ACCESS_SECONDS = 7 * 24 * 3600
const REFRESH_MS = 180 * DAY_MS
const DEVICE_SECONDS = 600
const POLL_SECONDS = 5
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

interface DeviceCode {
  user_code: string
  state: 'pending' | 'approved' | 'denied' | 'used'
  expires_at: number
  polled_at: number
}

interface RefreshToken {
  chain: number
  spent: boolean
  expires_at: number
}

interface AccessToken {
  chain: number
  expires_at: number
}

/** The device grant for public apps, with refresh tokens that turn at every use (hardcover.md, "OAuth"). */
export function createHardcoverOauth(options: { client_id: string; now: () => number }) {
  const { client_id, now } = options
  const devices = new Map<string, DeviceCode>()
  const access = new Map<string, AccessToken>()
  const refresh = new Map<string, RefreshToken>()
  const revoked = new Set<number>()
  const grants: string[] = []
  let count = 0
  let access_seconds = ACCESS_SECONDS

  function issue(chain: number): Answer {
    count += 1
    const pair = { access_token: `hc_at_${chain}_${count}`, refresh_token: `hc_rt_${chain}_${count}` }
    access.set(pair.access_token, { chain, expires_at: now() + access_seconds * SECOND_MS })
    refresh.set(pair.refresh_token, { chain, spent: false, expires_at: now() + REFRESH_MS })
    return json({ ...pair, token_type: 'Bearer', expires_in: access_seconds, scope: 'read:catalog' })
  }

  function begin(form: URLSearchParams, page: string): Answer {
    if (form.get('client_id') !== client_id) return refused('invalid_client', 401)
    if (!form.get('scope')) return refused('invalid_scope')
    count += 1
    const device_code = `device-${count}`
    const user_code = `ABCD-${String(1000 + count)}`
    const expires_at = now() + DEVICE_SECONDS * SECOND_MS
    devices.set(device_code, { user_code, state: 'pending', expires_at, polled_at: 0 })
    return json({
      device_code,
      user_code,
      verification_uri: page,
      verification_uri_complete: `${page}?user_code=${user_code}`,
      expires_in: DEVICE_SECONDS,
      interval: POLL_SECONDS,
    })
  }

  function redeemDevice(form: URLSearchParams): Answer {
    const device = devices.get(form.get('device_code') ?? '')
    if (!device || device.state === 'used') return refused('invalid_grant')
    if (now() >= device.expires_at) return refused('expired_token')
    if (device.state === 'denied') return refused('access_denied')
    const early = now() - device.polled_at < POLL_SECONDS * SECOND_MS
    device.polled_at = now()
    if (device.state === 'pending') return refused(early ? 'slow_down' : 'authorization_pending')
    device.state = 'used'
    count += 1
    return issue(count)
  }

  /** A token shown twice was stolen by somebody: the whole chain ends. */
  function redeemRefresh(form: URLSearchParams): Answer {
    const token = refresh.get(form.get('refresh_token') ?? '')
    if (!token || revoked.has(token.chain) || now() >= token.expires_at) return refused('invalid_grant')
    if (token.spent) {
      revoked.add(token.chain)
      return refused('invalid_grant')
    }
    token.spent = true
    return issue(token.chain)
  }

  function redeem(form: URLSearchParams): Answer {
    const grant = form.get('grant_type') ?? ''
    grants.push(grant === DEVICE_GRANT ? 'device' : grant)
    if (form.get('client_id') !== client_id) return refused('invalid_client', 401)
    if (grant === DEVICE_GRANT) return redeemDevice(form)
    return grant === 'refresh_token' ? redeemRefresh(form) : refused('unsupported_grant_type')
  }

  function decide(user_code: string, state: 'approved' | 'denied'): boolean {
    const device = [...devices.values()].find(one => one.user_code === user_code && one.state === 'pending')
    if (device) device.state = state
    return device !== undefined
  }

  return {
    /** In order: `device` for each poll, `refresh_token` for each renewal. */
    grants: () => [...grants],
    approve: (user_code: string) => decide(user_code, 'approved'),
    deny: (user_code: string) => decide(user_code, 'denied'),
    /** How long the access tokens given from now on live; a week when nobody says. */
    setLifetime: (seconds: number) => {
      access_seconds = seconds
    },
    /** Ends every access token, as a week does; refresh tokens stay. */
    expireAccess: () => access.clear(),
    /** Ends everything that was ever given to an app, as its owner may. */
    revokeAll: () => {
      for (const { chain } of refresh.values()) revoked.add(chain)
    },
    isValid(token: string): boolean {
      const found = access.get(token)
      return found !== undefined && !revoked.has(found.chain) && now() < found.expires_at
    },
    route(server: SimServer): void {
      const formOf = (request: SimRequest) => new URLSearchParams(request.raw_body)
      server.route('POST /oauth2/device', request => begin(formOf(request), `${server.url}/link`), 'open')
      server.route('POST /oauth2/token', request => redeem(formOf(request)), 'open')
      server.route('GET /link', request => text(page(request, code => decide(code, 'approved'))), 'open')
    },
  }
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
