import type { Broadcast } from '#db/broadcast-channel.ts'
import { createBroadcast } from '#db/broadcast.ts'
import { openPostgres } from '#db/postgres.ts'
import { openSqlite } from '#db/sqlite.ts'
import { createJobs, type Jobs } from '#jobs/index.ts'
import { systemClock } from '#kit/clock.ts'
import { createBoundary } from './boundary.ts'
import type { Orders } from './orders.ts'
import { handleDeliveries, saveIntent } from './workload.ts'

const quiet = { debug: () => {}, warn: () => {}, error: () => {} }

/** What a process has of jobs. `say` reports to whoever started it. */
export async function openJobs(
  orders: Orders,
  say: (line: string) => void,
  boundary = createBoundary(orders.kill_at),
) {
  const { engine, place } = orders
  const database = engine === 'sqlite' ? openSqlite(place, boundary) : openPostgres(place, boundary)
  const clock = systemClock
  const broadcast = createBroadcast(database, { clock, log: quiet, url: place })
  await broadcast.start()
  const { timing } = orders
  const jobs = createJobs({ database, clock, log: quiet, broadcast, ...(timing && { timing }) })
  handleDeliveries({ database, broadcast, jobs, boundary, effects: orders.effects, say })
  const close = () => closeAll(jobs, broadcast, () => database.close())
  return { database, jobs, close }
}

async function closeAll(jobs: Jobs, broadcast: Broadcast, close: () => Promise<void>): Promise<void> {
  await jobs.stop()
  await broadcast.close()
  await close()
}

/** Takes requests one by one, acknowledges each when it is saved, delivers all, ends. */
export async function serveOnce(
  orders: Orders,
  say: (line: string) => void,
  boundary?: () => void,
): Promise<void> {
  const { database, jobs, close } = await openJobs(orders, say, boundary)
  try {
    await jobs.start()
    for (const key of orders.keys) {
      await database.transaction(tx => saveIntent(tx, jobs, key))
      say(`ack ${key}`)
    }
    await jobs.settle()
  } finally {
    await close()
  }
}
