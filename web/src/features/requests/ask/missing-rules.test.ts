import { expect, it } from 'vitest'
import {
  fits,
  inFormats,
  offeredFormats,
  pricesOf,
  unitsOf,
  usualFormats,
  withoutRequested,
} from './missing-rules.ts'
import type { ShelfTarget } from './request-sheet-context.ts'

const book = (foreign_id: string, formats: ShelfTarget['formats']): ShelfTarget => ({
  media_type: 'book',
  foreign_id,
  name: foreign_id,
  formats,
})
const ALBUM: ShelfTarget = { media_type: 'music', foreign_id: 'a', name: 'A' }
const BOOKS = [book('1', ['ebook', 'audiobook']), book('2', ['ebook'])]
const LIMIT = { window_days: 7, used: 0, count: 5 }

it('a book costs one unit for each format, an album one', () => {
  expect(unitsOf(BOOKS)).toEqual({ ebook: 2, audiobook: 1 })
  expect(unitsOf([ALBUM, ALBUM])).toEqual({ music: 2 })
  expect(unitsOf([])).toEqual({})
})

it('each price is compared with its own allowance', () => {
  const allowances = [
    { ...LIMIT, media_type: 'book', book_format: 'ebook', remaining: 1 },
    { ...LIMIT, media_type: 'book', book_format: 'audiobook', count: null, remaining: null },
  ] as unknown as Parameters<typeof pricesOf>[1]['allowances']
  const prices = pricesOf(BOOKS, { exempt: false, allowances })
  expect(prices).toEqual([
    { unit: 'ebook', cost: 2, left: 1 },
    { unit: 'audiobook', cost: 1, left: null },
  ])
  expect([fits(prices), fits(prices.slice(1))]).toEqual([false, true])
  expect(fits(pricesOf(BOOKS, { exempt: true, allowances }))).toBe(true)
})

it('selects the formats that the library has and the allowance permits, until somebody chooses', () => {
  expect([offeredFormats(BOOKS), offeredFormats([BOOKS[1] ?? ALBUM]), offeredFormats([ALBUM])]).toEqual([
    ['ebook', 'audiobook'],
    ['ebook'],
    [],
  ])
  const both = offeredFormats(BOOKS)
  const allow = (remaining: number, exempt = false) => ({
    exempt,
    allowances: [
      { ...LIMIT, media_type: 'book', book_format: 'audiobook', count: 3, remaining },
    ] as unknown as Parameters<typeof pricesOf>[1]['allowances'],
  })
  expect(usualFormats(both, undefined)).toEqual(both)
  expect(usualFormats(both, allow(1))).toEqual(both)
  expect(usualFormats(both, allow(0))).toEqual(['ebook'])
  expect(usualFormats(both, allow(0, true))).toEqual(both)
  expect(usualFormats(['audiobook'], allow(0))).toEqual(['audiobook'])
  expect(unitsOf(inFormats([...BOOKS, ALBUM], ['ebook']))).toEqual({ ebook: 2, music: 1 })
})

it('1:4.9.2 leaves out what the reader has requested from this library, under any id of the title', () => {
  const row = { media_type: 'book', instance_id: 'lib', foreign_id: '1', status: 'pending' } as const
  const left = (...rows: Parameters<typeof withoutRequested>[1]) =>
    withoutRequested([...BOOKS, ALBUM], rows, 'lib').map(({ foreign_id }) => foreign_id)
  expect(left()).toEqual(['1', '2', 'a'])
  for (const status of ['pending', 'requested', 'downloading', 'available'] as const)
    expect(left({ ...row, status })).toEqual(['2', 'a'])
  // Declined, cancelled or removed since: it may be requested again.
  for (const status of ['denied', 'unavailable'] as const) expect(left({ ...row, status })).toHaveLength(3)
  expect(left({ ...row, instance_id: 'other' })).toHaveLength(3)
  expect(left({ ...row, foreign_id: 'a' })).toHaveLength(3)
  expect(left({ ...row, foreign_id: 'x', canonical_foreign_id: '2' })).toEqual(['1', 'a'])
  expect(left({ ...row, media_type: 'music', foreign_id: 'a', status: 'requested' })).toEqual(['1', '2'])
  const known = { ...book('3', ['ebook']), keys: ['native:gr:9', 'bp:12'] }
  for (const foreign_id of ['gr:9', 'bp:12'])
    expect(withoutRequested([known], [{ ...row, foreign_id }], 'lib')).toEqual([])
})
