import { setImmediate } from 'node:timers/promises'
import type { Database } from '#db/database.ts'
import { createLocalBroadcast } from '#db/broadcast-local.ts'
import { createTestClock, type TestClock } from './test-clock.ts'
import { afterTest } from './engines.ts'
import { ownLeaseClock } from '#jobs/lease-clock.ts'
import { createJobs, defineJob, type Jobs, type JobsDeps } from '#jobs/index.ts'

/** A log that a test can read. */
function createTestLog() {
  const lines: { level: string; fields: Record<string, unknown>; message: string }[] = []
  const at = (level: string) => (fields: Record<string, unknown>, message: string) =>
    void lines.push({ level, fields, message })
  return { lines, debug: at('debug'), warn: at('warn'), error: at('error') }
}

/** A worker on an open database, as one process would have it; stopped when the test ends. */
export function createTestJobs(
  database: Database,
  clock: TestClock = createTestClock(),
  deps: Partial<JobsDeps> = {},
) {
  const log = createTestLog()
  const jobs = createJobs({
    database,
    clock,
    log,
    broadcast: createLocalBroadcast(database, log),
    lease_clock: ownLeaseClock(clock),
    ...deps,
  })
  afterTest(async () => {
    const stopped = jobs.stop()
    // A failed test may have left a handler that waits; this ends the grace period.
    clock.advance(60_000)
    await stopped
  })
  return { jobs, clock, log, database }
}

/** The database, and a way to wait until all that was begun on it has ended, and whoever began it knows. */
export function watchTransactions(database: Database) {
  const begun = new Set<Promise<unknown>>()
  const watched: Database = {
    ...database,
    transaction(run, options) {
      const ended = database.transaction(run, options)
      begun.add(ended)
      ended.finally(() => begun.delete(ended)).catch(() => {})
      return ended
    },
  }
  async function untilEnded(): Promise<void> {
    while (begun.size > 0) await Promise.allSettled(begun)
    await setImmediate()
  }
  return { database: watched, untilEnded }
}

/** The job of most tests: a text by which its handler tells it from others. */
export const note = defineJob({
  name: 'note',
  payload: {
    parse(data: unknown): { text: string } {
      if (data && typeof data === 'object' && 'text' in data && typeof data.text === 'string') {
        return { text: data.text }
      }
      throw new Error('not a note')
    },
  },
})

export function enqueueNote(
  { jobs, database }: { jobs: Jobs; database: Database },
  text: string,
  options?: Parameters<Jobs['enqueue']>[3],
): Promise<number> {
  return database.transaction(tx => jobs.enqueue(tx, note, { text }, options))
}
