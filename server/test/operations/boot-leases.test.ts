import { expect, it } from 'vitest'
import { compose } from '#compose/index.ts'
import { readConfig } from '#config'
import { done } from '#jobs/index.ts'
import { note } from '#test/test-jobs.ts'
import { createTestLog } from '#test/test-log.ts'
import { afterTest, temporaryFolder } from '#test/engines.ts'

/** A server on SQLite that listens and has not started its workers yet. */
async function bootServer(folder = temporaryFolder()) {
  const app = await compose(readConfig({ APP_DATA_DIR: folder }), { log: createTestLog() })
  let isOpen = true
  const close = async () => {
    if (isOpen) await app.close()
    isOpen = false
  }
  afterTest(close)
  return { ...app, close }
}

it('a job that a first request began is not begun again when the workers start (C1)', async () => {
  const { jobs, database, start } = await bootServer()
  const end = Promise.withResolvers<void>()
  let begun = 0
  jobs.define(note)
  jobs.handle(note, async () => {
    begun += 1
    await end.promise
    return done()
  })
  const job = await database.transaction(tx =>
    jobs.enqueue(tx, note, { text: 'x' }, { dedupe_key: 'x', lane: 'radarr' }),
  )
  expect(await jobs.runNow(job, 0)).toBe('running')
  await start()
  expect(await jobs.runNow(job, 0)).toBe('running')
  expect(begun).toBe(1)
  end.resolve()
  expect(await jobs.runNow(job, 5000)).toBe('ended')
  expect(await jobs.find(database.read, note, 'x')).toBeNull()
})

it('the leases of an earlier run are void before anybody can ask for anything (C1)', async () => {
  const folder = temporaryFolder()
  const before = await bootServer(folder)
  before.jobs.define(note)
  await before.database.transaction(async tx => {
    await before.jobs.enqueue(tx, note, { text: 'x' }, { dedupe_key: 'x' })
    const lease = { leased_by: 'killed', leased_until: '2999-01-01T00:00:00.000Z' }
    await tx
      .updateTable('jobs')
      .set({ state: 'running', ...lease })
      .execute()
    await tx
      .insertInto('leases')
      .values({ name: 'lane:radarr', ...lease })
      .execute()
  })
  await before.close()
  const { database, jobs } = await bootServer(folder)
  expect(await database.read.selectFrom('leases').selectAll().execute()).toEqual([])
  expect(await jobs.find(database.read, note, 'x')).toMatchObject({ state: 'ready' })
})
