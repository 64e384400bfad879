import { describe, expect, it } from 'vitest'
import type { AuthorStatus, ImportState } from '#ports/courier-books.ts'
import * as rules from './book-rules.ts'
import type { CourierOutcome } from '../couriers/courier.ts'

const names = { product: 'Chaptarr', instance_name: 'Books' }
const receipt = { pending_id: 42, author_id: 'hc:901', keys: ['work:hc:4401'] }

const word = (outcome: CourierOutcome | null) => {
  if (!outcome) return null
  if ('attention' in outcome) return outcome.attention
  return 'wait' in outcome ? outcome.wait : 'other'
}

describe('1:3: what an author import comes to', () => {
  it.each<[ImportState, string | null]>([
    ['active', 'author_import'],
    ['failed', 'import_failed'],
    ['cancelled', 'import_cancelled'],
    ['over', null],
  ])('a receipt that is %s', (state, expected) => {
    expect(word(rules.outcomeOfImport(state, receipt))).toBe(expected)
  })

  it.each<[AuthorStatus, string | null]>([
    [{ known: 'no_api' }, null],
    [{ known: 'ambiguous' }, 'import_identity_ambiguous'],
    [{ known: 'unusable_id' }, 'import_identity_unavailable'],
    [{ known: 'pending', pending_id: 43, state: 'active' }, 'author_import'],
    [{ known: 'pending', pending_id: 43, state: 'failed' }, 'import_failed'],
    [{ known: 'neither' }, 'manual_import_retry'],
  ])('without its receipt, an author who is %j', (standing, expected) => {
    expect(word(rules.outcomeOfAuthorStatus(standing, receipt))).toBe(expected)
  })

  it('follows a newer receipt, and looks once more where the author came alone', () => {
    const newer = rules.outcomeOfAuthorStatus({ known: 'pending', pending_id: 43, state: 'active' }, receipt)
    expect(newer).toMatchObject({ receipt: { import: { pending_id: 43, author_id: 'hc:901' } } })
    const first = rules.outcomeOfAuthorStatus({ known: 'there' }, receipt)
    expect(first).toMatchObject({ wait: 'author_import', receipt: { import: { came_without: true } } })
    const second = rules.outcomeOfAuthorStatus({ known: 'there' }, { ...receipt, came_without: true })
    expect(word(second)).toBe('import_identity_unresolved')
  })

  it('a receipt stands for a book only while it is under way and names it', () => {
    const covers = (state: ImportState, books: string[] | null) =>
      rules.covers({ state, books }, ['hc:1', 'gr:2'])
    expect(covers('active', ['hc:9', 'gr:2'])).toBe(true)
    expect(covers('active', ['hc:9'])).toBe(false)
    expect(covers('active', null)).toBe(false)
    expect(covers('failed', ['hc:1'])).toBe(false)
  })

  it('accepts no receipt that is missing or of an earlier version', () => {
    expect(rules.readReceipt(null)).toEqual({})
    expect(rules.readReceipt({ import: 5 })).toEqual({})
    expect(rules.readReceipt({ search: 3, import: receipt })).toEqual({ search: 3, import: receipt })
  })
})

it('every refusal is a sentence with a code of its own', () => {
  const kinds = ['configuration', 'edition', 'identity', 'ambiguous', 'several', 'other'] as const
  const outcomes = kinds.map(kind => rules.refusedBook(kind, names))
  expect(outcomes.map(word)).toEqual([
    'book_configuration',
    'editions_unavailable',
    'metadata_unresolved',
    'import_identity_ambiguous',
    'library_identity_unresolved',
    'request_unavailable',
  ])
  for (const outcome of outcomes)
    expect(outcome).toMatchObject({ message: expect.stringMatching(/^[A-Z].*\.$/) })
})

it('of several records of a format the one that has most counts', () => {
  const record = (record_id: number, more = {}) => ({
    record_id,
    author_id: 1,
    title: 'A',
    format: 'ebook' as const,
    monitored: false,
    has_file: false,
    ...more,
  })
  const title = (...records: ReturnType<typeof record>[]) => ({
    foreign_book_id: '',
    identity_keys: [],
    records,
  })
  expect(rules.recordOf(title(record(3), record(2)), 'ebook')?.record_id).toBe(2)
  expect(rules.recordOf(title(record(1), record(2, { monitored: true })), 'ebook')?.record_id).toBe(2)
  const filed = title(record(1, { monitored: true }), record(2, { has_file: true }))
  expect(rules.recordOf(filed, 'ebook')?.record_id).toBe(2)
  expect(rules.recordOf(filed, 'audiobook')).toBeUndefined()
})

it("1:4.8.6: names the library's own id only where it is another", () => {
  expect(rules.canonicalId('gr:1', 'hc:2')).toEqual({ canonical_foreign_id: 'hc:2' })
  expect(rules.canonicalId('hc:2', 'hc:2')).toEqual({})
  expect(rules.canonicalId('hc:2', '')).toEqual({})
})
