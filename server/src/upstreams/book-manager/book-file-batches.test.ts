import { expect, it } from 'vitest'
import { z } from 'zod'
import type { ServarrClient } from '../servarr/servarr-client.ts'
import { eachBookFile } from './book-file-batches.ts'

const connection = { url: 'http://chaptarr.invalid', api_key: null }

it('1/4.10: asks for files in batches, four at a time and no more', async () => {
  const seen = { under_way: 0, most: 0, largest: 0 }
  const client = {
    async get(_schema: unknown, _connection: unknown, { query }: { query: { bookId: string[] } }) {
      seen.most = Math.max(seen.most, ++seen.under_way)
      seen.largest = Math.max(seen.largest, query.bookId.length)
      await Promise.resolve()
      seen.under_way -= 1
      return query.bookId
    },
    // Only what files are read by.
  } as unknown as ServarrClient
  const record_ids = Array.from({ length: 950 }, (_, i) => i + 1)
  const files: string[] = []
  const take = (file: string) => files.push(file)
  await eachBookFile(client, z.string(), connection, { record_ids, signal: undefined }, take)
  expect(files.map(Number).sort((a, b) => a - b)).toEqual(record_ids)
  expect(seen).toEqual({ under_way: 0, most: 4, largest: 100 })
})
