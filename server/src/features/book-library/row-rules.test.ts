import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LibraryAuthor } from '#ports/book-library.ts'
import { authorRows, rankAuthors } from './author-rules.ts'
import { recentBooks } from './recent-rules.ts'
import { inReadingOrder, orderSeries, seriesRow, seriesRows } from './series-row-rules.ts'
import type { ShelfRecord, ShelfTitle } from './shelf-rules.ts'
import { newestFirst, presentTitle } from './title-present-rules.ts'

let lastRecord = 0

function record(own: Partial<ShelfRecord> = {}): ShelfRecord {
  lastRecord += 1
  return { record_id: lastRecord, author_id: 1, format: 'ebook', monitored: true, has_file: false, ...own }
}

function title(name: string, own: Partial<ShelfTitle> = {}): ShelfTitle {
  return {
    foreign_book_id: name,
    title: name,
    year: null,
    series: null,
    cover: `/${name}`,
    identity_keys: [],
    records: [record()],
    ...own,
  }
}

const owned = () => [record({ has_file: true })]
const inSeries = (position: string | null) => ({ series: { name: 'Saltmarsh', position } })
const author = (record_id: number, name: string, added: string | null = null): LibraryAuthor => ({
  record_id,
  foreign_author_id: `hc:${record_id}`,
  name,
  added,
  image: null,
})

describe('authors (1:4.10)', () => {
  const titles = [
    title('a', { records: [record({ has_file: true }), record({ has_file: true, format: 'audiobook' })] }),
    title('b', { records: [record({ author_id: 2 }), record({ author_id: 3, has_file: true })] }),
  ]

  it('are counted per title, each with what is theirs, and left out without a record', () => {
    const rows = authorRows(
      titles,
      [author(1, 'One'), author(2, 'Two'), author(3, 'Three'), author(4, 'Four')],
      'in_1',
    )
    expect(
      rows.map(({ name, title_count, available_count }) => [name, title_count, available_count]),
    ).toEqual([
      ['One', 1, 1],
      ['Two', 1, 1],
      ['Three', 1, 1],
    ])
  })

  it('are ranked over the whole library; those without a day trail those with one', () => {
    const rows = [
      { ...row('Åsa', 3), added: '2026-01-01T00:00:00.000Z' },
      row('Zoe', 3),
      { ...row('bert', 5), added: '2026-02-01T00:00:00.000Z' },
      row('Adam', 0),
    ]
    const order = (sort: 'books' | 'name' | 'added') => rankAuthors(rows, sort).map(one => one.name)
    expect(order('books')).toEqual(['bert', 'Åsa', 'Zoe', 'Adam'])
    expect(order('name')).toEqual(['Adam', 'Åsa', 'bert', 'Zoe'])
    expect(order('added')).toEqual(['bert', 'Åsa', 'Adam', 'Zoe'])
    expect(rankAuthors(rows, 'name').map(one => one.position)).toEqual([1, 2, 3, 4])
    function row(name: string, available_count: number) {
      return { author_foreign_id: name, name, image: null, title_count: 9, available_count }
    }
  })
})

describe('series (1:4.10)', () => {
  it('show the numbered run first, owned before not, then what comes before it, then the rest', () => {
    const members = [
      title('prequel', { ...inSeries('0.5'), records: owned() }),
      title('loose', { ...inSeries(null), records: owned() }),
      title('third', inSeries('3')),
      title('second', { ...inSeries('2'), records: owned() }),
      title('first', inSeries('1')),
    ]
    const covers = (all: ShelfTitle[]) => seriesRow('Saltmarsh', all).covers
    expect(covers(members)).toEqual(['/second', '/first', '/third'])
    expect(covers(members.slice(0, 2))).toEqual(['/prequel', '/loose'])
    expect(covers(members.map(one => ({ ...one, cover: '/same' })))).toEqual(['/same'])
    expect(covers(members.map(one => ({ ...one, cover: one.title === 'first' ? null : one.cover })))).toEqual(
      ['/second', '/third', '/prequel'],
    )
  })

  it('order covers, reading and years by title between equals, and by id where titles are equal too', () => {
    const same = { ...inSeries('1'), year: 2020 }
    const twin = (foreign_book_id: string, record_id: number) =>
      title('Twin', {
        ...same,
        foreign_book_id,
        cover: `/${foreign_book_id || record_id}`,
        records: [record({ record_id })],
      })
    const all = [title('A', same), twin('', 7), twin('', 12), twin('hc:1', 20), twin('hc:2', 3)]
    const order = ['/A', '/7', '/12', '/hc:1', '/hc:2']
    const permutations = fc.shuffledSubarray(all, { minLength: all.length })
    fc.assert(
      fc.property(permutations, some => {
        const covers = (titles: readonly ShelfTitle[]) => titles.map(one => one.cover)
        expect(seriesRow('Saltmarsh', some).covers).toEqual(order.slice(0, 3))
        expect(covers(inReadingOrder(some, 'Saltmarsh'))).toEqual(order)
        expect(covers(some.toSorted(newestFirst(2026)))).toEqual(order)
      }),
    )
  })

  it('show the numbered run in its order, whatever the titles are', () => {
    const run = ['Zebra', 'Yak', 'Ant'].map((name, i) => title(name, inSeries(`${i + 1}`)))
    expect(seriesRow('Saltmarsh', run).covers).toEqual(['/Zebra', '/Yak', '/Ant'])
    const loose = ['Zebra', 'Ant'].map(name => title(name, inSeries(null)))
    expect(seriesRow('Saltmarsh', loose).covers).toEqual(['/Ant', '/Zebra'])
  })

  it('are left out with nothing on disk, and counted per title', () => {
    const other = { series: { name: 'Other', position: '1' } }
    const rows = seriesRows([
      title('a', {
        ...inSeries('1'),
        records: [...owned(), record({ has_file: true, format: 'audiobook' })],
      }),
      title('b', inSeries('2')),
      title('c', other),
      title('d'),
    ])
    expect(rows).toEqual([{ name: 'Saltmarsh', covers: ['/a', '/b'], title_count: 2, available_count: 1 }])
    const series = (name: string, available_count: number) => ({
      name,
      covers: [],
      title_count: 9,
      available_count,
    })
    const some = [series('b', 1), series('c', 2), series('a', 1)]
    expect(orderSeries(some, 'books').map(one => one.name)).toEqual(['c', 'a', 'b'])
    expect(orderSeries(some, 'name').map(one => one.name)).toEqual(['a', 'b', 'c'])
  })

  it('are read by the leading number; what has none comes last', () => {
    const some = ['10', '2', null, '1-3', 'Prequel', '0.5'].map(at => title(at ?? 'none', inSeries(at)))
    expect(inReadingOrder([...some, title('elsewhere')], 'Saltmarsh').map(one => one.title)).toEqual([
      '0.5',
      '1-3',
      '2',
      '10',
      'none',
      'Prequel',
    ])
  })
})

describe('years and news (1:4.10)', () => {
  it('does not believe years more than five ahead, and tells them all the same', () => {
    const some = [2031, 2032, null, 2020].map(year => title(String(year), { year }))
    expect(some.toSorted(newestFirst(2026)).map(one => one.year)).toEqual([2031, 2020, 2032, null])
    expect(presentTitle(title('x', { year: 9999 }), new Map()).year).toBe(9999)
  })

  it('names a format only when all records behind an entry agree, and dates it by the newest', () => {
    const both = [record(), record({ format: 'audiobook' })]
    const unsure = [record(), record({ format: null })]
    const titles = [title('both', { records: both }), title('unsure', { records: unsure }), title('nothing')]
    const at = (i: number) => `2026-11-14T0${i}:00:00.000Z`
    const files = new Map(
      [both[0], both[1], unsure[0], unsure[1]].map((one, i) => [one?.record_id ?? 0, at(i)]),
    )
    expect(recentBooks(titles, files, new Map())).toMatchObject([
      { title: 'unsure', format: '', imported_at: at(3), book_id: unsure[1]?.record_id },
      { title: 'both', format: '', imported_at: at(1), book_id: both[1]?.record_id },
    ])
    files.delete(both[0]?.record_id ?? 0)
    expect(recentBooks(titles, files, new Map())[1]?.format).toBe('audiobook')
  })
})
