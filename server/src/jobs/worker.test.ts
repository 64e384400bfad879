import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { Database } from '#db/database.ts'
import { describeEachEngine, openFresh } from '#test/engines.ts'
import { iso, systemClock } from '#kit/clock.ts'
import { createTestClock } from '#test/test-clock.ts'
import { defineJob, done, type JobHandler, LeaseLost, WorkerStopping } from './index.ts'
import { createLeaseClock } from './lease-clock.ts'
import { createTestJobs, enqueueNote, note, watchTransactions } from '#test/test-jobs.ts'

const SECOND = 1000

/** A handler whose runs a test can observe and release. */
function createGate() {
  const begun: string[] = []
  const signals = new Map<string, AbortSignal>()
  const ends = new Map<string, PromiseWithResolvers<void>>()
  const waiters: { count: number; resolve: () => void }[] = []
  const handler: JobHandler<{ text: string }> = async ({ payload: { text }, signal }) => {
    const end = Promise.withResolvers<void>()
    ends.set(text, end)
    signals.set(text, signal)
    signal.addEventListener('abort', () => end.reject(signal.reason))
    begun.push(text)
    for (const { count, resolve } of waiters) if (begun.length >= count) resolve()
    await end.promise
    return done()
  }
  return {
    begun,
    handler,
    signal: (text: string) => signals.get(text),
    end: (text: string) => ends.get(text)?.resolve(),
    untilBegun: (count: number) =>
      new Promise<void>(resolve => {
        if (begun.length >= count) resolve()
        else waiters.push({ count, resolve })
      }),
  }
}

describeEachEngine('worker', (open, engine) => {
  async function setUp(concurrency = 8, database?: Database) {
    const test = createTestJobs(database ?? (await open()), createTestClock(), { concurrency })
    const gate = createGate()
    test.jobs.define(note)
    test.jobs.handle(note, gate.handler)
    return { ...test, gate }
  }

  it('starts a job when its transaction commits, and not before', async () => {
    const test = await setUp()
    await test.jobs.start()
    await test.database.transaction(async tx => {
      await test.jobs.enqueue(tx, note, { text: 'a' })
      expect(test.gate.begun).toEqual([])
    })
    await test.gate.untilBegun(1)
    test.gate.end('a')
  })

  it('starts jobs that fall due with the next sweep (1/4.8: 10 s)', async () => {
    const test = await setUp()
    await test.jobs.start()
    await enqueueNote(test, 'later', { run_at: new Date('2026-11-15T09:00:15Z') })
    expect(test.gate.begun).toEqual([])
    test.clock.advance(20 * SECOND)
    await test.gate.untilBegun(1)
    test.gate.end('later')
  })

  it('starts a job that is due before the next sweep on time', async () => {
    const test = await setUp()
    await test.jobs.start()
    await enqueueNote(test, 'soon', { run_at: new Date('2026-11-15T09:00:03Z') })
    test.clock.advance(3 * SECOND)
    await test.gate.untilBegun(1)
    test.gate.end('soon')
  })

  it('runs lanes in parallel, and the jobs of one lane one after the other (1:3)', async () => {
    const test = await setUp()
    await enqueueNote(test, 'radarr 1', { lane: 'radarr' })
    await enqueueNote(test, 'radarr 2', { lane: 'radarr' })
    await enqueueNote(test, 'sonarr 1', { lane: 'sonarr' })
    await test.jobs.start()
    await test.gate.untilBegun(2)
    expect(test.gate.begun.toSorted()).toEqual(['radarr 1', 'sonarr 1'])
    test.gate.end('radarr 1')
    await test.gate.untilBegun(3)
    expect(test.gate.begun[2]).toBe('radarr 2')
    test.gate.end('radarr 2')
    test.gate.end('sonarr 1')
  })

  it('runs no more jobs at once than the limit, and starts the next as one ends', async () => {
    const test = await setUp(2)
    for (const text of ['1', '2', '3']) await enqueueNote(test, text)
    await test.jobs.start()
    await test.gate.untilBegun(2)
    expect(test.gate.begun).toHaveLength(2)
    for (const text of test.gate.begun) test.gate.end(text)
    await test.gate.untilBegun(3)
    test.gate.begun.forEach(test.gate.end)
  })

  it('renews its lease every 10 s, so that a long job is not taken over', async () => {
    const { database, untilEnded } = watchTransactions(await open())
    const test = await setUp(8, database)
    const id = await enqueueNote(test, 'long', { lane: 'radarr' })
    await test.jobs.start()
    await test.gate.untilBegun(1)
    for (let n = 0; n < 60; n++) {
      test.clock.advance(10 * SECOND)
      await untilEnded()
      const now = test.clock.now().getTime()
      expect(await leaseEnd(test.database)).toBe(iso(now + 30 * SECOND))
    }
    const renewed = await leasesAt(test.database, '2026-11-15T09:10:00.000Z')
    expect(renewed).toEqual({ jobs: [{ id }], lanes: [{ name: 'lane:radarr' }] })
    // C1: even if this process dies now, another one soon takes the job over.
    expect(await leasesAt(test.database, '2026-11-15T09:10:30.000Z')).toEqual({ jobs: [], lanes: [] })
    expect(test.gate.begun).toEqual(['long'])
    test.gate.end('long')
  })

  it('aborts a handler whose lease was lost, and writes nothing for it', async () => {
    const test = await setUp()
    await enqueueNote(test, 'x', { dedupe_key: 'x' })
    await test.jobs.start()
    await test.gate.untilBegun(1)
    const aborted = new Promise(resolve => test.gate.signal('x')?.addEventListener('abort', resolve))
    await test.database.transaction(tx => test.jobs.cancel(tx, note, 'x'))
    test.clock.advance(10 * SECOND)
    await aborted
    expect(test.gate.signal('x')?.reason).toBeInstanceOf(LeaseLost)
    await test.jobs.stop()
    expect(test.log.lines.map(line => line.level)).toEqual(['debug'])
  })

  it.each([
    ['fails', () => Promise.reject(new Error('gone'))],
    ['hangs', () => new Promise<never>(() => {})],
  ])('stops before anybody else can begin when the database %s', async (_how, transaction) => {
    const database = await open()
    const broken = { ...database }
    const test = createTestJobs(broken)
    const gate = createGate()
    test.jobs.define(note)
    test.jobs.handle(note, gate.handler)
    await enqueueNote({ ...test, database }, 'x')
    await test.jobs.start()
    await gate.untilBegun(1)
    broken.transaction = transaction
    test.clock.advance(24 * SECOND)
    await setImmediate()
    expect(gate.signal('x')?.aborted).toBe(false)
    test.clock.advance(SECOND)
    expect(gate.signal('x')?.reason).toBeInstanceOf(LeaseLost)
    broken.transaction = database.transaction
  })

  it('starts no job twice when the wall clock is set forward', async () => {
    const test = await setUp()
    await enqueueNote(test, 'a', { lane: 'radarr' })
    await enqueueNote(test, 'b', { lane: 'radarr' })
    await test.jobs.start()
    await test.gate.untilBegun(1)
    test.clock.stepWallClock(3600 * SECOND)
    await enqueueNote(test, 'c')
    await test.gate.untilBegun(2)
    expect(test.gate.begun).toEqual(['a', 'c'])
    test.gate.end('a')
    await test.gate.untilBegun(3)
    test.gate.begun.forEach(test.gate.end)
  })

  it('lets running handlers finish when it stops, and claims no further jobs', async () => {
    const test = await setUp(1)
    await enqueueNote(test, 'a')
    await enqueueNote(test, 'b', { dedupe_key: 'b', run_at: new Date('2026-11-15T08:59:59Z') })
    await test.jobs.start()
    await test.gate.untilBegun(1)
    const stopped = test.jobs.stop()
    test.gate.end('b')
    await stopped
    expect(test.gate.begun).toEqual(['b'])
    expect(await test.jobs.find(test.database.read, note, 'b')).toBeNull()
    expect(await test.jobs.nextDueAt()).not.toBeNull()
  })

  it.each(['before', 'meanwhile'])('does not start when it was stopped %s', async order => {
    const test = await setUp()
    const stopped = order === 'before' ? test.jobs.stop() : undefined
    const starting = test.jobs.start()
    await (stopped ?? test.jobs.stop())
    await starting
    await enqueueNote(test, 'late', { dedupe_key: 'late' })
    test.clock.advance(10 * SECOND)
    // Every claim takes this lock.
    for (let turn = 0; turn < 5; turn++) {
      await setImmediate()
      await test.database.withWriteLock('jobs', async () => {})
    }
    expect(test.gate.begun).toEqual([])
    const job = await test.jobs.find(test.database.read, note, 'late')
    expect(job).toMatchObject({ state: 'ready', attempts: 0 })
  })

  it('gives back jobs that it was just claiming when it was stopped, without starting them', async () => {
    const test = await setUp()
    await test.jobs.start()
    const id = await enqueueNote(test, 'late', {
      dedupe_key: 'late',
      run_at: new Date('2026-11-15T09:00:01Z'),
    })
    test.clock.stepWallClock(SECOND)
    const claiming = test.jobs.runNow(id, 10 * SECOND)
    await test.jobs.stop()
    expect(await claiming).toBe('not_started')
    expect(test.gate.begun).toEqual([])
    const job = await test.jobs.find(test.database.read, note, 'late')
    expect(job).toMatchObject({ state: 'ready', attempts: 0 })
  })

  it('aborts handlers after the grace period and gives their jobs back at once', async () => {
    const test = await setUp()
    await enqueueNote(test, 'slow', { dedupe_key: 'slow', lane: 'radarr' })
    await test.jobs.start()
    await test.gate.untilBegun(1)
    const stopped = test.jobs.stop()
    test.clock.advance(20 * SECOND)
    await stopped
    expect(test.gate.signal('slow')?.reason).toBeInstanceOf(WorkerStopping)
    const job = await test.jobs.find(test.database.read, note, 'slow')
    expect(job).toMatchObject({ state: 'ready', attempts: 0 })
    expect(await test.database.read.selectFrom('leases').selectAll().execute()).toEqual([])
  })

  it('gives the job of a handler that does not stop back, and drops the outcome of that handler', async () => {
    const test = createTestJobs(await open())
    const end = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    test.jobs.define(note)
    test.jobs.handle(note, async () => {
      begun.resolve()
      await end.promise
      return done()
    })
    await enqueueNote(test, 'deaf', { dedupe_key: 'deaf', lane: 'radarr' })
    await test.jobs.start()
    await begun.promise
    const stopped = test.jobs.stop()
    test.clock.advance(20 * SECOND)
    // Lets `stop` come to its second wait.
    await setImmediate()
    test.clock.advance(SECOND)
    await stopped
    end.resolve()
    await test.jobs.stop()
    expect(await test.jobs.find(test.database.read, note, 'deaf')).toMatchObject({
      state: 'ready',
      attempts: 0,
    })
    expect(await test.database.read.selectFrom('leases').selectAll().execute()).toEqual([])
  })

  it(`takes over the jobs of a process that was killed (C1: ${engine})`, async () => {
    const killed = await setUp()
    await enqueueNote(killed, 'x')
    await killed.jobs.start()
    await killed.gate.untilBegun(1)
    const next = createTestJobs(killed.database, killed.clock)
    const gate = createGate()
    next.jobs.define(note)
    next.jobs.handle(note, gate.handler)
    if (engine === 'postgres') {
      // On another machine: the killed process no longer renews its lease, which soon ends.
      const past = '2026-11-15T08:59:00.000Z'
      await next.database.transaction(tx => tx.updateTable('jobs').set({ leased_until: past }).execute())
    }
    await next.jobs.start()
    await gate.untilBegun(1)
    killed.gate.end('x')
    await killed.jobs.stop()
    const row = await next.database.read.selectFrom('jobs').select(['state', 'attempts']).execute()
    expect(row).toEqual([{ state: 'running', attempts: 2 }])
    gate.end('x')
  })

  it('runs a job at once when somebody waits for it, unless its lane is busy (C4)', async () => {
    const test = await setUp()
    const first = await enqueueNote(test, 'a', { lane: 'radarr' })
    const second = await enqueueNote(test, 'b', { lane: 'radarr' })
    const waiting = test.jobs.runNow(first, 10 * SECOND)
    await test.gate.untilBegun(1)
    expect(await test.jobs.runNow(second, 10 * SECOND)).toBe('not_started')
    test.gate.end('a')
    expect(await waiting).toBe('ended')
    const late = test.jobs.runNow(second, 10 * SECOND)
    await test.gate.untilBegun(2)
    await test.database.withWriteLock('jobs', async () => {})
    test.clock.advance(10 * SECOND)
    expect(await late).toBe('running')
    test.gate.end('b')
    await test.jobs.settle()
    expect(await test.jobs.runNow(second, 0)).toBe('not_started')
  })

  it('leaves jobs of another version alone and logs that once', async () => {
    const test = await setUp()
    const stranger = createTestJobs(test.database)
    const memo = defineJob({ name: 'memo', payload: { parse: () => ({}) } })
    stranger.jobs.define(memo)
    await test.database.transaction(tx => stranger.jobs.enqueue(tx, memo, {}))
    await test.jobs.start()
    for (let n = 0; n < 3; n++) test.clock.advance(3600 * SECOND)
    await test.jobs.stop()
    await test.database.read.selectFrom('jobs').selectAll().execute()
    expect(test.log.lines.filter(line => line.fields.job === 'memo')).toHaveLength(1)
    expect(await test.database.read.selectFrom('jobs').select('state').execute()).toEqual([
      { state: 'ready' },
    ])
  })
})

it('on PostgreSQL leases follow the clock of the database, not those of the processes', async () => {
  const database = await openFresh('postgres')
  const hour = 3600 * SECOND
  const process = (offset: number) => {
    const clock = createTestClock(iso(systemClock.now().getTime() + offset))
    const test = createTestJobs(database, clock, { lease_clock: createLeaseClock({ database, clock }) })
    const gate = createGate()
    test.jobs.define(note)
    test.jobs.handle(note, gate.handler)
    return { ...test, gate }
  }
  const [behind, ahead] = [process(-hour), process(hour)]
  const id = await enqueueNote(behind, 'x', { lane: 'radarr' })
  const running = behind.jobs.runNow(id, SECOND)
  await behind.gate.untilBegun(1)
  const [lease] = await database.read.selectFrom('leases').selectAll().execute()
  const left = Date.parse(lease?.leased_until ?? '') - systemClock.now().getTime()
  expect(left).toBeGreaterThan(20 * SECOND)
  expect(left).toBeLessThanOrEqual(31 * SECOND)
  // By the clock of this process, that lease ended long ago.
  await ahead.jobs.settle()
  expect(ahead.gate.begun).toEqual([])
  // The holder died; the lease has ended by the clock of the database only.
  await database.transaction(async tx => {
    const past = { leased_until: iso(systemClock.now().getTime() - SECOND) }
    await tx.updateTable('jobs').set(past).execute()
    await tx.updateTable('leases').set(past).execute()
  })
  const late = process(-2 * hour)
  await late.jobs.start()
  await late.gate.untilBegun(1)
  late.gate.end('x')
  behind.gate.end('x')
  await running
})

async function leaseEnd(database: Parameters<typeof createTestJobs>[0]) {
  return (await database.read.selectFrom('leases').select('leased_until').executeTakeFirst())?.leased_until
}

async function leasesAt(database: Parameters<typeof createTestJobs>[0], now: string) {
  const jobs = await database.read.selectFrom('jobs').select('id').where('leased_until', '>', now).execute()
  const lanes = await database.read
    .selectFrom('leases')
    .select('name')
    .where('leased_until', '>', now)
    .execute()
  return { jobs, lanes }
}
