import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { Database } from '#db/database.ts'
import { iso } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import { createTestClock } from '#test/test-clock.ts'
import { describeEachEngine } from '#test/engines.ts'
import { createExclusive, createHoldLease } from './exclusive.ts'

/** Work that ends when a test says so, or when its signal does. */
function createWork() {
  const begun = Promise.withResolvers<AbortSignal>()
  const end = Promise.withResolvers<void>()
  const run = async (signal: AbortSignal) => {
    signal.addEventListener('abort', () => end.reject(signal.reason))
    begun.resolve(signal)
    await end.promise
    return 'done'
  }
  return { run, begun: begun.promise, end: () => end.resolve() }
}

describeEachEngine('a turn', open => {
  async function setUp(transaction?: Database['transaction']) {
    const database = await open()
    const clock = createTestClock()
    const lease_clock = async () => clock.now().getTime()
    const state = { fails: false }
    const failing = {
      ...database,
      transaction: ((run, options) =>
        state.fails && transaction
          ? transaction(run)
          : database.transaction(run, options)) as Database['transaction'],
    }
    const takeTurn = createExclusive({ database: failing, clock, lease_clock })
    return { database, clock, takeTurn, state }
  }

  it('ends its work when its lease is gone', async () => {
    const { database, clock, takeTurn } = await setUp()
    const work = createWork()
    const taken = takeTurn('x', work.run)
    const signal = await work.begun
    await database.transaction(tx => tx.deleteFrom('leases').execute())
    expect(signal.aborted).toBe(false)
    clock.advance(15_000)
    await expect(taken).rejects.toMatchObject({ code: 'conflict' })
    expect(signal.aborted).toBe(true)
  })

  it.each([
    ['fails', () => Promise.reject(new Error('gone'))],
    ['hangs', () => new Promise<never>(() => {})],
  ])('ends its work before anybody else can begin when the database %s', async (_how, transaction) => {
    const { database, clock, takeTurn, state } = await setUp(transaction)
    const work = createWork()
    // The release may hang with the database, so nobody waits for the end of the turn.
    void takeTurn('x', work.run).catch(() => {})
    const signal = await work.begun
    const { leased_until } = await database.read.selectFrom('leases').selectAll().executeTakeFirstOrThrow()
    state.fails = true
    while (!signal.aborted && iso(clock.now()) < leased_until) {
      clock.advance(500)
      await setImmediate()
    }
    expect(signal.aborted).toBe(true)
    expect(signal.reason).toMatchObject({ code: 'conflict' })
    expect(iso(clock.now()) < leased_until).toBe(true)
  })

  it('keeps the outcome of its work when it cannot be released', async () => {
    const { takeTurn, state } = await setUp(() => Promise.reject(new Error('gone')))
    const work = createWork()
    const taken = takeTurn('x', work.run)
    await work.begun
    state.fails = true
    work.end()
    expect(await taken).toBe('done')
  })

  it('is not waited for by work that is no longer wanted, and the others keep their order', async () => {
    const { takeTurn } = await setUp()
    const first = createWork()
    const third = createWork()
    const leaving = new AbortController()
    let hasRun = false
    const one = takeTurn('x', first.run)
    await first.begun
    const two = takeTurn(
      'x',
      async () => {
        hasRun = true
      },
      leaving.signal,
    )
    const three = takeTurn('x', third.run)
    leaving.abort(new Error('the lease of the job is gone'))
    await expect(two).rejects.toThrow('the lease of the job is gone')
    let thirdHasBegun = false
    void third.begun.then(() => (thirdHasBegun = true))
    await setImmediate()
    expect(thirdHasBegun).toBe(false)
    first.end()
    expect(await one).toBe('done')
    await third.begun
    third.end()
    expect([await three, hasRun]).toEqual(['done', false])
  })

  it('passes on the signal of whoever took it, and then frees the name', async () => {
    const { database, takeTurn } = await setUp()
    const work = createWork()
    const leaving = new AbortController()
    const taken = takeTurn('x', work.run, leaving.signal)
    await work.begun
    leaving.abort(new Error('left'))
    await expect(taken).rejects.toThrow('left')
    expect(await database.read.selectFrom('leases').selectAll().execute()).toEqual([])
    expect(await takeTurn('x', async () => 'next')).toBe('next')
    await expect(takeTurn('x', async () => 'never', leaving.signal)).rejects.toThrow('left')
  })

  it('is refused at once where nobody queues, to one of several in any process (2/4.12)', async () => {
    const { database, clock } = await setUp()
    const lease_clock = async () => clock.now().getTime()
    const taken = () => new Refusal('busy')
    const createHold = () => createHoldLease({ database, clock, lease_clock, taken })
    const [here, there] = [createHold(), createHold()]
    const work = createWork()
    const one = here('box', work.run)
    await work.begun
    await expect(here('box', async () => 'never')).rejects.toMatchObject({ code: 'busy' })
    await expect(there('box', async () => 'never')).rejects.toMatchObject({ code: 'busy' })
    expect(await there('another', async () => 'done')).toBe('done')
    work.end()
    expect(await one).toBe('done')
    expect(await there('box', async () => 'next')).toBe('next')
  })
})
