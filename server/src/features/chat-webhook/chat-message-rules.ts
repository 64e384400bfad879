import type { MediaType } from '@foyer/contract/instances/instance-types'
import type { AlertData, AlertRecord } from '#features/notifications/index.ts'
import { publicPoster } from '#kit/public-poster.ts'
import type { Message, MessageField } from '#ports/message-sender.ts'
import type { RequestFormat, RequestRecord } from '#ports/request-record.ts'

const KIND: Record<MediaType, string> = { movie: 'Movie', tv: 'Show', book: 'Book', music: 'Album' }
const FORMAT = { ebook: 'E-book', audiobook: 'Audiobook' } as const

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
  /** The address of this server with its base path; null: none is configured. */
  server_url: string | null
  /** Where posters are fetched from; only https is passed on, because others fetch it too. */
  image_url: string
}

/** What the room reads about a new request. */
export function messageOf({ type, data, created_at }: AlertRecord, context: MessageContext): Message {
  const { server_url } = context
  const isPending = type === 'request_pending'
  const poster = publicPoster(data.poster_path, context.image_url)
  return {
    event: type,
    title: data.title ?? 'New request',
    body: bodyOf(data, isPending),
    ...(server_url !== null && { url: isPending ? `${server_url}/approvals` : `${server_url}/` }),
    ...(poster !== null && { image_url: poster }),
    fields: fieldsOf(data, isPending),
    occurred_at: created_at,
    data: { ...data },
  }
}

function bodyOf(data: AlertData, isPending: boolean): string {
  const state = isPending ? 'New request. It needs approval.' : 'New request. It was approved automatically.'
  // C69: a title that no provider confirmed is the requester's.
  return data.title_unverified ? `${state} The title was entered by the requester.` : state
}

function fieldsOf(data: AlertData, isPending: boolean): MessageField[] {
  const { username, media_type, instance_name, book_formats } = data
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Requested by', username],
    ['Type', media_type && KIND[media_type]],
    ['Status', isPending ? 'Needs approval' : 'Approved automatically'],
    ['Formats', book_formats],
    ['Library', instance_name],
  ]
  return facts.flatMap(([name, value]) => (value ? [{ name, value }] : []))
}

/** 2/4.10: the fixed sample of a test. */
export function sampleMessage(now: string): Message {
  return {
    event: 'test',
    title: 'Test message',
    body: 'Foyer can post to this channel. New requests will look like this.',
    fields: [
      { name: 'Requested by', value: 'A member' },
      { name: 'Type', value: 'Movie' },
      { name: 'Status', value: 'Needs approval' },
    ],
    occurred_at: now,
    data: {},
  }
}
