import { type Answer, json, Refused, type SimRequest } from '../kit/answer.ts'
import { asRecord, isRecord } from '../kit/json.ts'
import { createSimServer } from '../kit/sim-server.ts'
import { openSimulator, type Simulator, type SimulatorOptions } from '../kit/simulator.ts'

export interface TelegramMessage {
  message_id: number
  chat_id: string
  /** As it was sent, with its markup. */
  html: string
  /** As people read it. */
  text: string
  /** The picture above or below the text. */
  preview_url: string | undefined
}

export interface Telegram extends Simulator {
  readonly bot_token: string
  /** A chat that the bot may write to. */
  addChat(id: string): void
  /** Its owner blocked the bot. */
  block(id: string): void
  /** So many more messages, then 429 with this delay until called again. Null: no limit. */
  limit(messages: number | null, retry_after?: number): void
  messages: (chat_id?: string) => TelegramMessage[]
}

const FIELDS = new Set(['chat_id', 'text', 'parse_mode', 'link_preview_options'])
const MAX_TEXT = 4096
const TAG = /<(\/?)([a-z]+)((?: [a-z]+="[^"<>]*")*)>/g
const ENTITIES = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' } as const

/** Telegram's Bot API 9 with one bot: `sendMessage` in HTML. The token is part of the path. */
export async function startTelegram(options: SimulatorOptions): Promise<Telegram> {
  const bot_token = '123456789:AAF-simulated-token_0123456789abcde'
  const kept: TelegramMessage[] = []
  const chats = new Map<string, 'open' | 'blocked'>([['987654321', 'open']])
  let left: number | null = null
  let delay = 30

  const server = createSimServer({
    ...options,
    name: 'telegram',
    authorise: () => null,
    notFound: () => error(404, 'Not Found'),
    refuse: status => error(status, status === 429 ? 'Too Many Requests' : 'Internal Server Error'),
    refuseKey: () => error(401, 'Unauthorized'),
  })
  server.route('POST /:bot/sendMessage', sendMessage, 'open')

  function sendMessage({ params, body }: SimRequest): Answer {
    const token = /^bot(\d+:[\w-]+)$/.exec(params['bot'] ?? '')?.[1]
    if (token === undefined) return error(404, 'Not Found')
    if (token !== bot_token) return error(401, 'Unauthorized')
    const message = readMessage(body)
    const chat = chats.get(message.chat_id)
    if (!chat) return error(400, 'Bad Request: chat not found')
    if (chat === 'blocked') return error(403, 'Forbidden: bot was blocked by the user')
    if (left === 0) {
      return error(429, `Too Many Requests: retry after ${delay}`, { retry_after: delay })
    }
    if (left !== null) left -= 1
    const message_id = kept.length + 1
    kept.push({ message_id, ...message })
    const date = Math.floor(options.now() / 1000)
    return json({ ok: true, result: { message_id, date, chat: { id: message.chat_id }, text: message.text } })
  }

  return {
    ...(await openSimulator(server)),
    bot_token,
    addChat: id => void chats.set(id, 'open'),
    block: id => void chats.set(id, 'blocked'),
    limit(messages, retry_after = 30) {
      left = messages
      delay = retry_after
    },
    messages: chat_id => kept.filter(one => chat_id === undefined || one.chat_id === chat_id),
  }
}

function error(status: number, description: string, parameters?: object): Answer {
  return json({ ok: false, error_code: status, description, ...(parameters && { parameters }) }, status)
}

function readMessage(body: unknown): Omit<TelegramMessage, 'message_id'> {
  const invalid = (why: string) => new Refused(error(400, `Bad Request: ${why}`))
  if (!isRecord(body)) throw invalid('message text is empty')
  const stray = Object.keys(body).find(name => !FIELDS.has(name))
  if (stray !== undefined) throw invalid(`unknown parameter ${stray}`)
  const { chat_id, text: html, parse_mode } = body
  if (typeof chat_id !== 'string' || chat_id === '') throw invalid('chat_id is empty')
  if (typeof html !== 'string' || html === '') throw invalid('message text is empty')
  if (parse_mode !== 'HTML') throw invalid('unsupported parse_mode')
  const text = plainText(html)
  if (text === null) throw invalid("can't parse entities")
  if (text.length > MAX_TEXT) throw invalid('message is too long')
  const { url } = asRecord(body['link_preview_options'])
  return { chat_id, html, text, preview_url: typeof url === 'string' ? url : undefined }
}

/** Null: markup that Telegram would refuse. */
function plainText(html: string): string | null {
  const open: string[] = []
  let sound = true
  const bare = html.replaceAll(TAG, (_tag, end: string, name: string) => {
    if (!['a', 'b', 'i', 'u', 's', 'code'].includes(name)) sound = false
    if (end === '') open.push(name)
    else if (open.pop() !== name) sound = false
    return ''
  })
  if (!sound || open.length > 0 || /[<>]/.test(bare) || /&(?!(?:lt|gt|amp|quot);)/.test(bare)) return null
  return bare.replaceAll(/&(?:lt|gt|amp|quot);/g, one => ENTITIES[one as keyof typeof ENTITIES])
}
