import { type Answer, empty, json, type SimRequest, text } from '../kit/answer.ts'
import { asList, asRecord, type JsonRecord, textIn } from '../kit/json.ts'
import { createSimServer } from '../kit/sim-server.ts'
import { openSimulator, type Simulator, type SimulatorOptions } from '../kit/simulator.ts'
import { findFormProblem } from './discord-form.ts'

/** Forums take posts with a title only, so a plain message to one is refused. */
type ChannelKind = 'text' | 'forum'

export interface Webhook {
  id: string
  token: string
  /** At the address of this simulator, without a version. */
  url: string
  channel_id: string
  channel: ChannelKind
}

/** A message as its channel shows it. */
export interface PostedMessage {
  id: string
  webhook_id: string
  content: string
  embeds: JsonRecord[]
  allowed_mentions: unknown
  mention_everyone: boolean
  at: number
}

export interface RateLimit {
  /** So many messages … */
  limit: number
  /** … in so many milliseconds. */
  window_ms: number
}

export interface Discord extends Simulator {
  /** A webhook of a text channel that is always there. */
  readonly webhook: Webhook
  addWebhook(channel?: ChannelKind): Webhook
  /** Somebody deleted it in Discord. */
  removeWebhook(id: string): void
  /** Everything that was posted, in order; of one webhook only, if given. */
  messages: (webhook_id?: string) => PostedMessage[]
  /** For every webhook from now on; five in two seconds before. */
  setRateLimit(limit: RateLimit): void
  /** From now on every call is answered 429 with a page of HTML, as for an address that misbehaved. */
  ban(is_banned: boolean): void
}

/** The pattern under which every call to a webhook is found, whatever version it named. */
const EXECUTE = 'POST /api/webhooks/:id/:token'
const DEFAULT_LIMIT: RateLimit = { limit: 5, window_ms: 2000 }
const BUCKET = 'b1d5f8c2e07a4f3d9a6c'

/** The incoming webhooks of Discord, API version 10, as discord-webhook.md describes them. */
export async function startDiscord(options: SimulatorOptions): Promise<Discord> {
  const { now } = options
  const webhooks = new Map<string, Webhook>()
  const posted: PostedMessage[] = []
  /** When the messages of each webhook's current window were posted. */
  const windows = new Map<string, { until: number; used: number }>()
  let rate = DEFAULT_LIMIT
  let isBanned = false

  const server = createSimServer({
    ...options,
    name: 'discord',
    // The token in the path is the only credential.
    authorise: () => null,
    notFound: () => error(404, 0, '404: Not Found'),
    refuse: status => (status === 429 ? limited(0.65, false) : error(status, 0, `${status}: Not well`)),
    refuseKey: () => error(401, 50027, 'Invalid Webhook Token'),
    rewrite: path => (isBanned ? bannedPage() : path.replace(/^\/api\/v\d+\//, '/api/')),
  })

  server.route('GET /api/webhooks/:id/:token', request => {
    const webhook = find(request)
    return 'status' in webhook ? webhook : json(describe(webhook))
  })
  server.route(EXECUTE, request => {
    const webhook = find(request)
    return 'status' in webhook ? webhook : execute(webhook, request)
  })

  function find({ params }: SimRequest): Webhook | Answer {
    const webhook = webhooks.get(params['id'] ?? '')
    if (!webhook) return error(404, 10015, 'Unknown Webhook')
    return webhook.token === params['token'] ? webhook : error(401, 50027, 'Invalid Webhook Token')
  }

  function execute(webhook: Webhook, { body, query }: SimRequest): Answer {
    const window = take(webhook.id)
    if (!window) return limitedBy(webhook.id)
    const problem = findFormProblem(body)
    if (problem?.code === 50006) return error(400, 50006, 'Cannot send an empty message')
    if (problem) return json({ message: 'Invalid Form Body', ...problem }, 400)
    if (webhook.channel === 'forum' && !query.has('thread_id') && !textIn(asRecord(body), 'thread_name')) {
      return error(400, 220001, 'Webhooks posted to forum channels must have a thread_name or thread_id')
    }
    const message = post(webhook, asRecord(body))
    const headers = rateHeaders(window)
    return query.get('wait') === 'true'
      ? json(show(message, webhook), 200, headers)
      : { ...empty(204), headers }
  }

  function post(webhook: Webhook, body: JsonRecord): PostedMessage {
    const content = textIn(body, 'content') ?? ''
    const allowed = body['allowed_mentions']
    const message: PostedMessage = {
      id: String(1_310_000_000_000_000_001n + BigInt(posted.length)),
      webhook_id: webhook.id,
      content,
      embeds: asList(body['embeds']).map(asRecord),
      allowed_mentions: allowed,
      mention_everyone:
        content.includes('@everyone') && asList(asRecord(allowed)['parse']).includes('everyone'),
      at: now(),
    }
    posted.push(message)
    return message
  }

  /** The window with this message in it, or null when it is full. */
  function take(id: string) {
    const found = windows.get(id)
    const window = found && found.until > now() ? found : { until: now() + rate.window_ms, used: 0 }
    windows.set(id, window)
    if (window.used >= rate.limit) return null
    window.used += 1
    return window
  }

  function rateHeaders({ until, used }: { until: number; used: number }): Record<string, string> {
    return {
      'x-ratelimit-limit': String(rate.limit),
      'x-ratelimit-remaining': String(Math.max(0, rate.limit - used)),
      'x-ratelimit-reset': (until / 1000).toFixed(3),
      'x-ratelimit-reset-after': ((until - now()) / 1000).toFixed(3),
      'x-ratelimit-bucket': BUCKET,
    }
  }

  function limitedBy(id: string): Answer {
    const window = windows.get(id) ?? { until: now(), used: rate.limit }
    const seconds = Math.max(0, window.until - now()) / 1000
    const answer = limited(seconds, false)
    return { ...answer, headers: { ...answer.headers, ...rateHeaders(window), 'x-ratelimit-scope': 'user' } }
  }

  function addWebhook(channel: ChannelKind = 'text'): Webhook {
    const number = webhooks.size + 1
    const id = String(1_250_000_000_000_000_000n + BigInt(number))
    // As long as a real one, and as random to the eye.
    const token = `sim-${number}_${'q7Wv2KdXr9LmTz4B'.repeat(4)}`.slice(0, 68)
    const webhook: Webhook = {
      id,
      token,
      channel_id: String(1_200_000_000_000_000_000n + BigInt(number)),
      channel,
      get url() {
        return `${server.url}/api/webhooks/${id}/${token}`
      },
    }
    webhooks.set(id, webhook)
    return webhook
  }

  return {
    ...(await openSimulator(server)),
    webhook: addWebhook(),
    addWebhook,
    removeWebhook: id => void webhooks.delete(id),
    messages: webhook_id => posted.filter(one => webhook_id === undefined || one.webhook_id === webhook_id),
    setRateLimit(limit) {
      rate = limit
    },
    ban(is_banned) {
      isBanned = is_banned
    },
  }
}

function error(status: number, code: number, message: string): Answer {
  return json({ message, code }, status)
}

/** The header has whole seconds, the body a fraction. */
function limited(seconds: number, global: boolean): Answer {
  const body = { message: 'You are being rate limited.', retry_after: seconds, global }
  return json(body, 429, { 'retry-after': String(Math.ceil(seconds)) })
}

function bannedPage(): Answer {
  return text('<!doctype html><title>Access denied | discord.com</title>', 429, 'text/html; charset=UTF-8')
}

function describe({ id, token, channel_id }: Webhook): JsonRecord {
  return {
    id,
    type: 1,
    guild_id: '1190000000000000001',
    channel_id,
    name: 'Requests',
    avatar: null,
    token,
    application_id: null,
  }
}

function show({ id, content, embeds, mention_everyone, at }: PostedMessage, webhook: Webhook): JsonRecord {
  return {
    id,
    type: 0,
    content,
    channel_id: webhook.channel_id,
    author: {
      id: webhook.id,
      username: 'Requests',
      global_name: null,
      avatar: null,
      discriminator: '0000',
      primary_guild: null,
      public_flags: 0,
      flags: 0,
      bot: true,
    },
    embeds: embeds.map(embed => ({ type: 'rich', ...embed })),
    mentions: [],
    mention_roles: [],
    attachments: [],
    components: [],
    pinned: false,
    mention_everyone,
    tts: false,
    timestamp: new Date(at).toISOString(),
    edited_timestamp: null,
    flags: 0,
    webhook_id: webhook.id,
  }
}
