import { createLocalBroadcast } from '#db/broadcast-local.ts'
import { openSqlite } from '#db/sqlite.ts'
import { createJobs } from '#jobs/index.ts'
import { systemClock } from '#kit/clock.ts'
import { createOutbound, type Transport } from '#kit/outbound.ts'
import { bookCourier } from '../book-courier.ts'
import { openHouse } from '../delivery-house.ts'

/** What changes the database: between two of these a crash can be seen. */
const WRITE = /^(insert|update|delete|commit)\b/i
const quiet = { debug: () => {}, warn: () => {}, error: () => {} }

/** What a child process that delivers books is told on its command line. */
export interface BookOrders {
  place: string
  /** Dies at this moment, counting from 1: before a write, before a call, or with its answer in hand. */
  kill_at: number
}

/** Counts the moments and dies in the one it was told to, as by a power cut. */
function createBoundary(killAt: number): () => void {
  let count = 0
  return () => {
    count += 1
    if (count === killAt) process.kill(process.pid, 'SIGKILL')
  }
}

function watched(internal: Transport, boundary: () => void): Transport {
  return {
    ...internal,
    async send(request) {
      boundary()
      const answer = await internal.send(request)
      boundary()
      return answer
    },
  }
}

/** Delivers what is due, and ends. */
async function main(): Promise<void> {
  const orders: BookOrders = JSON.parse(process.argv[2] ?? '')
  const boundary = createBoundary(orders.kill_at)
  const database = openSqlite(orders.place, text => {
    if (WRITE.test(text)) boundary()
  })
  const clock = systemClock
  const broadcast = createLocalBroadcast(database, quiet)
  const jobs = createJobs({ database, clock, log: quiet, broadcast, concurrency: 1 })
  const outbound = createOutbound({ clock, external_proxy: () => null, user_agent: 'test' })
  const internal = watched(outbound.internal, boundary)
  openHouse({ database, clock, jobs, internal, given: { couriers: { book: bookCourier(internal) } } })
  await jobs.start()
  await jobs.settle()
  await jobs.stop()
  await outbound.destroy()
  await database.close()
}

void main()
