import { openSqlite } from '#db/sqlite.ts'
import type { Transport } from '#kit/outbound.ts'
import { createBoundary } from './boundary.ts'
import { openNotifications } from './notification-process.ts'
import type { NotificationOrders } from './notification-orders.ts'

/** A transaction that was not committed was not: dying before its end is dying at any moment in it. */
const COMMIT = /^commit\b/i

/** The network with a moment before each call and one when its answer is there. */
function watched(external: Transport, boundary: () => void): Transport {
  return {
    ...external,
    async send(request) {
      boundary()
      const answer = await external.send(request)
      boundary()
      return answer
    },
  }
}

/** Decides, tells and sends, and ends. */
async function main(): Promise<void> {
  const { place, kill_at, ...gateway }: NotificationOrders = JSON.parse(process.argv[2] ?? '')
  const boundary = createBoundary(kill_at)
  const database = openSqlite(place, text => {
    if (COMMIT.test(text)) boundary()
  })
  const notifications = openNotifications({
    database,
    ...gateway,
    watch: external => watched(external, boundary),
  })
  await notifications.jobs.start()
  await notifications.decide()
  await notifications.jobs.settle()
  await notifications.close()
}

void main()
