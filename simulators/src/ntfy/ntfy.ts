import { type Answer, json, Refused, type SimRequest, text } from '../kit/answer.ts'
import { hexOf } from '../kit/ids.ts'
import { createSimServer } from '../kit/sim-server.ts'
import { openSimulator, type Simulator, type SimulatorOptions } from '../kit/simulator.ts'

/** A message as subscribers of its topic get it. */
export interface NtfyMessage {
  id: string
  topic: string
  title: string | undefined
  message: string
  tags: string[]
  priority: number
  click: string | undefined
  attach: string | undefined
}

export interface Ntfy extends Simulator {
  /** What arrived, in order; of one topic if given. */
  messages: (topic?: string) => NtfyMessage[]
  /** From now on only these credentials may write to this topic. */
  protect(topic: string, credentials: { token?: string; user?: string; password?: string }): void
  /** So many more messages, then 429 until called again. Null: no limit. */
  limit(messages: number | null): void
}

const MAX_MESSAGE_BYTES = 4096

/** ntfy 2 (docs.ntfy.sh/publish): the text is posted to the address of its topic, and headers say the rest. */
export async function startNtfy(options: SimulatorOptions): Promise<Ntfy> {
  const kept: NtfyMessage[] = []
  const logins = new Map<string, Set<string>>()
  let left: number | null = null

  const server = createSimServer({
    ...options,
    name: 'ntfy',
    authorise: () => null,
    notFound: () => error(404, 40401, 'page not found'),
    refuse: status => error(status, status * 100, 'simulated'),
    refuseKey: () => error(401, 40101, 'unauthorized'),
  })
  // What a topic's address shows in a browser: nothing is published by opening it.
  server.route('GET /:topic', () => text('<!doctype html><title>ntfy web</title>', 200, 'text/html'), 'open')
  server.route('POST /:topic', publish, 'open')

  function publish(request: SimRequest): Answer {
    const { headers } = request
    const message = readMessage(request)
    const allowed = logins.get(message.topic)
    if (allowed && !headers.authorization) return error(403, 40301, 'forbidden')
    if (allowed && !allowed.has(headers.authorization ?? '')) return error(401, 40101, 'unauthorized')
    if (left === 0) return error(429, 42901, 'limit reached: too many requests')
    if (left !== null) left -= 1
    const id = hexOf(`ntfy:${kept.length}`, 12)
    kept.push({ ...message, id })
    const time = Math.floor(options.now() / 1000)
    return json({ ...message, id, time, expires: time + 43_200, event: 'message' })
  }

  return {
    ...(await openSimulator(server)),
    messages: topic => kept.filter(one => topic === undefined || one.topic === topic),
    protect(topic, { token, user, password }) {
      const known = logins.get(topic) ?? new Set()
      if (token !== undefined) known.add(`Bearer ${token}`)
      if (user !== undefined)
        known.add(`Basic ${Buffer.from(`${user}:${password ?? ''}`).toString('base64')}`)
      logins.set(topic, known)
    },
    limit(messages) {
      left = messages
    },
  }
}

function error(http: number, code: number, words: string): Answer {
  return json({ code, http, error: words, link: 'https://ntfy.sh/docs/publish/' }, http)
}

function readMessage({ params, headers, raw_body }: SimRequest): Omit<NtfyMessage, 'id'> {
  const invalid = (why: string) => new Refused(error(400, 40024, `invalid request: ${why}`))
  const header = (name: string) => decodeWords(headers[name]?.toString())
  const topic = params['topic'] ?? ''
  if (!/^[-_A-Za-z0-9]{1,64}$/.test(topic)) throw invalid('topic invalid')
  if (raw_body === '') throw invalid('message missing')
  if (Buffer.byteLength(raw_body) > MAX_MESSAGE_BYTES)
    throw new Refused(error(413, 41301, 'message too large'))
  const priority = Number(header('priority') ?? 3)
  if (![1, 2, 3, 4, 5].includes(priority)) throw invalid('priority invalid')
  const click = header('click')
  const attach = header('attach')
  for (const link of [click, attach])
    if (link !== undefined && !URL.canParse(link)) throw invalid('url invalid')
  const tags = header('tags')?.split(',') ?? []
  return { topic, message: raw_body, title: header('title'), tags, priority, click, attach }
}

/** RFC 2047, as far as ntfy's clients use it: one word, in base64. */
function decodeWords(text: string | undefined): string | undefined {
  return text?.replaceAll(/=\?utf-8\?b\?([^?]*)\?=/gi, (_word, code: string) =>
    Buffer.from(code, 'base64').toString('utf8'),
  )
}
