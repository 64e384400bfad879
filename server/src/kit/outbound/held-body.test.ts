import { Readable } from 'node:stream'
import { describe, expect, it, vi } from 'vitest'
import { createByteBudget } from './byte-budget.ts'
import { holdBody } from './held-body.ts'

const MiB = 1024 * 1024
const original = Buffer.prototype.copy
const { signal } = new AbortController()
const limit = { upstream: 'Radarr', status: 200, max_bytes: 200 * MiB }

function bodyOf(size: number, step: number): { bytes: Buffer; body: Readable } {
  const bytes = Buffer.alloc(size, 'abcdefghijklmnopqrstuvwxyz0123456789')
  const chunks = Array.from({ length: Math.ceil(size / step) }, (_, i) =>
    bytes.subarray(i * step, (i + 1) * step),
  )
  return { bytes, body: Readable.from(chunks, { objectMode: false }) }
}

const SIZES = [
  ['nothing', 0, 10],
  ['a few bytes, one by one', 70, 1],
  ['one chunk', 5000, 5000],
  ['just below a MiB', MiB - 1, 16_384],
  ['a MiB and a little', MiB + 7, 16_384],
  ['more than one piece', 40 * MiB + 3, 100_000],
] as const

describe('a body that is held', () => {
  it.each(SIZES)('is the same in one and in pieces: %s', async (_what, size, step) => {
    const budget = createByteBudget()
    const { bytes } = bodyOf(size, step)
    const one = await holdBody(bodyOf(size, step).body, { limit, budget, signal })
    expect([one.size, one.head.equals(bytes.subarray(0, 64))]).toEqual([size, true])
    expect(one.bytes().equals(bytes)).toBe(true)
    const many = await holdBody(bodyOf(size, step).body, { limit, budget, signal })
    let at = 0
    for (const piece of many.pieces()) {
      expect(piece.equals(bytes.subarray(at, at + piece.length))).toBe(true)
      at += piece.length
    }
    expect(at).toBe(size)
    one.release()
    many.release()
    many.release()
    expect(budget.held()).toBe(0)
  })

  it('gives its memory back at once, piece by piece and on release', async () => {
    const budget = createByteBudget()
    const held = await holdBody(bodyOf(70 * MiB, MiB).body, { limit, budget, signal })
    expect(budget.held()).toBe(69 * MiB)
    const seen: Buffer[] = []
    for (const piece of held.pieces()) {
      // The first MiB is small chunks, which are left to the garbage collector.
      expect(seen.slice(1).every(one => one.length === 0)).toBe(true)
      seen.push(piece)
      if (seen.length === 3) break
    }
    held.release()
    expect(seen.map(one => one.length)).toEqual([MiB, 0, 0])
  })

  it('is made one without being held twice: each piece is gone when the next one is copied', async () => {
    const budget = createByteBudget()
    const pieces: Buffer[] = []
    const held = await holdBody(bodyOf(110 * MiB, MiB).body, { limit, budget, signal })
    const copy = vi.spyOn(Buffer.prototype, 'copy').mockImplementation(function (this: Buffer, ...args) {
      if (this.length > MiB) {
        expect(pieces.map(piece => piece.length)).toEqual(pieces.map(() => 0))
        pieces.push(this)
      }
      return original.apply(this, args)
    })
    try {
      expect(held.bytes().length).toBe(110 * MiB)
    } finally {
      copy.mockRestore()
    }
    expect(pieces).toHaveLength(4)
    expect(budget.held()).toBe(109 * MiB)
    held.release()
  })

  it('holds nothing of a body that failed', async () => {
    const budget = createByteBudget()
    const { body } = bodyOf(3 * MiB, 10_000)
    const failing = holdBody(body, { limit: { ...limit, max_bytes: 2 * MiB }, budget, signal })
    await expect(failing).rejects.toMatchObject({ kind: 'bad_answer' })
    expect(budget.held()).toBe(0)
  })
})
