import type { JsonRecord } from '../kit/json.ts'

export interface WebhookTarget {
  url: string
  method: 'POST' | 'PUT'
  username: string
  password: string
  headers: { key: string; value: string }[]
}

export interface SentWebhook {
  event: string
  url: string
  payload: JsonRecord
  /** The answer's status; null when none came. */
  status: number | null
}

export interface Webhooks {
  sent: readonly SentWebhook[]
  /** Sends now and tells the answer: the test that saving a connection makes. */
  deliver: (target: WebhookTarget, payload: JsonRecord) => Promise<SentWebhook>
  /** Sends in the background: one try, no order, no signature (servarr-common.md, 9). */
  post: (target: WebhookTarget, payload: JsonRecord) => void
  /** Resolves when nothing is on its way. */
  idle: () => Promise<void>
}

// The product waits 100 s; a test that gets this far has failed anyway.
const TIMEOUT_MS = 10_000
const KEPT = 1000

export function createWebhooks(): Webhooks {
  const sent: SentWebhook[] = []
  const underWay = new Set<Promise<unknown>>()

  async function deliver(target: WebhookTarget, payload: JsonRecord): Promise<SentWebhook> {
    const record: SentWebhook = {
      event: String(payload['eventType']),
      url: target.url,
      payload,
      status: null,
    }
    sent.push(record)
    if (sent.length > KEPT) sent.shift()
    try {
      const response = await fetch(target.url, {
        method: target.method,
        headers: headersFor(target),
        body: JSON.stringify(payload),
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      await response.arrayBuffer()
      record.status = response.status
    } catch {
      // No answer is an outcome, not a fault of the simulator: status stays null.
    }
    return record
  }

  return {
    sent,
    deliver,
    post(target, payload) {
      const sending = deliver(target, payload).finally(() => underWay.delete(sending))
      underWay.add(sending)
    },
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}

function headersFor(target: WebhookTarget): Record<string, string> {
  const headers: Record<string, string> = { 'content-type': 'application/json', accept: 'application/json' }
  if (target.username || target.password) {
    const pair = Buffer.from(`${target.username}:${target.password}`).toString('base64')
    headers['authorization'] = `Basic ${pair}`
  }
  for (const { key, value } of target.headers) headers[key] = value
  return headers
}
