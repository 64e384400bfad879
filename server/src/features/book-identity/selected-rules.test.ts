import { describe, expect, it } from 'vitest'
import type { BookIds } from '#ports/book-ids.ts'
import { lookupTerms, pickSelected, sameWorkIds, sourceId } from './selected-rules.ts'

const book = (foreign_book_id: string, works: string[] = []): BookIds => ({
  foreign_book_id,
  works,
  editions: [],
  isbns: [],
  asins: [],
})

describe('the record that was chosen (1:4.6)', () => {
  it('is asked for by its id first, then by the words of the choice', () => {
    const chosen = { foreign_id: 'bp:12', search_term: 'tide', title: ' The Tide ' }
    expect(lookupTerms(chosen, null)).toEqual(['hc:12', 'tide', 'The Tide'])
    expect(lookupTerms({ foreign_id: '77', title: '77' }, 'gr')).toEqual(['work:77', '77'])
    expect(lookupTerms({ foreign_id: 'gr:77' }, 'gr')).toEqual(['work:77'])
    expect(lookupTerms({ foreign_id: 'x', title: '', search_term: null }, null)).toEqual(['x'])
  })

  it('is taken by its own id or the work that the id names, and by nothing else', () => {
    const found = [book('hc:1', ['hc:1', 'gr:10']), book('hc:2', ['hc:2', 'gr:20'])]
    expect(pickSelected('hc:2', found, null)).toBe(found[1])
    expect(pickSelected('gr:10', found, null)).toBe(found[0])
    expect(pickSelected('bp:2', found, null)).toBe(found[1])
    expect(pickSelected('hc:3', found, null)).toBeNull()
    expect(pickSelected('2', found, null)).toBeNull()
    const twins = [book('hc:1', ['gr:10']), book('hc:2', ['gr:10'])]
    expect(pickSelected('gr:10', twins, null)).toBeNull()
    expect(pickSelected('20', [book('20')], 'gr')).toEqual(book('20'))
  })

  it('C8: a listed number is the number of the same work', () => {
    expect([sourceId('bp:12'), sourceId('hc:12'), sourceId('bp:x'), sourceId(' gr:1 ')]).toEqual([
      'hc:12',
      'hc:12',
      'bp:x',
      'gr:1',
    ])
    expect([sameWorkIds('bp:12'), sameWorkIds('hc:12'), sameWorkIds('gr:1')]).toEqual([
      ['bp:12', 'hc:12'],
      ['hc:12', 'bp:12'],
      ['gr:1'],
    ])
  })
})
