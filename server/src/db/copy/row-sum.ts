import { createHash } from 'node:crypto'
import type { Row } from './engine-tables.ts'

const SUM_BYTES = 16
const MODULUS = 1n << BigInt(SUM_BYTES * 8)

export interface RowSum {
  rows: number
  /** Hexadecimal; equal for equal rows, in whatever order they were read. */
  sum: string
}

/** Adds up the hashes of all rows, so that engines need not agree on an order. */
export function createRowSum(columns: readonly string[]) {
  let count = 0
  let sum = 0n
  return {
    add(rows: readonly Row[]): void {
      for (const row of rows) {
        const text = JSON.stringify(columns.map(name => row[name]))
        const digest = createHash('sha256').update(text).digest('hex')
        sum = (sum + BigInt(`0x${digest.slice(0, SUM_BYTES * 2)}`)) % MODULUS
      }
      count += rows.length
    },
    result: (): RowSum => ({ rows: count, sum: sum.toString(16).padStart(SUM_BYTES * 2, '0') }),
  }
}
