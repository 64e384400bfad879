import { afterEach, describe, expect, it } from 'vitest'
import { openVendorDocument } from '../vendor-documents.ts'
import { startWorld, type World } from '../world.ts'

let world: World<'chaptarr' | 'readarr'>
afterEach(() => world.close())

async function read(name: 'chaptarr' | 'readarr', path: string): Promise<Record<string, unknown>[]> {
  const { url, api_key } = world[name]
  const answer = await fetch(`${url}/api/v1/${path}`, { headers: { 'x-api-key': api_key } })
  expect(answer.status).toBe(200)
  return (await answer.json()) as Record<string, unknown>[]
}

describe('a library that is generated', () => {
  it('has as many rows as were asked for, in the words of the vendor', async () => {
    world = await startWorld({ products: ['chaptarr', 'readarr'], bulk_books: 50 })
    for (const name of ['chaptarr', 'readarr'] as const) {
      const books = await read(name, 'book')
      expect(books).toHaveLength(50)
      expect(new Set(books.map(book => book['id'])).size).toBe(50)
      expect(new Set(books.map(book => book['foreignBookId'])).size).toBe(name === 'chaptarr' ? 25 : 50)
      const authors = await read(name, 'author')
      expect(authors).toHaveLength(3)
      const own = await Promise.all(
        authors.map(author => read(name, `book?authorId=${String(author['id'])}`)),
      )
      expect(own.flat()).toEqual(books)
      expect(await read(name, 'bookfile?bookId=1&bookId=2&bookId=4&bookId=51')).toMatchObject([
        { bookId: 1 },
        { bookId: 4 },
      ])
      const document = openVendorDocument(name)
      const calls = world[name].journal.requests('GET /api/*')
      expect(document ? calls.flatMap(document.violations) : []).toEqual([])
    }
  })
})
