import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createByteBudget } from './byte-budget.ts'

const { signal } = new AbortController()

/** Whether a promise is settled once everything that can happen has happened. */
async function isDone(promise: Promise<void> | undefined): Promise<boolean> {
  const turn = new Promise<'waits'>(resolve => setImmediate(resolve, 'waits'))
  return (await Promise.race([promise, turn])) !== 'waits'
}

describe('what all reads may hold together', () => {
  it('never lets a small read wait', async () => {
    const budget = createByteBudget({ free: 10, shared: 20 })
    const [oldest, second] = [budget.open(), budget.open()]
    expect([oldest.take(1000, signal), second.take(20, signal)]).toEqual([undefined, undefined])
    expect(await isDone(second.take(1, signal))).toBe(false)
    for (let i = 0; i < 100; i++) expect(budget.open().take(10, signal)).toBeUndefined()
  })

  it('lets the oldest large read go on, and the next one when it is done', async () => {
    const budget = createByteBudget({ free: 10, shared: 20 })
    const reads = [budget.open(), budget.open(), budget.open()] as const
    expect(reads[0].take(1000, signal)).toBeUndefined()
    expect(reads[1].take(15, signal)).toBeUndefined()
    const more = reads[1].take(1000, signal)
    const other = reads[2].take(15, signal)
    expect([await isDone(more), await isDone(other)]).toEqual([false, false])
    expect(budget.held()).toBe(1015)
    reads[0].close()
    expect([await isDone(more), await isDone(other)]).toEqual([true, true])
    expect(budget.held()).toBe(1030)
    reads[1].close()
    reads[2].close()
    expect(budget.held()).toBe(0)
  })

  it('lets a read leave that waits, with the reason of its signal', async () => {
    const budget = createByteBudget({ free: 0, shared: 5 })
    const leaving = new AbortController()
    expect(budget.open().take(100, signal)).toBeUndefined()
    const second = budget.open()
    const waiting = second.take(100, leaving.signal)
    leaving.abort(new Error('left'))
    await expect(waiting).rejects.toThrow('left')
    await expect(second.take(100, leaving.signal)).rejects.toThrow('left')
    second.close()
    expect(budget.held()).toBe(100)
  })

  it('holds its sum and comes to an end with any reads in any order', async () => {
    const free = 4
    const shared = 16
    const plan = fc.array(fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 1, maxLength: 8 }), {
      minLength: 1,
      maxLength: 12,
    })
    await fc.assert(
      fc.asyncProperty(plan, fc.scheduler(), async (reads, scheduler) => {
        const budget = createByteBudget({ free, shared })
        const largest = Math.max(...reads.map(chunks => chunks.reduce((a, b) => a + b, 0)))
        const run = async (chunks: readonly number[]) => {
          const charge = budget.open()
          for (const bytes of chunks) {
            await charge.take(bytes, signal)
            expect(budget.held()).toBeLessThanOrEqual(largest + shared)
            await scheduler.schedule(Promise.resolve())
          }
          charge.close()
        }
        const all = Promise.all(reads.map(run))
        await scheduler.waitFor(all)
        expect(budget.held()).toBe(0)
      }),
    )
  })
})
