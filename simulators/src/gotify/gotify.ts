import { type Answer, json, Refused, type SimRequest } from '../kit/answer.ts'
import { asRecord, isRecord } from '../kit/json.ts'
import { createSimServer } from '../kit/sim-server.ts'
import { openSimulator, type Simulator, type SimulatorOptions } from '../kit/simulator.ts'

export interface GotifyMessage {
  id: number
  title: string
  message: string
  priority: number
  /** Opened when the notification is touched. */
  click_url: string | undefined
  image_url: string | undefined
}

export interface Gotify extends Simulator {
  /** Of the one application it has. */
  readonly app_token: string
  messages: () => readonly GotifyMessage[]
}

const FIELDS = new Set(['title', 'message', 'priority', 'extras'])
const EXTRAS = new Set(['client::display', 'client::notification'])

/** Gotify server 2: applications push with a token of their own, in a header. */
export async function startGotify(options: SimulatorOptions): Promise<Gotify> {
  const app_token = 'AbCdEf0123-Gotify'
  const kept: GotifyMessage[] = []
  const server = createSimServer({
    ...options,
    name: 'gotify',
    authorise: ({ headers }) => (headers['x-gotify-key'] === app_token ? null : refuseKey()),
    notFound: () => error(404, 'Not Found', 'page not found'),
    refuse: status => error(status, 'Simulated', 'the server is not well'),
    refuseKey,
    // Served below a path as well, as behind a reverse proxy.
    rewrite: path => path.replace(/^\/push\//, '/'),
  })
  server.route('POST /message', ({ body }: SimRequest) => {
    const message = { id: kept.length + 1, ...readMessage(body) }
    kept.push(message)
    const { id, title, priority } = message
    const date = new Date(options.now()).toISOString()
    return json({ id, appid: 1, title, message: message.message, priority, date })
  })
  return {
    ...(await openSimulator(server)),
    app_token,
    messages: () => kept,
  }
}

function error(status: number, words: string, description: string): Answer {
  return json({ error: words, errorCode: status, errorDescription: description }, status)
}

function refuseKey(): Answer {
  return error(401, 'Unauthorized', 'you need to provide a valid access token or user credentials')
}

function readMessage(body: unknown): Omit<GotifyMessage, 'id'> {
  const invalid = (why: string) => new Refused(error(400, 'Bad Request', why))
  if (!isRecord(body)) throw invalid('body is not JSON')
  const { title, message, priority, extras } = body
  const { 'client::display': display, 'client::notification': notification } = asRecord(extras)
  const stray = [
    ...Object.keys(body).filter(name => !FIELDS.has(name)),
    ...Object.keys(asRecord(extras)).filter(name => !EXTRAS.has(name)),
  ]
  if (stray.length > 0) throw invalid(`unknown field ${stray.join(', ')}`)
  if (typeof message !== 'string' || message === '') throw invalid("Field 'message' is required")
  if (typeof title !== 'string' || typeof priority !== 'number') throw invalid('title or priority missing')
  if (asRecord(display)['contentType'] !== 'text/plain') throw invalid('not marked as plain text')
  const url = asRecord(asRecord(notification)['click'])['url']
  const image = asRecord(notification)['bigImageUrl']
  return {
    title,
    message,
    priority,
    click_url: typeof url === 'string' ? url : undefined,
    image_url: typeof image === 'string' ? image : undefined,
  }
}
