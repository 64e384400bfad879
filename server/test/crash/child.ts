import { writeSync } from 'node:fs'
import type { Orders } from './orders.ts'
import { openJobs, serveOnce } from './serve-once.ts'

function say(line: string): void {
  writeSync(1, `${line}\n`)
}

/** Works until it is told to stop. */
async function work(orders: Orders): Promise<void> {
  const { jobs, close } = await openJobs(orders, say)
  process.once('SIGTERM', () => void close().then(() => process.exit(0)))
  await jobs.start()
  say('ready')
  // The worker's timers keep no process alive; a server's socket does, and this stands for it.
  setInterval(() => {}, 60_000)
}

async function main(): Promise<void> {
  const orders: Orders = JSON.parse(process.argv[2] ?? '')
  await (orders.mode === 'work' ? work(orders) : serveOnce(orders, say))
}

void main()
