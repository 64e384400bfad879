import { createLocalBroadcast } from '#db/broadcast-local.ts'
import type { Database } from '#db/database.ts'
import { openSqlite } from '#db/sqlite.ts'
import { createJobs } from '#jobs/index.ts'
import { type Clock, systemClock } from '#kit/clock.ts'
import { createOutbound, type Transport } from '#kit/outbound.ts'
import { buildAlerts } from '#test/build-alerts.ts'
import { buildPush } from '#test/build-push.ts'
import type { NotificationOrders } from './notification-orders.ts'

/** A transaction without its commit leaves nothing: a kill just before the commit covers every moment inside it. */
const COMMIT = /^commit\b/i

const quiet = { debug: () => {}, warn: () => {}, error: () => {} }

/** The alerts of one process, from the decision to the gateway. */
export function openNotifications(parts: {
  database: Database
  gateway_url: string
  api_key: string
  clock?: Clock
  watch?: (external: Transport) => Transport
}) {
  const { database, api_key, clock = systemClock, watch = external => external } = parts
  const broadcast = createLocalBroadcast(database, quiet)
  // One job at a time, so that the same moment means the same in every run.
  const jobs = createJobs({ database, clock, log: quiet, broadcast, concurrency: 1 })
  const outbound = createOutbound({ clock, external_proxy: () => null, user_agent: 'test' })
  const external = watch(outbound.external)
  const gateway = { url: parts.gateway_url }
  const push = buildPush({ database, clock, jobs, external, gateway, api_key })
  const { alerts } = buildAlerts({ database, clock, jobs, channels: [push.channel] })

  /** Saves a decision and the alert about it: both or neither. */
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

/** The network, with a moment to kill at before each call and after each answer. */
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

/** The work during which the process is killed. */
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
