import { describe, expect, it } from 'vitest'
import type { AlertRecord } from '#features/notifications/index.ts'
import type { RequestRecord } from '#ports/request-record.ts'
import { textsIn } from '#texts/texts.ts'
import { alertDataOf, type MessageContext, messageOf } from './chat-message-rules.ts'

const UMA = { user_id: 2, username: 'uma' }
const HERE: MessageContext = {
  texts: textsIn('en'),
  server_url: 'https://media.example.org',
  image_url: 'https://image.tmdb.org/t/p',
}
const MOVIE: RequestRecord = {
  id: 7,
  user_id: 2,
  made_by: null,
  media_type: 'movie',
  identity: 'movie:603',
  tmdb_id: 603,
  tvdb_id: null,
  foreign_id: null,
  catalog_provider: null,
  catalog_id: null,
  title: 'Paper Lanterns',
  title_unverified: false,
  search_term: null,
  poster_path: '/aB-1_c.jpg',
  instance_id: 'in_movies',
  instance_name: 'Movies',
  season_scope: null,
  seasons: null,
  quality_profile_id: null,
  root_folder: null,
  match: null,
  repair_of: null,
  approval_required: true,
  decision: 'pending',
  decided_at: null,
  decided_by: null,
  deny_reason: null,
  created_at: '2026-11-15T09:00:00.000Z',
  updated_at: '2026-11-15T09:00:00.000Z',
}
const BOOK: RequestRecord = {
  ...MOVIE,
  media_type: 'book',
  tmdb_id: null,
  foreign_id: 'hc:12',
  title: 'The Lighthouse',
  title_unverified: true,
  poster_path: null,
  instance_name: 'Books',
}

function alertOf(request: RequestRecord, formats: Parameters<typeof alertDataOf>[2] = ['']): AlertRecord {
  const type = request.decision === 'pending' ? 'request_pending' : 'request_auto_approved'
  const data = alertDataOf(request, UMA, formats)
  const { created_at } = request
  return { id: 1, type, audience: { to: 'admins' }, data, topic: null, parts: [], state: 'told', created_at }
}

const shown = (request: RequestRecord, formats?: Parameters<typeof alertDataOf>[2], context = HERE) =>
  messageOf(alertOf(request, formats), context)

describe('the message about a new request (2:4.10.2)', () => {
  it('has title, type, requester, state, library, poster and a link to the approvals', () => {
    expect(shown(MOVIE)).toEqual({
      event: 'request_pending',
      language: 'en',
      title: 'Paper Lanterns',
      body: 'New request. It needs approval.',
      url: 'https://media.example.org/approvals',
      image_url: 'https://image.tmdb.org/t/p/w342/aB-1_c.jpg',
      fields: [
        { name: 'Requested by', value: 'uma' },
        { name: 'Type', value: 'Movie' },
        { name: 'Status', value: 'Needs approval' },
        { name: 'Library', value: 'Movies' },
      ],
      occurred_at: '2026-11-15T09:00:00.000Z',
      data: expect.objectContaining({ request_id: 7, tmdb_id: 603 }) as unknown,
    })
  })

  it('links to the server when nobody has to decide', () => {
    const approved = shown({ ...MOVIE, decision: 'approved' })
    expect(approved).toMatchObject({
      event: 'request_auto_approved',
      body: 'New request. It was approved automatically.',
      url: 'https://media.example.org/',
    })
    expect(approved.fields).toContainEqual({ name: 'Status', value: 'Approved automatically' })
  })

  it('names every format of a book, and says whose words an unverified title is (C69)', () => {
    const book = shown(BOOK, ['ebook', 'audiobook'])
    expect(book.fields).toContainEqual({ name: 'Formats', value: 'E-book, Audiobook' })
    expect(book.body).toBe('New request. It needs approval. The title was entered by the requester.')
    expect(shown(BOOK, ['audiobook']).fields).toContainEqual({ name: 'Formats', value: 'Audiobook' })
  })

  it('has no link without an external address', () => {
    expect(shown(MOVIE, undefined, { ...HERE, server_url: null })).not.toHaveProperty('url')
  })

  it.each([
    ['no poster', { ...MOVIE, poster_path: null }, HERE],
    ['a path that is none', { ...MOVIE, poster_path: '/../../x.jpg' }, HERE],
    ['a mirror that only this server may reach', MOVIE, { ...HERE, image_url: 'http://10.0.0.2/t/p' }],
  ])('has no picture with %s', (_what, request, context) => {
    expect(shown(request, undefined, context)).not.toHaveProperty('image_url')
  })
})
