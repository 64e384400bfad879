import { createBoundary } from './boundary.ts'
import type { DeliveryOrders } from './delivery-orders.ts'
import { openWorker } from './delivery-worker.ts'

/** Delivers what is due, and ends. */
async function main(): Promise<void> {
  const { place, kill_at, match, books }: DeliveryOrders = JSON.parse(process.argv[2] ?? '')
  const worker = openWorker(place, { match, books, boundary: createBoundary(kill_at) })
  await worker.deliver()
  await worker.close()
}

void main()
