import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BookIds } from '#ports/book-ids.ts'
import { bindBook } from './binding-rules.ts'
import { identityKeys, keysOfForeignId } from './identity-rules.ts'
import { checkDigit13 } from './isbn-rules.ts'
import { groupByTitle } from './title-rules.ts'

const title = (name: string, ...identity_keys: string[]) => ({ name, identity_keys })

describe('binding a book to the library (1:4.8.7)', () => {
  const exact = title('exact', 'native:hc:1', 'work:hc:1')
  const sibling = title('sibling', 'native:hc:2', 'work:hc:2', 'isbn13:9780306406157')

  it('prefers the exact native id to everything shared', () => {
    expect(bindBook(['native:hc:1', 'work:hc:1', 'isbn13:9780306406157'], [sibling, exact])).toEqual({
      found: 'one',
      title: exact,
    })
  })

  it('takes a shared work, edition, ISBN or ASIN when only one title has it', () => {
    const wanted = ['native:gr:9', 'work:gr:9', 'edition:hc:5', 'isbn13:9780306406157']
    expect(bindBook(wanted, [exact, sibling])).toEqual({ found: 'one', title: sibling })
    expect(bindBook(keysOfForeignId('bp:1', null), [exact, sibling])).toEqual({ found: 'one', title: exact })
    expect(bindBook(['edition:hc:5'], [title('edition', 'edition:hc:5')])).toMatchObject({ found: 'one' })
  })

  it('fails closed when several titles fit, by one id or by two', () => {
    const twin = title('twin', 'native:hc:3', 'isbn13:9780306406157')
    expect(bindBook(['isbn13:9780306406157'], [exact, sibling, twin])).toEqual({
      found: 'several',
      titles: [sibling, twin],
    })
    expect(bindBook(['work:hc:1', 'isbn13:9780306406157'], [exact, sibling])).toMatchObject({
      found: 'several',
    })
    expect(bindBook(['native:hc:1'], [exact, { ...exact }])).toMatchObject({ found: 'several' })
  })

  it('keeps the number spaces of works, editions and providers apart', () => {
    for (const key of ['work:gr:1', 'edition:hc:1', 'native:1', 'bp:2', 'asin:0306406157']) {
      expect(bindBook([key], [exact])).toEqual({ found: 'none' })
    }
  })
})

/** Few numbers on purpose, so that unrelated books carry the same ones in different meanings. */
const number = fc.integer({ min: 1, max: 6 })
const isbn = number.map(n => `97803064061${n}`).map(twelve => `${twelve}${checkDigit13(twelve)}`)
const wrongIsbn = isbn.map(right => `${right.slice(0, 12)}${(Number(right[12]) + 1) % 10}`)
const provided = (providers: readonly string[]) =>
  fc.tuple(fc.constantFrom(...providers), number).map(([provider, n]) => `${provider}:${n}`)
const few = <T>(one: fc.Arbitrary<T>) => fc.array(one, { maxLength: 2 })
const books: fc.Arbitrary<BookIds> = fc.record({
  foreign_book_id: fc.oneof(provided(['hc', 'gr', 'ol', 'gb']), number.map(String), fc.constant('')),
  works: few(provided(['hc', 'gr', 'ol'])),
  editions: few(provided(['hc', 'gr', 'ol', 'gb'])),
  isbns: few(fc.oneof(isbn, wrongIsbn)),
  asins: few(number.map(n => `B00000000${n}`)),
})

/** Written another way than the rules: each meaning apart, with what it is compared by. */
function factsOf(ids: BookIds): Set<string> {
  const { foreign_book_id: id } = ids
  const [provider] = id.split(':')
  const works = [...ids.works, ...(/^(hc|gr|ol):/.test(id) ? [id] : [])]
  const editions = [...ids.editions, ...(provider === 'gb' ? [id] : [])]
  return new Set([
    ...(id === '' ? [] : [`id ${id}`]),
    ...works.map(work => `work ${work}`),
    ...editions.map(edition => `edition ${edition}`),
    ...ids.isbns.filter(one => checkDigit13(one.slice(0, 12)) === one[12]).map(one => `isbn ${one}`),
    ...ids.asins.map(asin => `asin ${asin}`),
  ])
}

describe('no false merge (1:4.8.7)', () => {
  it('binds exactly what shares something verifiable', () => {
    fc.assert(
      fc.property(books, books, (wanted, held) => {
        const facts = factsOf(held)
        const shares = [...factsOf(wanted)].some(fact => facts.has(fact))
        const binding = bindBook(identityKeys(wanted), [{ identity_keys: identityKeys(held) }])
        expect(binding.found).toBe(shares ? 'one' : 'none')
      }),
      { numRuns: 2000 },
    )
  })

  it('never chooses among several, and never depends on the order of the shelf', () => {
    fc.assert(
      fc.property(books, fc.array(books, { maxLength: 8 }), (wanted, shelf) => {
        const filed = shelf.map((ids, i) => ({ ...ids, record_id: i + 1 }))
        const titles = [...groupByTitle(filed)].map(([name, records]) => ({
          name,
          identity_keys: records.flatMap(one => identityKeys(one)),
        }))
        const keys = identityKeys(wanted)
        const forward = bindBook(keys, titles)
        const backward = bindBook(keys, titles.toReversed())
        expect(backward.found).toBe(forward.found)
        if (forward.found === 'one') expect(backward).toEqual(forward)
        const related = titles.filter(one => one.identity_keys.some(key => keys.includes(key)))
        const exact = related.filter(one => one.identity_keys.includes(`native:${wanted.foreign_book_id}`))
        const count = wanted.foreign_book_id !== '' && exact.length > 0 ? exact.length : related.length
        expect(forward.found).toBe(count === 0 ? 'none' : count === 1 ? 'one' : 'several')
      }),
      { numRuns: 1000 },
    )
  })
})

describe('the records of a title (1:4.10)', () => {
  it('share the id of the manager; one without an id stands alone', () => {
    const record = (record_id: number, foreign_book_id: string) => ({ record_id, foreign_book_id })
    const groups = groupByTitle([
      record(1, 'hc:1'),
      record(2, ''),
      record(3, 'hc:1'),
      record(4, ''),
      record(5, 'gr:1'),
    ])
    expect([...groups.values()].map(group => group.map(one => one.record_id))).toEqual([
      [1, 3],
      [2],
      [4],
      [5],
    ])
  })
})
