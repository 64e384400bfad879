import { z } from 'zod'
import type { Clock } from '#kit/clock.ts'
import type { OutboundAnswer, Transport } from '#kit/outbound.ts'
import { parseRetryAfter } from '#kit/retry-after.ts'
import type { Message, MessageOutcome, MessageSender } from '#ports/message-sender.ts'
import { outcomeOfStatus, postMessage } from '../message-post/message-post.ts'
import { textOf } from '../message-post/message-text.ts'

/** Telegram's Bot API 9, `sendMessage` (core.telegram.org/bots/api#sendmessage). */
const UPSTREAM = 'Telegram'

const Receipt = z.object({ ok: z.literal(true), result: z.object({ message_id: z.int() }) })
const Problem = z.object({
  description: z.string().optional(),
  parameters: z.object({ retry_after: z.number().optional() }).optional(),
})

/** Errors that are told apart by more than their status. */
const READ_STATUSES = [400, 401, 403, 404, 429]

/** Telegram's own advice: one message a second to a person, twenty a minute to a group. */
const PAUSE_MS = 1000
const GROUP_PAUSE_MS = 3000

export interface TelegramOptions {
  external: Pick<Transport, 'send'>
  /** `https://api.telegram.org`, or a Bot API server of one's own. */
  url: string
  clock: Pick<Clock, 'now'>
}

/** The address is the chat, the secret the bot's token. */
export function createTelegramSender({ external, url, clock }: TelegramOptions): MessageSender {
  return {
    async send({ address: chat_id, secret }, message, signal) {
      if (secret === null) return { kind: 'failed', reason: 'not_configured' }
      const pause_ms = /^\d+$/.test(chat_id) ? PAUSE_MS : GROUP_PAUSE_MS
      return postMessage(
        external,
        {
          upstream: UPSTREAM,
          url: `${url}/bot${encodeURIComponent(secret).replace('%3A', ':')}/sendMessage`,
          json: bodyOf(chat_id, message),
          accept_statuses: READ_STATUSES,
          signal,
        },
        answer => {
          if (answer.status >= 300) return problemOf(answer, clock.now())
          answer.json(Receipt)
          return { kind: 'sent', pause_ms }
        },
      )
    },
  }
}

function problemOf(answer: OutboundAnswer, now: Date): MessageOutcome {
  const problem = readProblem(answer)
  switch (answer.status) {
    case 429: {
      const after_ms = longestDelay([
        parseRetryAfter(answer.headers['retry-after'], now),
        secondsToMs(problem?.parameters?.retry_after),
      ])
      return { kind: 'retry', reason: 'rate_limited', ...(after_ms !== undefined && { after_ms }) }
    }
    // The token is part of the path: a malformed one is not found.
    case 401:
    case 404:
      return { kind: 'failed', reason: 'unauthorized' }
    case 400:
      return { kind: 'failed', reason: isNoChat(problem) ? 'not_found' : 'refused' }
    // The bot was blocked, or left the group.
    case 403:
      return { kind: 'failed', reason: 'refused' }
    default:
      return outcomeOfStatus(answer.status)
  }
}

const isNoChat = (problem: z.infer<typeof Problem> | null) =>
  /chat not found|chat_id is empty|PEER_ID_INVALID/i.test(problem?.description ?? '')

/** Null: a gateway answered in Telegram's place; the status says enough. */
function readProblem(answer: OutboundAnswer): z.infer<typeof Problem> | null {
  const parsed = z.string().transform(parseJson).pipe(Problem).safeParse(answer.text())
  return parsed.success ? parsed.data : null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function longestDelay(delays: readonly (number | undefined)[]): number | undefined {
  const known = delays.filter(one => one !== undefined)
  return known.length > 0 ? Math.max(...known) : undefined
}

const secondsToMs = (seconds: number | undefined) =>
  seconds === undefined ? undefined : Math.ceil(seconds * 1000)

function bodyOf(chat_id: string, message: Message) {
  const { title, url, image_url, link_text = 'Open in Foyer' } = message
  const link = url === undefined ? [] : ['', `<a href="${escape(url)}">${escape(link_text)}</a>`]
  return {
    chat_id,
    text: [`<b>${escape(title)}</b>`, escape(textOf(message)), ...link].join('\n'),
    parse_mode: 'HTML',
    link_preview_options:
      image_url === undefined ? { is_disabled: true } : { url: image_url, prefer_small_media: true },
  }
}

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escape(text: string): string {
  return text.replaceAll(/[&<>"]/g, one => ESCAPED[one] ?? one)
}
