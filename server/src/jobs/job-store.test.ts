import { expect, it } from 'vitest'
import type { Database } from '#db/database.ts'
import { describeEachEngine } from '#test/engines.ts'
import { claimDue, type ClaimedJob, type ClaimRequest, releaseAllLeases } from './job-claim.ts'
import { finish, giveBack, renew, rest, retryLater, runAgain } from './job-fence.ts'
import {
  cancelJob,
  enqueueJob,
  findJob,
  listOtherNames,
  type NewJob,
  nextDueAt,
  wakeJob,
} from './job-store.ts'

const at = (minute: number) => `2026-11-15T09:${String(minute).padStart(2, '0')}:00.000Z`
const KEY = { name: 'note', dedupe_key: 'k' }

function enqueue(db: Database, job: Partial<NewJob> = {}): Promise<number> {
  return db.transaction(tx => enqueueJob(tx, { name: 'note', payload: '{}', now: at(0), ...job }))
}

function claim(db: Database, request: Partial<ClaimRequest> = {}): Promise<ClaimedJob[]> {
  const all = { engine: db.engine, owner: 'w', names: ['note'], now: at(0), lease_until: at(5), limit: 32 }
  const lease_now = request.now ?? all.now
  return db.withWriteLock('jobs', tx => claimDue(tx, { ...all, lease_now, ...request }))
}

async function claimOne(db: Database, request: Partial<ClaimRequest> = {}): Promise<ClaimedJob> {
  const [job] = await claim(db, request)
  if (!job) throw new Error('nothing was due')
  return job
}

const rows = (db: Database) => db.read.selectFrom('jobs').selectAll().orderBy('created_at').execute()

describeEachEngine('job store', open => {
  it('claims what is due, oldest first, up to the limit, and nothing twice', async () => {
    const db = await open()
    const late = await enqueue(db, { run_at: at(3) })
    const early = await enqueue(db, { run_at: at(1) })
    const future = await enqueue(db, { run_at: at(9) })
    expect(await claim(db, { now: at(0) })).toEqual([])
    expect((await claim(db, { now: at(4), limit: 1 })).map(job => job.id)).toEqual([early])
    expect((await claim(db, { now: at(4) })).map(job => job.id)).toEqual([late])
    expect(await claim(db, { now: at(4) })).toEqual([])
    expect((await claim(db, { now: at(9), lease_until: at(14) })).map(job => job.id)).toContain(future)
  })

  it('gives each job to one of two owners who claim at once', async () => {
    const db = await open()
    for (let n = 0; n < 20; n++) await enqueue(db)
    const claims = await Promise.all(['a', 'b', 'c', 'd'].map(owner => claim(db, { owner, limit: 8 })))
    const ids = claims.flat().map(job => job.id)
    expect(ids).toHaveLength(20)
    expect(new Set(ids).size).toBe(20)
  })

  it('takes one job of each lane, so that a long lane starves no other (1:3)', async () => {
    const db = await open()
    for (let n = 0; n < 5; n++) await enqueue(db, { lane: 'radarr', run_at: at(n) })
    await enqueue(db, { lane: 'sonarr', run_at: at(6) })
    await enqueue(db, { run_at: at(7) })
    const lanes = (await claim(db, { now: at(8), lease_until: at(13), limit: 3 })).map(job => job.lane)
    expect(lanes).toEqual(['radarr', 'sonarr', null])
    expect(await claim(db, { now: at(8) })).toEqual([])
  })

  it('takes over a job and its lane when the lease has expired, and fences the late owner out', async () => {
    const db = await open()
    const id = await enqueue(db, { lane: 'radarr' })
    const first = await claimOne(db)
    expect(await claim(db, { now: at(4), lease_until: at(9) })).toEqual([])
    const second = await claimOne(db, { now: at(5), lease_until: at(10) })
    expect(second).toMatchObject({ id, attempt: 2, lane: 'radarr' })
    const late = await db.transaction(async tx => [
      await renew(tx, first, at(20)),
      await finish(tx, first, at(6)),
      await retryLater(tx, first, { run_at: at(7), reason: 'late', now: at(6) }),
      await runAgain(tx, first, { run_at: at(7), now: at(6) }),
      await rest(tx, first, { state: 'parked', reason: 'late', now: at(6) }),
      await giveBack(tx, first, at(6)),
    ])
    expect(late).toEqual([false, false, null, null, false, false])
    expect(await db.transaction(tx => finish(tx, second, at(6)))).toBe(true)
    expect(await rows(db)).toEqual([])
  })

  it('leaves jobs alone that it does not know, and names them', async () => {
    const db = await open()
    await enqueue(db, { name: 'from_the_future' })
    expect(await claim(db)).toEqual([])
    expect(await claim(db, { names: [] })).toEqual([])
    expect(await listOtherNames(db.read, ['note'])).toEqual(['from_the_future'])
    expect(await listOtherNames(db.read, [])).toEqual(['from_the_future'])
    expect(await nextDueAt(db.read, ['note'])).toBeNull()
  })

  it('uses an unfinished job of the same key, with the newer payload and the earlier time', async () => {
    const db = await open()
    const first = await enqueue(db, { dedupe_key: 'k', run_at: at(9), payload: '1' })
    expect(await enqueue(db, { dedupe_key: 'k', run_at: at(5), payload: '2' })).toBe(first)
    expect(await enqueue(db, { dedupe_key: 'k', run_at: at(7), payload: '3' })).toBe(first)
    expect(await enqueue(db, { dedupe_key: 'other' })).not.toBe(first)
    expect(await enqueue(db, { name: 'memo', dedupe_key: 'k' })).not.toBe(first)
    expect(await findJob(db.read, KEY)).toMatchObject({ id: first, run_at: at(5) })
    expect((await rows(db)).find(row => row.id === first)?.payload).toBe('3')
  })

  it('keeps the backoff of a job that is wished for again (1:3)', async () => {
    const db = await open()
    await enqueue(db, { dedupe_key: 'k' })
    const job = await claimOne(db)
    await db.transaction(tx => retryLater(tx, job, { run_at: at(8), reason: 'timeout', now: at(0) }))
    await enqueue(db, { dedupe_key: 'k', now: at(1) })
    expect(await findJob(db.read, KEY)).toMatchObject({ state: 'ready', attempts: 1, run_at: at(8) })
  })

  it('runs a job once more when it was wished for while it ran', async () => {
    const db = await open()
    const id = await enqueue(db, { dedupe_key: 'k' })
    const job = await claimOne(db)
    expect(await enqueue(db, { dedupe_key: 'k', now: at(1), payload: '2' })).toBe(id)
    expect(await claim(db, { now: at(1) })).toEqual([])
    expect(await db.transaction(tx => finish(tx, job, at(2)))).toBe(true)
    const next = await claimOne(db, { now: at(2), lease_until: at(7) })
    expect(next).toMatchObject({ id, payload: '2', attempt: 1 })
    expect(await db.transaction(tx => finish(tx, next, at(3)))).toBe(true)
    expect(await rows(db)).toEqual([])
  })

  it.each(['parked', 'attention'] as const)('is not left in %s by a run that was woken', async state => {
    const db = await open()
    await enqueue(db, { dedupe_key: 'k' })
    const job = await claimOne(db)
    expect(await db.transaction(tx => wakeJob(tx, KEY, at(1)))).toBe(true)
    const rested = { state, reason: 'author_import', now: at(2) }
    expect(await db.transaction(tx => rest(tx, job, rested))).toBe(true)
    expect(await findJob(db.read, KEY)).toMatchObject({ state: 'ready', run_at: at(1), attempts: 0 })
  })

  it('runs at once, with its attempts from 0, a job that was woken while a failing attempt ran (C6)', async () => {
    const db = await open()
    await enqueue(db, { dedupe_key: 'k' })
    const failed = { run_at: at(8), reason: 'timeout', now: at(2) }
    const first = await claimOne(db)
    expect(await db.transaction(tx => wakeJob(tx, KEY, at(1)))).toBe(true)
    expect(await db.transaction(tx => retryLater(tx, first, failed))).toBe(at(1))
    const second = await claimOne(db, { now: at(2), lease_until: at(7) })
    expect(second.attempt).toBe(1)
    // One wake, one run: the next failure waits out its delay.
    expect(await db.transaction(tx => retryLater(tx, second, failed))).toBe(at(8))
    expect(await findJob(db.read, KEY)).toMatchObject({ state: 'ready', attempts: 1, run_at: at(8) })
  })

  /** The three ways in which a run ends without an outcome. */
  const INTERRUPTIONS: readonly [string, (db: Database, job: ClaimedJob) => Promise<unknown>, number][] = [
    ['was given back', (db, job) => db.transaction(tx => giveBack(tx, job, at(6))), 0],
    ['died with its process', db => db.transaction(tx => releaseAllLeases(tx, at(6))), 1],
    ['lost its lease', async () => {}, 1],
  ]

  it.each(INTERRUPTIONS)(
    'starts the ladder again for a job that was woken during a run that %s (C6)',
    async (_how, interrupt) => {
      const db = await open()
      await enqueue(db, { dedupe_key: 'k' })
      const failed = { run_at: at(1), reason: 'timeout', now: at(0) }
      for (const minute of [0, 1]) {
        const job = await claimOne(db, { now: at(minute) })
        await db.transaction(tx => retryLater(tx, job, failed))
      }
      const third = await claimOne(db, { now: at(1) })
      expect(third.attempt).toBe(3)
      await db.transaction(tx => wakeJob(tx, KEY, at(2)))
      await interrupt(db, third)
      const next = await claimOne(db, { now: at(6), lease_until: at(11) })
      expect(next.attempt).toBe(1)
      // The wake is served by this run: its failure waits out its delay, and its end is the end.
      const later = { run_at: at(9), reason: 'timeout', now: at(7) }
      expect(await db.transaction(tx => retryLater(tx, next, later))).toBe(at(9))
      expect(await findJob(db.read, KEY)).toMatchObject({ attempts: 1, run_at: at(9), reason: 'timeout' })
    },
  )

  it.each(INTERRUPTIONS)(
    'serves what was enqueued during a run that %s by the next run, and by that alone',
    async (_how, interrupt, counted) => {
      const db = await open()
      await enqueue(db, { dedupe_key: 'k' })
      const first = await claimOne(db)
      await enqueue(db, { dedupe_key: 'k', now: at(1), payload: '2' })
      await interrupt(db, first)
      const next = await claimOne(db, { now: at(6), lease_until: at(11) })
      expect(next).toMatchObject({ payload: '2', attempt: counted + 1 })
      expect(await db.transaction(tx => finish(tx, next, at(7)))).toBe(true)
      expect(await rows(db)).toEqual([])
    },
  )

  it.each(INTERRUPTIONS)(
    'rests when the run after one that %s says so, although it was woken before that',
    async (_how, interrupt) => {
      const db = await open()
      await enqueue(db, { dedupe_key: 'k' })
      const first = await claimOne(db)
      await db.transaction(tx => wakeJob(tx, KEY, at(1)))
      await interrupt(db, first)
      const next = await claimOne(db, { now: at(6), lease_until: at(11) })
      const rested = { state: 'parked', reason: 'author_import', now: at(7) } as const
      await db.transaction(tx => rest(tx, next, rested))
      expect(await findJob(db.read, KEY)).toMatchObject({ state: 'parked', reason: 'author_import' })
    },
  )

  it('shows a job that was woken and interrupted as due, without the reason of earlier tries', async () => {
    const db = await open()
    await enqueue(db, { dedupe_key: 'k' })
    const job = await claimOne(db)
    await db.transaction(tx => wakeJob(tx, KEY, at(1)))
    await db.transaction(tx => releaseAllLeases(tx, at(2)))
    expect(await findJob(db.read, KEY)).toMatchObject({
      state: 'ready',
      attempts: 0,
      reason: null,
      run_at: at(0),
    })
    expect(await db.transaction(tx => finish(tx, job, at(3)))).toBe(false)
  })

  it('keeps the delay of a failed attempt that was only enqueued again while it ran (1:3)', async () => {
    const db = await open()
    await enqueue(db, { dedupe_key: 'k' })
    const job = await claimOne(db)
    await enqueue(db, { dedupe_key: 'k', now: at(1) })
    const failed = { run_at: at(8), reason: 'timeout', now: at(2) }
    expect(await db.transaction(tx => retryLater(tx, job, failed))).toBe(at(8))
    expect(await findJob(db.read, KEY)).toMatchObject({ run_at: at(8), attempts: 1, reason: 'timeout' })
  })

  it.each(['parked', 'attention'] as const)('rouses a job in %s by wake and by enqueue (C6)', async state => {
    const db = await open()
    await enqueue(db, { dedupe_key: 'k' })
    const rested = { state, reason: 'why', now: at(0) }
    const first = await claimOne(db)
    await db.transaction(tx => rest(tx, first, rested))
    expect(await claim(db, { now: at(50) })).toEqual([])
    expect(await findJob(db.read, KEY)).toMatchObject({ state, reason: 'why' })
    await db.transaction(tx => wakeJob(tx, KEY, at(3)))
    const second = await claimOne(db, { now: at(3), lease_until: at(8) })
    expect(second.attempt).toBe(1)
    await db.transaction(tx => rest(tx, second, rested))
    await enqueue(db, { dedupe_key: 'k', now: at(4) })
    expect(await findJob(db.read, KEY)).toMatchObject({
      state: 'ready',
      attempts: 0,
      run_at: at(4),
      reason: null,
    })
  })

  it('brings recurring work forward when it was wished for meanwhile', async () => {
    const db = await open()
    await enqueue(db, { dedupe_key: 'k' })
    const first = await claimOne(db)
    await db.transaction(tx => runAgain(tx, first, { run_at: at(30), now: at(0) }))
    expect(await nextDueAt(db.read, ['note'])).toBe(at(30))
    const second = await claimOne(db, { now: at(30), lease_until: at(35) })
    await enqueue(db, { dedupe_key: 'k', now: at(31) })
    await db.transaction(tx => runAgain(tx, second, { run_at: at(59), now: at(32) }))
    expect(await nextDueAt(db.read, ['note'])).toBe(at(31))
  })

  it('cancels, also what is running, and says when there is nothing', async () => {
    const db = await open()
    await enqueue(db, { dedupe_key: 'k' })
    const job = await claimOne(db)
    expect(await db.transaction(tx => cancelJob(tx, KEY))).toBe(true)
    expect(await db.transaction(tx => renew(tx, job, at(9)))).toBe(false)
    expect(await db.transaction(tx => cancelJob(tx, KEY))).toBe(false)
    expect(await db.transaction(tx => wakeJob(tx, KEY, at(1)))).toBe(false)
    expect(await findJob(db.read, KEY)).toBeNull()
  })

  it('voids the leases of an earlier run, and the attempt stays counted (C1)', async () => {
    const db = await open()
    const id = await enqueue(db, { lane: 'radarr' })
    await claimOne(db)
    await db.transaction(tx => releaseAllLeases(tx, at(1)))
    expect(await claimOne(db, { now: at(1) })).toMatchObject({ id, attempt: 2 })
  })

  it('saves nothing when the caller rolls back', async () => {
    const db = await open()
    const failed = db.transaction(async tx => {
      await enqueueJob(tx, { name: 'note', payload: '{}', now: at(0) })
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    expect(await rows(db)).toEqual([])
  })
})
