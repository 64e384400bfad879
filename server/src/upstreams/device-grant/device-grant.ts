import type { OutboundAnswer, Transport } from '#kit/outbound.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { DeviceAnswer, DeviceCode } from '#ports/device-grant.ts'
import { DeviceBegun, IssuedTokens, OauthRefusal } from './device-grant-wire.ts'

const TIMEOUT_MS = 15_000
const MAX_BYTES = 64 * 1024
const DEFAULT_LIFETIME_SECONDS = 900
const MAX_LIFETIME_SECONDS = 3600
const DEFAULT_INTERVAL_SECONDS = 5
const MAX_INTERVAL_SECONDS = 300
/** Providers differ in the status of an OAuth error; its code decides. */
const REFUSING_STATUSES = [400, 401, 403, 428]

const DEVICE_STATES: Record<string, Exclude<DeviceAnswer<unknown>['state'], 'granted'>> = {
  authorization_pending: 'pending',
  slow_down: 'slow_down',
  access_denied: 'denied',
  expired_token: 'expired',
}

interface DeviceGrantParts {
  external: Transport
  /** The product's name for messages and logs. */
  upstream: string
  device_url: string
  token_url: string
  client_id: string
  /** Undefined for a public app. */
  client_secret?: string | undefined
  scope: string
  /** Whether people may be sent to this page. */
  isTrustedPage(page: string): boolean
}

type Renewal =
  | { state: 'granted'; tokens: IssuedTokens }
  /** An explicit OAuth error. */
  | { state: 'refused'; status: number; error: string }

/** Links by a code (RFC 8628) and renewals (RFC 6749 §6). Throws UpstreamFault when there is no usable answer. */
export function createDeviceGrant(parts: DeviceGrantParts) {
  const { external, upstream, client_id, client_secret, scope } = parts

  function post(
    url: string,
    fields: Record<string, string>,
    accept_statuses: readonly number[],
  ): Promise<OutboundAnswer> {
    const form = { client_id, ...(client_secret !== undefined && { client_secret }), ...fields }
    return external.send({
      upstream,
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams(form).toString(),
      credential: true,
      accept_statuses,
      timeout_ms: TIMEOUT_MS,
      max_bytes: MAX_BYTES,
    })
  }

  const bad = ({ status }: OutboundAnswer) => new UpstreamFault({ upstream, kind: 'bad_answer', status })

  return {
    async begin(): Promise<DeviceCode> {
      const answer = await post(parts.device_url, { scope }, [])
      const { verification_uri, verification_uri_complete: complete, ...begun } = answer.json(DeviceBegun)
      if (!parts.isTrustedPage(verification_uri)) throw bad(answer)
      const seconds = begun.expires_in ?? DEFAULT_LIFETIME_SECONDS
      const interval = Math.ceil(begun.interval ?? DEFAULT_INTERVAL_SECONDS)
      return {
        device_code: begun.device_code,
        user_code: begun.user_code,
        verification_uri,
        ...(complete && parts.isTrustedPage(complete) && { verification_uri_complete: complete }),
        expires_in_ms: Math.min(seconds, MAX_LIFETIME_SECONDS) * 1000,
        interval_seconds: Math.min(Math.max(1, interval), MAX_INTERVAL_SECONDS),
      }
    },

    async redeem(device_code: string): Promise<DeviceAnswer<IssuedTokens>> {
      const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
      const answer = await post(parts.token_url, { grant_type, device_code }, REFUSING_STATUSES)
      if (!REFUSING_STATUSES.includes(answer.status)) {
        return { state: 'granted', tokens: answer.json(IssuedTokens) }
      }
      return { state: DEVICE_STATES[answer.json(OauthRefusal)] ?? 'failed' }
    },

    /** An error page of a proxy is a fault and no refusal: it must never disconnect an account. */
    async renew(refresh_token: string): Promise<Renewal> {
      const grant_type = 'refresh_token'
      const answer = await post(parts.token_url, { grant_type, refresh_token }, [400, 401])
      const { status } = answer
      if (status !== 400 && status !== 401) return { state: 'granted', tokens: answer.json(IssuedTokens) }
      return { state: 'refused', status, error: answer.json(OauthRefusal) }
    },
  }
}
