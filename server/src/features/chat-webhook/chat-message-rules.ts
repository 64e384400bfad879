import type { AlertData, AlertRecord } from '#features/notifications/index.ts'
import { publicPoster } from '#kit/public-poster.ts'
import type { Message, MessageField } from '#ports/message-sender.ts'
import type { Texts } from '#texts/texts.ts'
import type { RequestFormat, RequestRecord } from '#ports/request-record.ts'

const FORMAT = { ebook: 'E-book', audiobook: 'Audiobook' } as const
const FORMATS = ['ebook', 'audiobook'] as const

/** The facts of a new request, as they were when it was submitted (2:4.10.2). */
export function alertDataOf(
  request: RequestRecord,
  { user_id, username }: { user_id: number; username: string },
  formats: readonly RequestFormat[],
): AlertData {
  const { id: request_id, media_type, tmdb_id, foreign_id, title, title_unverified, poster_path } = request
  const { instance_id, instance_name } = request
  const named = formats.filter(format => format !== '')
  return {
    request_id,
    media_type,
    title,
    ...(title_unverified && { title_unverified }),
    ...(tmdb_id !== null && { tmdb_id }),
    ...(foreign_id !== null && { foreign_id }),
    instance_id,
    instance_name,
    user_id,
    username,
    ...(named.length > 0 && { book_formats: named.map(format => FORMAT[format]).join(', ') }),
    ...(poster_path !== null && { poster_path }),
  }
}

export interface MessageContext {
  texts: Texts
  /** The address of this server with its base path; null: none is configured. */
  server_url: string | null
  /** Where posters are fetched from; only https is passed on, because others fetch it too. */
  image_url: string
}

/** What the room reads about a new request. */
export function messageOf({ type, data, created_at }: AlertRecord, context: MessageContext): Message {
  const { server_url, texts } = context
  const isPending = type === 'request_pending'
  const poster = publicPoster(data.poster_path, context.image_url)
  return {
    event: type,
    language: texts.language,
    title: data.title ?? texts.say('chat.new_request'),
    body: bodyOf(data, isPending, texts),
    ...(server_url !== null && { url: isPending ? `${server_url}/approvals` : `${server_url}/` }),
    ...(poster !== null && { image_url: poster }),
    fields: fieldsOf(data, isPending, texts),
    occurred_at: created_at,
    data: { ...data },
  }
}

function bodyOf(data: AlertData, isPending: boolean, texts: Texts): string {
  const state = texts.say(isPending ? 'chat.pending' : 'chat.auto_approved')
  // C69: a title that no provider confirmed is the requester's.
  return data.title_unverified ? `${state} ${texts.say('chat.unverified')}` : state
}

function fieldsOf(data: AlertData, isPending: boolean, texts: Texts): MessageField[] {
  const { username, media_type, instance_name, book_formats } = data
  const facts: readonly (readonly [string, string | undefined])[] = [
    [texts.say('chat.field.user'), username],
    [texts.say('chat.field.type'), media_type && texts.say(`chat.type.${media_type}`)],
    [
      texts.say('chat.field.status'),
      texts.say(isPending ? 'chat.status.pending' : 'chat.status.auto_approved'),
    ],
    [texts.say('chat.field.formats'), book_formats && formatsIn(book_formats, texts)],
    [texts.say('chat.field.library'), instance_name],
  ]
  return facts.flatMap(([name, value]) => (value ? [{ name, value }] : []))
}

/** They are stored in English words. */
function formatsIn(stored: string, texts: Texts): string {
  const words = stored.split(', ').map(word => {
    const format = FORMATS.find(one => FORMAT[one] === word)
    return format ? texts.say(`chat.format.${format}`) : word
  })
  return words.join(', ')
}

/** 2/4.10: the fixed sample of a test. */
export function sampleMessage(now: string, texts: Texts): Message {
  return {
    event: 'test',
    language: texts.language,
    title: texts.say('chat.test.heading'),
    body: texts.say('chat.test.body'),
    fields: [
      { name: texts.say('chat.field.user'), value: texts.say('chat.test.user') },
      { name: texts.say('chat.field.type'), value: texts.say('chat.type.movie') },
      { name: texts.say('chat.field.status'), value: texts.say('chat.status.pending') },
    ],
    occurred_at: now,
    data: {},
  }
}
