import { expect, it } from 'vitest'
import type { JournalEntry } from './journal.ts'
import { readBlueprint } from './vendor-blueprint.ts'

const DOCUMENT = `FORMAT: 1A

# Group Shelves

## Items [/shelves/{id}/items/{type}{?colour}]

+ Parameters
    + id (required, string, \`top\`) ...
    + type (optional, string, \`book\`) ...

### Get items [GET]

+ Request (application/json)

+ Response 200 (application/json)

    + Body

            [
                { "type": "book", "book": { "title": "A", "pages": 3 } },
                { "type": "cup", "cup": { "volume": null } }
            ]

## Shelves [/shelves/all]
### Get shelves [GET]
+ Response 200 (application/json)
`

const blueprint = readBlueprint(DOCUMENT, ['page'])

function exchange(path: string, query = '', body?: unknown): JournalEntry {
  const answer = { status: 200, body }
  return {
    at: 0,
    method: 'GET',
    path,
    query: new URLSearchParams(query),
    headers: {},
    body: undefined,
    route: path,
    fault: null,
    answer,
  }
}

it('knows operations, with what may be left out', () => {
  expect(blueprint.operationOf(exchange('/shelves/top/items'))).toBe('GET /shelves/{id}/items/{type}')
  expect(blueprint.operationOf(exchange('/shelves/top/items/book'))).not.toBeNull()
  expect(blueprint.operationOf(exchange('/shelves/all'))).toBe('GET /shelves/all')
  expect(blueprint.violations(exchange('/cellar'))).toEqual(['GET /cellar: no such operation'])
})

it('knows parameters of all operations and of one', () => {
  expect(blueprint.violations(exchange('/shelves/top/items', 'page=1&colour=red'))).toEqual([])
  expect(blueprint.violations(exchange('/shelves/top/items', 'size=1'))).toHaveLength(1)
})

it('holds each item to one of the examples', () => {
  const path = '/shelves/top/items'
  const good = [
    { type: 'cup', cup: { volume: 2 } },
    { type: 'book', book: { title: 'B', pages: 4, more: true } },
  ]
  expect(blueprint.violations(exchange(path, '', good))).toEqual([])
  expect(blueprint.violations(exchange(path, '', [{ type: 'book', book: { title: 'B' } }]))).toHaveLength(1)
  expect(blueprint.violations(exchange(path, '', [{ type: 'book', book: { title: 5, pages: 4 } }]))).toEqual([
    '/0/book/title: is a number',
  ])
  expect(blueprint.violations(exchange(path, '', {}))).toEqual([': is no list'])
})
