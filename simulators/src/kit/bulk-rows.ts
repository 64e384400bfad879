import type { Answer } from './answer.ts'
import type { JsonRecord } from './json.ts'

/** A list of generated rows, put into bytes once: what is measured is the reader, not this. */
export function bulkList(count: number, row: (i: number) => JsonRecord): () => Answer {
  const pieces: Buffer[] = []
  for (let i = 0; i < count; i += 1) pieces.push(Buffer.from(`${i > 0 ? ',' : '['}${JSON.stringify(row(i))}`))
  const bytes = Buffer.concat([...pieces, Buffer.from(count > 0 ? ']' : '[]')])
  return () => ({ status: 200, headers: { 'content-type': 'application/json; charset=utf-8' }, bytes })
}
