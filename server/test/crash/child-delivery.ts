import type { DeliveryOrders } from './delivery-orders.ts'
import { openWorker } from './delivery-worker.ts'

/** Counts the moments and dies in the one it was told to, as by a power cut. */
function createBoundary(killAt: number): () => void {
  let count = 0
  return () => {
    count += 1
    if (count === killAt) process.kill(process.pid, 'SIGKILL')
  }
}

/** Delivers what is due, and ends. */
async function main(): Promise<void> {
  const { place, kill_at, match, books }: DeliveryOrders = JSON.parse(process.argv[2] ?? '')
  const worker = openWorker(place, { match, books, boundary: createBoundary(kill_at) })
  await worker.deliver()
  await worker.close()
}

void main()
