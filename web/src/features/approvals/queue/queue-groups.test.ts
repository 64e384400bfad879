import type { QueueRow } from '@foyer/contract/requests/admin-requests'
import { describe, expect, it } from 'vitest'
import { groupQueue, identityOf, isPartOfGroup, rowsOf } from './queue-groups.ts'

function row(request_id: number, change: Partial<QueueRow> = {}): QueueRow {
  return {
    id: request_id,
    request_id,
    user_id: request_id,
    username: `user ${request_id}`,
    media_type: 'movie',
    title: 'Low Water',
    requester_count: 1,
    requested_at: '2026-11-15T09:00:00.000Z',
    ...change,
  }
}

describe('the queue of titles', () => {
  it('has a title once, with every request for it, at the place of the oldest', () => {
    const rows = [row(1, { tmdb_id: 7 }), row(2, { tmdb_id: 8 }), row(3, { tmdb_id: 7, title: 'Ebbe' })]
    const groups = groupQueue(rows)
    expect(groups.map(({ first, rows: all }) => [first.request_id, all.map(one => one.request_id)])).toEqual([
      [1, [1, 3]],
      [2, [2]],
    ])
    expect(rowsOf(groups).map(one => one.request_id)).toEqual([1, 3, 2])
  })

  it('keeps a show together whatever the seasons, and a movie and a show with one number apart', () => {
    const show = { media_type: 'tv', tmdb_id: 7 } as const
    const rows = [
      row(1, { ...show, seasons: [1] }),
      row(2, { ...show, season_scope: 'all' }),
      row(3, { tmdb_id: 7 }),
    ]
    expect(groupQueue(rows).map(({ rows: all }) => all.length)).toEqual([2, 1])
  })

  it('goes by ids, never by a name', () => {
    const book = { media_type: 'book', foreign_id: 'b1' } as const
    expect(identityOf(row(1, book))).toBe(identityOf(row(2, { ...book, book_format: 'audiobook' })))
    expect(identityOf(row(1, { ...book, media_type: 'music' }))).not.toBe(identityOf(row(2, book)))
    expect(groupQueue([row(1), row(2)])).toHaveLength(2)
  })

  it('is the same entry when the oldest request of it has been decided', () => {
    const [first, second] = [row(1, { tmdb_id: 7 }), row(2, { tmdb_id: 7 })]
    expect(groupQueue([second])[0]?.identity).toBe(groupQueue([first, second])[0]?.identity)
  })

  it('knows when a decision leaves the title waiting for somebody else', () => {
    const rows = [row(1, { tmdb_id: 7 }), row(2, { tmdb_id: 7 }), row(3, { tmdb_id: 8 })]
    const groups = groupQueue(rows)
    expect(isPartOfGroup(groups, rows.slice(1, 2))).toBe(true)
    expect(isPartOfGroup(groups, rows.slice(0, 2))).toBe(false)
    expect(isPartOfGroup(groups, rows.slice(2))).toBe(false)
  })

  it('knows it of a request that has been read again since', () => {
    const read = () => [row(1, { tmdb_id: 7 }), row(2, { tmdb_id: 7 })]
    expect(isPartOfGroup(groupQueue(read()), read().slice(0, 1))).toBe(true)
    expect(isPartOfGroup(groupQueue(read()), read())).toBe(false)
  })
})
