import { describe, expect, it } from 'vitest'
import { createBroadcast } from '#db/broadcast.ts'
import { openPostgres } from '#db/postgres.ts'
import { systemClock } from '#kit/clock.ts'
import { conclude, createTestRuns } from '#test/agent-runs.ts'
import { afterTest, freshPostgresUrl } from '#test/engines.ts'
import { createTestClock } from '#test/test-clock.ts'
import { createTestLog } from '#test/test-log.ts'

/** Two workers on one PostgreSQL, each with connections and a model of its own. */
async function startTwo() {
  const url = await freshPostgresUrl()
  const clock = createTestClock()
  const open = async () => {
    const database = openPostgres(url)
    const broadcast = createBroadcast(database, { clock: systemClock, log: createTestLog(), url })
    afterTest(async () => {
      await broadcast.close()
      await database.close()
    })
    return createTestRuns(database, { clock, broadcast })
  }
  return [await open(), await open()] as const
}

describe('two processes on one PostgreSQL (2:4.9)', () => {
  it('work on each issue once, and keep the cap together', async () => {
    const both = await startTwo()
    const [one, two] = both
    for (const { models } of both) models.brain = () => conclude('needs_admin')
    await one.save({ enabled: true, auto_dispatch: true, daily_run_cap: 5, circuit_breaker_giveups: 100 })
    const ids = await Promise.all(Array.from({ length: 8 }, (_, n) => both[n % 2 ? 1 : 0].open()))
    // A lane that the other one works in is looked at again later.
    for (let round = 0; round < 8; round += 1) {
      await Promise.all([one.settle(), two.settle()])
      one.clock.advance(60_000)
    }
    const begun = await Promise.all(ids.map(async id => (await one.runs(id)).length))
    expect(begun.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 1, 1, 1, 1, 1])
    expect(one.models.asked.length + two.models.asked.length).toBe(5)
  })

  it('a run stops at once in the one that works, when the other one closes its issue', async () => {
    const [one, two] = await startTwo()
    const asked = Promise.withResolvers<void>()
    one.models.brain = () => {
      asked.resolve()
      return { hold: new Promise(() => {}) }
    }
    await one.save({ enabled: true, auto_dispatch: true })
    const id = await one.open()
    const settled = one.settle()
    await asked.promise
    await two.close(id)
    await settled
    expect([one.models.open(), (await two.run(id)).status]).toEqual([0, 'aborted'])
  })
})
