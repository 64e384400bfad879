import { writeSync } from 'node:fs'
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

function say(line: string): void {
  writeSync(1, `${line}\n`)
}

async function open(orders: Orders) {
  const boundary = createBoundary(orders.kill_at)
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
async function serveOnce(orders: Orders): Promise<void> {
  const { database, jobs, close } = await open(orders)
  await jobs.start()
  for (const key of orders.keys) {
    await database.transaction(tx => saveIntent(tx, jobs, key))
    say(`ack ${key}`)
  }
  await jobs.settle()
  await close()
}

/** Works until it is told to stop. */
async function work(orders: Orders): Promise<void> {
  const { jobs, close } = await open(orders)
  process.once('SIGTERM', () => void close().then(() => process.exit(0)))
  await jobs.start()
  say('ready')
  // The worker's timers keep no process alive; a server's socket does, and this stands for it.
  setInterval(() => {}, 60_000)
}

async function main(): Promise<void> {
  const orders: Orders = JSON.parse(process.argv[2] ?? '')
  await (orders.mode === 'work' ? work(orders) : serveOnce(orders))
}

void main()
