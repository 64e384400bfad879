import type { RequestStatus } from '@foyer/contract/requests/requests'
import { describe, expect, it } from 'vitest'
import type { ShelvedBook } from './book-index.ts'
import { liveBook, combineFormats } from './book-rules.ts'

describe('1/3, book (both formats)', () => {
  it.each<[RequestStatus[], RequestStatus]>([
    [['available', 'available'], 'available'],
    [['available', 'unavailable'], 'partial'],
    [['downloading', 'available'], 'partial'],
    [['requested', 'downloading'], 'downloading'],
    [['pending', 'requested'], 'requested'],
    [['denied', 'pending'], 'pending'],
    [['unavailable', 'denied'], 'denied'],
    [['unavailable', 'unavailable'], 'unavailable'],
    [['available'], 'available'],
    [[], 'unavailable'],
  ])('%j is %s', (words, expected) => {
    expect(combineFormats(words)).toBe(expected)
  })
})

describe('1/3, book format', () => {
  const record = (more: Partial<ShelvedBook> = {}): ShelvedBook => ({
    record_id: 1,
    author_id: 7,
    title: 'A',
    format: 'ebook',
    monitored: false,
    has_file: false,
    ...more,
  })
  const title = (...records: ShelvedBook[]) => ({ foreign_book_id: 'hc:1', identity_keys: [], records })
  const half = new Map([[1, [{ id: 'd', size: 10, left: 5 }]]])

  it.each([
    ['a file', [record({ has_file: true })], new Map(), 'available', 100],
    ['a download', [record({ monitored: true })], half, 'downloading', 50],
    ['wanted', [record({ monitored: true })], new Map(), 'requested', 0],
    ['there, and not wanted', [record()], new Map(), 'unavailable', 0],
    [
      'two records of one format',
      [record(), record({ record_id: 2, has_file: true })],
      new Map(),
      'available',
      100,
    ],
  ] as const)('%s', (_name, records, queue, status, progress) => {
    const live = liveBook(title(...records), queue)
    expect(live).toMatchObject({ known: true, formats: { ebook: { status, progress } } })
  })

  it('unknown is not absent', () => {
    expect(liveBook(title(record({ monitored: true })), null)).toEqual({
      known: false,
      reason: 'library_unavailable',
    })
    expect(liveBook(title(record({ format: null, has_file: true })), new Map())).toEqual({
      known: false,
      reason: 'format_unresolved',
    })
    // A file needs no queue.
    const both = title(
      record({ has_file: true }),
      record({ record_id: 2, format: 'audiobook', has_file: true }),
    )
    expect(liveBook(both, null)).toMatchObject({ status: 'available', foreign_book_id: 'hc:1' })
    expect(liveBook(null, null)).toMatchObject({ known: true, status: 'unavailable', foreign_book_id: '' })
  })
})
