import type { OutboundAnswer, Transport } from '#kit/outbound.ts'
import { isDoneUnread } from '#kit/upstream-fault.ts'
import type { GatewayNotice, GatewayReport, PushGateway } from '#ports/push-gateway.ts'
import { Enrolment, Report } from './push-gateway-wire.ts'

/** Any gateway that implements 1/4.14; there is no version beyond `v1` in the path. */
const UPSTREAM = 'The push gateway'
const TIMEOUT_MS = 30_000
const ENROL_TIMEOUT_MS = 15_000
const MAX_BYTES = 1024 * 1024
/** Enough to identify the problem with a device. */
const MAX_ERROR = 120

export interface PushGatewayOptions {
  external: Transport
  url: string
  /** Foyer's name at the gateway. */
  name: string
  enrol_token: string | undefined
}

interface Call {
  method: 'POST' | 'DELETE'
  path: string
  headers: Record<string, string | undefined>
  json: unknown
  idempotent: boolean
  timeout_ms?: number
  accept_statuses?: readonly number[]
  signal: AbortSignal | undefined
}

export function createPushGateway({ external, url, name, enrol_token }: PushGatewayOptions): PushGateway {
  const base = url.replace(/\/+$/, '')

  function call({ path, signal, timeout_ms = TIMEOUT_MS, ...rest }: Call): Promise<OutboundAnswer> {
    return external.send({
      upstream: UPSTREAM,
      url: `${base}${path}`,
      // No redirect is followed, whether or not the header looks like a credential.
      credential: true,
      timeout_ms,
      max_bytes: MAX_BYTES,
      ...rest,
      ...(signal && { signal }),
    })
  }

  const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

  return {
    async enrol(signal) {
      const headers = { 'x-enroll-token': enrol_token }
      const answer = await call({
        method: 'POST',
        path: '/v1/enroll',
        headers,
        json: { name },
        // A second enrolment creates another tenant, and nothing else.
        idempotent: true,
        timeout_ms: ENROL_TIMEOUT_MS,
        signal,
      })
      return answer.json(Enrolment)
    },

    async register(key, { user_id, device_id, platform, token }, signal) {
      const json = { user_id: String(user_id), device_id, platform, token }
      await call({
        method: 'POST',
        path: '/v1/devices',
        headers: bearer(key),
        json,
        idempotent: true,
        signal,
      })
    },

    async unregister(key, device_id, signal) {
      await call({
        method: 'DELETE',
        path: '/v1/devices',
        headers: bearer(key),
        json: { device_id },
        idempotent: true,
        accept_statuses: [404, 410],
        signal,
      })
    },

    async notify(key, user_id, notice, signal) {
      try {
        const answer = await call({
          method: 'POST',
          path: '/v1/notifications',
          headers: bearer(key),
          json: notification(user_id, notice),
          // Sending twice would notify twice.
          idempotent: false,
          signal,
        })
        return readReport(answer.json(Report))
      } catch (error) {
        // Any 2xx is a success, whatever its body (push.md, 1).
        if (isDoneUnread(error)) return null
        throw error
      }
    },
  }
}

function notification(user_id: number, { title, body, badge, collapse_id, data }: GatewayNotice) {
  return {
    to: { user_ids: [String(user_id)] },
    notification: { title, body, ...(badge !== undefined && { badge }) },
    data,
    options: { priority: 'high', ...(collapse_id !== undefined && { collapse_id }) },
  }
}

/** Shown to people: short, and without the device token. */
function cleanError(error: string | null | undefined, token: string | null | undefined): string | null {
  const text = token ? error?.replaceAll(token, '…') : error
  return text?.slice(0, MAX_ERROR) || null
}

/** Missing counts are taken from the rows. Null: there is no information. */
function readReport({ sent, failed, results }: Report): GatewayReport | null {
  if (sent === undefined && !results) return null
  const rows = (results ?? []).map(({ token, error, ...one }) => ({
    ...one,
    error: cleanError(error, token),
  }))
  const reached = rows.filter(one => one.ok).length
  return { sent: sent ?? reached, failed: failed ?? rows.length - reached, results: rows }
}
