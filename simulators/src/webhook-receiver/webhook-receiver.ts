import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Answer, empty, json, type SimRequest, text } from '../kit/answer.ts'
import type { Faults } from '../kit/faults.ts'
import type { Journal } from '../kit/journal.ts'
import { isRecord } from '../kit/json.ts'
import { createSimServer } from '../kit/sim-server.ts'

export interface WebhookReceiverOptions {
  now: () => number
  port?: number | undefined
  journal_limit?: number | undefined
}

export interface ReceivedEvent {
  event: string
  title: string
  message: string
  url: string | undefined
  data: Record<string, unknown>
  /** Null: it carried no signature. */
  signed: 'rightly' | 'wrongly' | null
}

export interface WebhookReceiver {
  readonly name: string
  readonly url: string
  readonly journal: Journal
  readonly faults: Faults
  readonly routes: () => string[]
  /** Its address as people enter it, with a token in the path as such addresses have. */
  readonly hook_url: string
  received: () => readonly ReceivedEvent[]
  /** From now on only messages signed with this secret, and not older than five minutes, are taken. */
  requireSignature(secret: string): void
  close: () => Promise<void>
  assertClean: () => void
}

const FIELDS = new Set(['event', 'title', 'message', 'url', 'data'])
const MAX_AGE_SECONDS = 300
const SIGNATURE = /^t=(\d{10}),v1=([0-9a-f]{64})$/

/** A program of somebody's own that takes events as JSON. */
export async function startWebhookReceiver(options: WebhookReceiverOptions): Promise<WebhookReceiver> {
  const events: ReceivedEvent[] = []
  let secret: string | null = null
  const server = createSimServer({
    name: 'webhookReceiver',
    port: options.port,
    journal_limit: options.journal_limit,
    now: options.now,
    authorise: () => null,
    notFound: () => text('no such hook', 404),
    refuse: status => text('out of order', status),
    refuseKey: () => text('who are you', 401),
  })
  server.route('POST /hooks/:token', receive, 'open')

  function receive(request: SimRequest): Answer {
    const event = readEvent(request.body)
    if (!event || !/^application\/json\b/.test(request.headers['content-type'] ?? '')) {
      return json({ error: 'not an event' }, 400)
    }
    const signed = check(request)
    if (secret !== null && signed !== 'rightly') return json({ error: 'signature' }, 401)
    events.push({ ...event, signed })
    return empty(204)
  }

  function check({ headers, raw_body }: SimRequest): ReceivedEvent['signed'] {
    const given = headers['foyer-signature']
    if (typeof given !== 'string') return null
    const [, time = '', digest = ''] = SIGNATURE.exec(given) ?? []
    const age = Math.abs(options.now() / 1000 - Number(time))
    const wanted = createHmac('sha256', secret ?? '')
      .update(`${time}.${raw_body}`)
      .digest()
    const found = Buffer.from(digest, 'hex')
    const same = found.length === wanted.length && timingSafeEqual(found, wanted)
    return same && age <= MAX_AGE_SECONDS ? 'rightly' : 'wrongly'
  }

  await server.listen()
  return {
    name: server.name,
    url: server.url,
    journal: server.journal,
    faults: server.faults,
    routes: server.routes,
    hook_url: `${server.url}/hooks/5f2c9d`,
    received: () => events,
    requireSignature(wanted) {
      secret = wanted
    },
    close: server.close,
    assertClean: server.assertClean,
  }
}

function readEvent(body: unknown): Omit<ReceivedEvent, 'signed'> | null {
  if (!isRecord(body) || Object.keys(body).some(name => !FIELDS.has(name))) return null
  const { event, title, message, url, data } = body
  if (typeof event !== 'string' || typeof title !== 'string' || typeof message !== 'string') return null
  if (!isRecord(data) || (url !== undefined && typeof url !== 'string')) return null
  return { event, title, message, url, data }
}
