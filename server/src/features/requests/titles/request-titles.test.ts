import { expect, it } from 'vitest'
import { createTestJobs } from '#test/test-jobs.ts'
import { createTestLog } from '#test/test-log.ts'
import { describeEachEngine } from '#test/engines.ts'
import { seedRequests } from '#test/seed-requests.ts'
import { findRequest } from '../store/request-store.ts'
import { createTitles } from './request-titles.ts'

describeEachEngine('C69: a title that is learnt while its request is decided', open => {
  it('corrects what the decision told, too', async () => {
    const database = await open()
    await seedRequests(database, 1)
    const { id } = await database.read.selectFrom('requests').select('id').executeTakeFirstOrThrow()
    await database.transaction(tx =>
      tx.updateTable('requests').set({ title: 'Mine', title_unverified: 1 }).execute(),
    )
    const { jobs, clock } = createTestJobs(database)
    const told: string[] = []
    const titles = createTitles({
      database,
      clock,
      log: createTestLog(),
      jobs,
      readTitle: async () => ({ title: null, is_library_silent: false }),
      deliveries: { statesOf: async () => new Map() },
      alerts: { renamed: async (_tx, { title }) => void told.push(`renamed: ${title}`) },
      events: { renamed: async () => {} },
    })
    const [read, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const deciding = database.withWriteLock('requests', async tx => {
      const request = await findRequest(tx, id)
      read.resolve()
      await go.promise
      // Only an alert that is there by then is found by whoever renames.
      told.push(`decided: ${request?.title}`)
    })
    await read.promise
    const learning = titles.learn(id, 'Velvet Ledger')
    // Time for a title that does not wait to overtake the decision.
    for (let i = 0; i < 20; i += 1) await findRequest(database.read, id)
    go.resolve()
    await Promise.all([deciding, learning])
    expect(told).toEqual(['decided: Mine', 'renamed: Velvet Ledger'])
    expect(await findRequest(database.read, id)).toMatchObject({ title: 'Velvet Ledger' })
  })
})
