import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Answer, empty, json, type SimRequest, text } from '../kit/answer.ts'
import { isRecord } from '../kit/json.ts'
import { createSimServer } from '../kit/sim-server.ts'
import { openSimulator, type Simulator, type SimulatorOptions } from '../kit/simulator.ts'

export interface ReceivedEvent {
  event: string
  title: string
  message: string
  url: string | undefined
  data: Record<string, unknown>
  /** Null: it carried no signature. */
  signed: 'rightly' | 'wrongly' | null
}

/** What arrived at the address for any JSON. */
export interface ReceivedBody {
  /** As it was sent. */
  raw: string
  signed: ReceivedEvent['signed']
}

export interface WebhookReceiver extends Simulator {
  /** Its address as people enter it, with a token in the path as such addresses have. */
  readonly hook_url: string
  received: () => readonly ReceivedEvent[]
  /** Another address, which takes any JSON, as programs do that have a form of their own. */
  readonly any_json_url: string
  bodies: () => readonly ReceivedBody[]
  /** From now on only messages signed with this secret, and not older than five minutes, are taken. */
  requireSignature(secret: string): void
}

const FIELDS = new Set(['event', 'title', 'message', 'url', 'data'])
const MAX_AGE_SECONDS = 300
const SIGNATURE = /^t=(\d{10}),v1=([0-9a-f]{64})$/

/** A program of somebody's own that takes events as JSON. */
export async function startWebhookReceiver(options: SimulatorOptions): Promise<WebhookReceiver> {
  const events: ReceivedEvent[] = []
  const bodies: ReceivedBody[] = []
  let secret: string | null = null
  const server = createSimServer({
    ...options,
    name: 'webhookReceiver',
    authorise: () => null,
    notFound: () => text('no such hook', 404),
    refuse: status => text('out of order', status),
    refuseKey: () => text('who are you', 401),
  })
  server.route('POST /hooks/:token', receive, 'open')
  server.route('POST /any/:token', receiveAny, 'open')

  function receive(request: SimRequest): Answer {
    const event = readEvent(request.body)
    return take(request, event !== null, signed => void (event && events.push({ ...event, signed })))
  }

  function receiveAny(request: SimRequest): Answer {
    const { body, raw_body: raw } = request
    return take(request, body !== undefined, signed => void bodies.push({ raw, signed }))
  }

  function take(
    request: SimRequest,
    isUnderstood: boolean,
    keep: (signed: ReceivedEvent['signed']) => void,
  ): Answer {
    if (!isUnderstood || !/^application\/json\b/.test(request.headers['content-type'] ?? '')) {
      return json({ error: 'not an event' }, 400)
    }
    const signed = check(request)
    if (secret !== null && signed !== 'rightly') return json({ error: 'signature' }, 401)
    keep(signed)
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

  return {
    ...(await openSimulator(server)),
    hook_url: `${server.url}/hooks/5f2c9d`,
    received: () => events,
    any_json_url: `${server.url}/any/5f2c9d`,
    bodies: () => bodies,
    requireSignature(wanted) {
      secret = wanted
    },
  }
}

function readEvent(body: unknown): Omit<ReceivedEvent, 'signed'> | null {
  if (!isRecord(body) || Object.keys(body).some(name => !FIELDS.has(name))) return null
  const { event, title, message, url, data } = body
  if (typeof event !== 'string' || typeof title !== 'string' || typeof message !== 'string') return null
  if (!isRecord(data) || (url !== undefined && typeof url !== 'string')) return null
  return { event, title, message, url, data }
}
