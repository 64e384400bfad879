import fc from 'fast-check'
import { expect, it } from 'vitest'
import { payloadOf, topicOf } from './message-rules.ts'

const notice = { alert_id: 7, type: 'new_movie', title: 'New movie', body: 'Heat', data: {} } as const

it('1/4.14 says what, where it leads, and what it replaces', () => {
  const data = { media_type: 'movie', tmdb_id: 949 } as const
  expect(JSON.parse(payloadOf({ ...notice, data, badge: 3, collapse_id: 'movie:949' }))).toEqual({
    type: 'new_movie',
    title: 'New movie',
    body: 'Heat',
    path: '/movies/949',
    tag: 'movie:949',
    badge: 3,
  })
  expect(JSON.parse(payloadOf(notice))).toMatchObject({ tag: 'new_movie-7', path: '/inbox' })
})

it('always fits into what push services take (RFC 8030, 7.2)', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 3000 }), text => {
      const data = { media_type: 'book', foreign_id: 'x', title: text } as const
      const payload = payloadOf({ ...notice, title: text, body: text, data, collapse_id: 'c'.repeat(64) })
      expect(Buffer.byteLength(payload)).toBeLessThanOrEqual(4096 - 103)
      expect(topicOf(text)).toMatch(/^[\w-]{32}$/)
    }),
    { numRuns: 50 },
  )
})
