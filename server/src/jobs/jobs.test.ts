import { expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#kit/durations.ts'
import { describeEachEngine } from '#test/engines.ts'
import { again, attention, done, type JobHandler, LeaseLost, park, retry } from './index.ts'
import { createTestJobs, enqueueNote, note } from '#test/test-jobs.ts'

type NoteHandler = JobHandler<{ text: string }>

function expectQuiet(log: { lines: { level: string }[] }): void {
  expect(log.lines.filter(line => line.level !== 'debug')).toEqual([])
}

describeEachEngine('jobs', open => {
  async function setUp(handler: NoteHandler) {
    const test = createTestJobs(await open())
    test.jobs.define(note)
    test.jobs.handle(note, handler)
    return test
  }

  it('runs what was enqueued with its payload, and forgets it when done', async () => {
    const got: unknown[] = []
    const test = await setUp(async ({ payload, attempt, job_id }) => {
      got.push({ payload, attempt, job_id })
      return done()
    })
    const job_id = await enqueueNote(test, 'hello')
    await test.jobs.settle()
    expect(got).toEqual([{ payload: { text: 'hello' }, attempt: 1, job_id }])
    expect(await test.database.read.selectFrom('jobs').selectAll().execute()).toEqual([])
    expectQuiet(test.log)
  })

  it('settles what a job enqueues, and leaves what is not due', async () => {
    const ran: string[] = []
    const test = await setUp(async ({ payload: { text } }) => {
      ran.push(text)
      if (text.length < 4) await enqueueNote(test, `${text}!`)
      return done()
    })
    await enqueueNote(test, 'a')
    await enqueueNote(test, 'tomorrow', { run_at: new Date('2026-11-16T09:00:00Z') })
    await test.jobs.settle()
    expect(ran).toEqual(['a', 'a!', 'a!!', 'a!!!'])
    expect(await test.jobs.nextDueAt()).toEqual(new Date('2026-11-16T09:00:00Z'))
  })

  it('retries a throw by the ladder, honours its retry_after_ms, and never stores its message (1:3)', async () => {
    const faults = [
      new Error('secret host'),
      Object.assign(new Error('slow down'), { kind: 'rate_limited', retry_after_ms: 20 * MINUTE_MS }),
    ]
    const test = await setUp(async () => {
      const fault = faults.shift()
      if (fault) throw fault
      return done()
    })
    await enqueueNote(test, 'x', { dedupe_key: 'x' })
    await test.jobs.settle()
    const find = () => test.jobs.find(test.database.read, note, 'x')
    expect(await find()).toMatchObject({ reason: 'Error', run_at: '2026-11-15T09:01:00.000Z', attempts: 1 })
    test.clock.advance(MINUTE_MS)
    await test.jobs.settle()
    expect(await find()).toMatchObject({ reason: 'rate_limited', run_at: '2026-11-15T09:21:00.000Z' })
    test.clock.advance(20 * MINUTE_MS)
    await test.jobs.settle()
    expect(await find()).toBeNull()
  })

  it('needs attention after fifty attempts, and starts the ladder again when woken (1:3, C6)', async () => {
    let attempts = 0
    const test = await setUp(async ({ attempt }) => {
      attempts = attempt
      return retry({ reason: 'unreachable' })
    })
    await enqueueNote(test, 'x', { dedupe_key: 'x' })
    for (let n = 1; n <= 60; n++) {
      await test.jobs.settle()
      test.clock.advance(360 * MINUTE_MS)
    }
    expect(attempts).toBe(50)
    const find = () => test.jobs.find(test.database.read, note, 'x')
    expect(await find()).toMatchObject({ state: 'attention', reason: 'unreachable', attempts: 50 })
    expect(await test.database.transaction(tx => test.jobs.wake(tx, note, 'x'))).toBe(true)
    await test.jobs.settle()
    expect(attempts).toBe(1)
    expect(await find()).toMatchObject({ state: 'ready', attempts: 1 })
  })

  it.each([
    ['a retry', () => retry({ reason: 'unreachable' })],
    ['a throw', () => Promise.reject(new Error('broken'))],
    ['a wait for an event', () => park('author_import')],
    ['attention', () => attention('look')],
    ['a later time', () => again(new Date('2026-11-16T09:00:00Z'))],
  ])('runs again at once when it was woken during a run that ended in %s (C6)', async (_name, end) => {
    const attempts: number[] = []
    const test = await setUp(async ({ attempt, payload }) => {
      attempts.push(attempt)
      if (attempts.length > 1) return done()
      await test.database.transaction(tx => test.jobs.wake(tx, note, payload.text))
      return end()
    })
    await enqueueNote(test, 'x', { dedupe_key: 'x' })
    await test.jobs.settle()
    expect(attempts).toEqual([1, 1])
    expect(await test.jobs.find(test.database.read, note, 'x')).toBeNull()
  })

  it('tells a slice the true time of a retry that was woken meanwhile', async () => {
    const endings: unknown[] = []
    const test = await setUp(async ({ lease, payload }) => {
      if (endings.length > 0) return done()
      await test.database.transaction(tx => test.jobs.wake(tx, note, payload.text))
      return test.database.transaction(async tx => {
        const concluded = await lease.conclude(tx, retry({ reason: 'timeout' }))
        endings.push(concluded.ending)
        return concluded
      })
    })
    await enqueueNote(test, 'x', { dedupe_key: 'x' })
    await test.jobs.settle()
    expect(endings).toEqual([
      { state: 'retry', reason: 'timeout', run_at: new Date('2026-11-15T09:00:00.000Z') },
    ])
  })

  it('parks until woken, however long (1:3)', async () => {
    const outcomes = [park('author_import'), park('author_import'), done()]
    const test = await setUp(async () => outcomes.shift() ?? done())
    await enqueueNote(test, 'x', { dedupe_key: 'x' })
    await test.jobs.settle()
    test.clock.advance(365 * DAY_MS)
    await test.jobs.settle()
    expect(outcomes).toHaveLength(2)
    for (let n = 0; n < 2; n++) {
      await test.database.transaction(tx => test.jobs.wake(tx, note, 'x'))
      await test.jobs.settle()
    }
    expect(await test.jobs.find(test.database.read, note, 'x')).toBeNull()
  })

  it('keeps recurring work in one row and forgets its attempts', async () => {
    const attempts: number[] = []
    const test = await setUp(async ({ attempt }) => {
      attempts.push(attempt)
      if (attempts.length === 2) return retry({ reason: 'disk' })
      return again(new Date(test.clock.now().getTime() + 10 * MINUTE_MS))
    })
    const id = await enqueueNote(test, 'nightly', { dedupe_key: 'nightly' })
    for (let n = 0; n < 4; n++) {
      await test.jobs.settle()
      test.clock.advance(10 * MINUTE_MS)
    }
    expect(attempts).toEqual([1, 1, 2, 1])
    expect(await enqueueNote(test, 'nightly', { dedupe_key: 'nightly' })).toBe(id)
  })

  it('asks for attention when a payload cannot be read', async () => {
    const test = await setUp(async () => attention('never reached'))
    await enqueueNote(test, 'x', { dedupe_key: 'x' })
    await test.database.transaction(tx => tx.updateTable('jobs').set({ payload: '{"text":1}' }).execute())
    await test.jobs.settle()
    expect(await test.jobs.find(test.database.read, note, 'x')).toMatchObject({
      state: 'attention',
      reason: 'unreadable_payload',
    })
  })

  it('commits an effect and the end of its job together', async () => {
    const test = await setUp(({ payload, lease }) =>
      test.database.transaction(async tx => {
        await tx.insertInto('settings').values(result(payload.text)).execute()
        return lease.finish(tx)
      }),
    )
    await enqueueNote(test, 'x')
    await test.jobs.settle()
    expect(await test.database.read.selectFrom('settings').select('key').execute()).toEqual([{ key: 'x' }])
    expect(await test.database.read.selectFrom('jobs').selectAll().execute()).toEqual([])
    expectQuiet(test.log)
  })

  it('rolls the effect back when the lease was lost, and drops the outcome quietly', async () => {
    const seen: unknown[] = []
    const test = await setUp(({ payload, lease, attempt }) =>
      test.database
        .transaction(async tx => {
          await tx
            .insertInto('settings')
            .values(result(`${payload.text}${attempt}`))
            .execute()
          if (attempt === 1) await tx.updateTable('jobs').set({ leased_by: 'somebody else' }).execute()
          return lease.finish(tx)
        })
        .catch((error: unknown) => {
          seen.push(error)
          throw error
        }),
    )
    await enqueueNote(test, 'x')
    await test.jobs.settle()
    expect(seen).toEqual([expect.any(LeaseLost)])
    expect(await test.database.read.selectFrom('settings').selectAll().execute()).toEqual([])
  })

  it('lets a checkpoint through only while the job is ours', async () => {
    const test = await setUp(async ({ lease, payload }) => {
      await test.database.transaction(tx => lease.assertHeld(tx))
      await test.database.transaction(tx => test.jobs.cancel(tx, note, payload.text))
      const late = test.database.transaction(tx => lease.assertHeld(tx))
      await expect(late).rejects.toBeInstanceOf(LeaseLost)
      return done()
    })
    await enqueueNote(test, 'x', { dedupe_key: 'x' })
    await test.jobs.settle()
    expectQuiet(test.log)
  })

  it('tells a slice what its outcome meant', async () => {
    const endings: unknown[] = []
    const test = await setUp(({ lease }) =>
      test.database.transaction(async tx => {
        const concluded = await lease.conclude(tx, retry({ reason: 'timeout' }))
        endings.push(concluded.ending)
        return concluded
      }),
    )
    await enqueueNote(test, 'x')
    await test.jobs.settle()
    expect(endings).toEqual([
      { state: 'retry', reason: 'timeout', run_at: new Date('2026-11-15T09:01:00.000Z') },
    ])
  })

  it('wakes a second worker on the same database, and each job runs once', async () => {
    const database = await open()
    const ran: string[] = []
    const workers = [createTestJobs(database), createTestJobs(database)] as const
    for (const { jobs } of workers) {
      jobs.define(note)
      jobs.handle(note, async ({ payload }) => {
        ran.push(payload.text)
        return done()
      })
    }
    const texts = Array.from({ length: 30 }, (_, n) => String(n).padStart(2, '0'))
    for (const text of texts) await enqueueNote(workers[0], text)
    await Promise.all(workers.map(({ jobs }) => jobs.settle()))
    expect(ran.sort()).toEqual(texts)
  })

  it('releases a lane with its job, whatever came of it', async () => {
    const test = await setUp(async ({ payload }) => (payload.text === 'a' ? park('why') : done()))
    await enqueueNote(test, 'a', { lane: 'radarr' })
    await enqueueNote(test, 'b', { lane: 'radarr' })
    await test.jobs.settle()
    expect(await test.database.read.selectFrom('leases').selectAll().execute()).toEqual([])
    expect(await test.database.read.selectFrom('jobs').select('state').execute()).toEqual([
      { state: 'parked' },
    ])
  })
})

function result(key: string) {
  return { key, value: '1', encrypted: 0 as const, updated_at: '2026-11-15T09:00:00.000Z' }
}
