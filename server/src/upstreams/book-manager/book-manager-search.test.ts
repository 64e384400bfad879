import { BOOK, dropBefore, garbage, hang, startWorld, status, type World, wrongKey } from '@foyer/simulators'
import { openVendorDocument } from '@foyer/simulators/vendor-documents'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '#kit/clock.ts'
import { createOutbound, type Outbound } from '#kit/outbound.ts'
import type { BookSearch } from '#ports/book-search.ts'
import { createBookManagerSearch } from './book-manager-search.ts'

let world: World<'chaptarr' | 'readarr'>
let outbound: Outbound
let search: BookSearch
const chaptarr = () => ({ url: world.chaptarr.url, api_key: world.chaptarr.api_key })
const readarr = () => ({ url: world.readarr.url, api_key: world.readarr.api_key })

beforeAll(async () => {
  world = await startWorld({
    products: ['chaptarr', 'readarr'],
    now: () => Date.parse('2026-11-15T09:00:00Z'),
  })
  outbound = createOutbound({ clock: systemClock, external_proxy: () => null, user_agent: 'Foyer' })
  search = createBookManagerSearch(outbound.internal)
})
afterAll(async () => {
  await outbound.destroy()
  await world.close()
})

it('finds authors by id and by name, and books, of which the library has none', async () => {
  const moor = { foreign_author_id: 'hc:901', name: 'Ines Moor' }
  expect(await search.authorsById(chaptarr(), 'hc:901')).toEqual([moor])
  expect(await search.authors(chaptarr(), 'Ines Moor')).toEqual([moor])
  const books = await search.books(chaptarr(), 'Ines Moor')
  expect(books).toHaveLength(5)
  expect(books).toContainEqual({
    foreign_book_id: `hc:${BOOK.tidewater}`,
    title: 'The Tidewater Ledger',
    foreign_author_id: 'hc:901',
    series_title: 'Saltmarsh #2',
  })
  expect(await search.authors(chaptarr(), 'Nobody at all')).toEqual([])
  expect(await search.books(chaptarr(), 'Nobody at all')).toEqual([])
})

it('asks Readarr for a bare number with its prefix (chaptarr.md, 10)', async () => {
  const [moor] = await search.authors(readarr(), 'Ines Moor')
  expect(moor?.foreign_author_id).toMatch(/^\d+$/)
  expect(await search.authorsById(readarr(), moor?.foreign_author_id ?? '')).toEqual([moor])
  expect(world.readarr.journal.requests('GET /api/v1/author/lookup').at(-1)?.query.get('term')).toBe(
    `author:${moor?.foreign_author_id}`,
  )
})

it('a refused term finds nothing; a failure is not taken for that', async () => {
  expect(await search.books(chaptarr(), 'work:77002')).toEqual([])
  const cases = [
    [status(503), 'bad_answer'],
    [status(429, { retry_after: 9 }), 'rate_limited'],
    [wrongKey(), 'rejected_key'],
    [garbage(), 'bad_answer'],
    [dropBefore(), 'unreachable'],
  ] as const
  for (const [fault, kind] of cases) {
    const expected = { upstream: 'Chaptarr', kind }
    world.chaptarr.faults.next('GET /api/v1/author/lookup', fault)
    await expect(search.authors(chaptarr(), 'Moor')).rejects.toMatchObject(expected)
    world.chaptarr.faults.next('GET /api/v1/book/lookup', fault)
    await expect(search.books(chaptarr(), 'Moor')).rejects.toMatchObject(expected)
  }
  world.chaptarr.faults.next('GET /api/v1/book/lookup', hang())
  const gone = new Error('gone')
  const leaving = new AbortController()
  const reading = search.books(chaptarr(), 'Moor', leaving.signal)
  leaving.abort(gone)
  await expect(reading).rejects.toBe(gone)
})

it('asks in the words of the vendor', () => {
  for (const name of ['chaptarr', 'readarr'] as const) {
    const document = openVendorDocument(name)
    const calls = world[name].journal.requests('GET /api/*').filter(one => one.fault === null)
    expect(calls.length).toBeGreaterThan(1)
    expect(document ? calls.flatMap(document.violations) : []).toEqual([])
  }
})
