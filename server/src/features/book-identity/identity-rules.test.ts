import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BookIds } from '#ports/book-ids.ts'
import { IDENTITY_TYPES, identityKeys, keysOfForeignId, mergeKeys } from './identity-rules.ts'

const none: BookIds = { foreign_book_id: '', works: [], editions: [], isbns: [], asins: [] }

describe('identity keys (1:4.8.7, 1/4.10, C14)', () => {
  it('are typed, each once, in one order', () => {
    expect(
      identityKeys({
        foreign_book_id: 'hc:4401',
        works: ['hc:4401', 'gr:77002', 'ol:OL1W'],
        editions: ['hc:99001', 'gr:77002'],
        isbns: ['0-306-40615-2', '9780306406157', '9780306406158'],
        asins: ['b00abcdefg', 'az:B00ABCDEFG', ''],
      }),
    ).toEqual([
      'native:hc:4401',
      'work:hc:4401',
      'work:gr:77002',
      'work:ol:OL1W',
      'edition:hc:99001',
      'edition:gr:77002',
      'isbn13:9780306406157',
      'asin:B00ABCDEFG',
      'bp:4401',
    ])
  })

  it.each([
    ['gr:77002', null, ['native:gr:77002', 'work:gr:77002']],
    ['77002', 'gr', ['native:77002', 'work:gr:77002']],
    ['77002', null, ['native:77002']],
    ['bp:4401', null, ['work:hc:4401', 'bp:4401']],
    ['az:B00ABCDEFG', null, ['native:az:B00ABCDEFG', 'asin:B00ABCDEFG']],
    ['gb:xYz_1', null, ['native:gb:xYz_1', 'edition:gb:xYz_1']],
    ['work:5', null, ['native:work:5']],
    ['', 'gr', []],
  ] as const)('of the id %s, with %s for bare numbers, are %j', (id, bare, keys) => {
    expect(keysOfForeignId(id, bare)).toEqual(keys)
  })

  it('say nothing for what managers write instead of nothing', () => {
    expect(
      identityKeys({ ...none, works: ['hc:0', ''], editions: ['0', 'hc:0'], asins: ['0000000000'] }),
    ).toEqual([])
  })

  it('begin with one of six types, whatever a manager sends, and the type ends at the first colon', () => {
    const texts = fc.array(fc.oneof(fc.string(), fc.constantFrom('hc:1', 'gr:1', 'az:B00ABCDEFG', 'a:b:c')))
    fc.assert(
      fc.property(
        fc.record({
          foreign_book_id: fc.string(),
          works: texts,
          editions: texts,
          isbns: texts,
          asins: texts,
        }),
        ids => {
          const keys = identityKeys(ids, 'gr')
          expect(new Set(keys).size).toBe(keys.length)
          const ranks = keys.map(key => IDENTITY_TYPES.findIndex(type => key.startsWith(`${type}:`)))
          expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
          expect(ranks).not.toContain(-1)
          expect(mergeKeys([keys, keys])).toEqual(keys)
        },
      ),
    )
  })
})
