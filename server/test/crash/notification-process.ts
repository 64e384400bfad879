import { createLocalBroadcast } from '#db/broadcast-local.ts'
import type { Database } from '#db/database.ts'
import { openSqlite } from '#db/sqlite.ts'
import { createJobs } from '#jobs/index.ts'
import { type Clock, systemClock } from '#kit/clock.ts'
import { createOutbound, type Transport } from '#kit/outbound.ts'
import { buildAlerts } from '#test/build-alerts.ts'
import { buildPush } from '#test/build-push.ts'
import type { NotificationOrders } from './notification-orders.ts'

/** A transaction that was not committed was not: dying before its end is dying at any moment in it. */
const COMMIT = /^commit\b/i

const quiet = { debug: () => {}, warn: () => {}, error: () => {} }

/** Alerts from the fact to the gateway, as one process has them. */
export function openNotifications(parts: {
  database: Database
  gateway_url: string
  api_key: string
  clock?: Clock
  watch?: (external: Transport) => Transport
}) {
  const { database, api_key, clock = systemClock, watch = external => external } = parts
  const broadcast = createLocalBroadcast(database, quiet)
  // One after the other, so that a moment is the same in every run.
  const jobs = createJobs({ database, clock, log: quiet, broadcast, concurrency: 1 })
  const outbound = createOutbound({ clock, external_proxy: () => null, user_agent: 'test' })
  const external = watch(outbound.external)
  const gateway = { url: parts.gateway_url }
  const push = buildPush({ database, clock, jobs, external, gateway, api_key })
  const { alerts } = buildAlerts({ database, clock, jobs, channels: [push.channel] })

  /** A fact and the alert that tells of it: both or neither. */
  async function decide(): Promise<void> {
    await database.transaction(async tx => {
      await tx
        .insertInto('settings')
        .values({ key: 'fact', value: '1', encrypted: 0, updated_at: '2026-11-15T09:00:00.000Z' })
        .execute()
      const data = { request_id: 1, title: 'The Matrix' }
      await alerts.raise(tx, { type: 'request_pending', audience: { to: 'admins' }, data })
    })
  }

  async function close(): Promise<void> {
    await jobs.stop()
    await outbound.destroy()
    await database.close()
  }

  return { jobs, push, decide, close }
}

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

/** What a process does that is to die on the way. */
export async function decideAndSend(
  { place, gateway_url, api_key }: NotificationOrders,
  boundary: () => void,
): Promise<void> {
  const database = openSqlite(place, text => {
    if (COMMIT.test(text)) boundary()
  })
  const watch = (external: Transport) => watched(external, boundary)
  const { jobs, decide, close } = openNotifications({ database, gateway_url, api_key, watch })
  try {
    await jobs.start()
    await decide()
    await jobs.settle()
  } finally {
    await close()
  }
}
