import { type OutboxEntry, SEND_STATES } from '@foyer/contract/operations/outbox'
import { DELIVERY_STATES } from '@foyer/contract/requests/requests'
import type { Database } from '#db/database.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { waitOf } from './outbox-rules.ts'
import { pageSends, pageStuck } from './outbox-store.ts'
import { countDeliveries, countSends } from './state-store.ts'

interface Page {
  before?: number | undefined
  limit: number
}

/** Alerts on their way and deliveries that need attention, for whoever runs the server. */
export function createOutboxOperations({ database, clock }: { database: Database; clock: Clock }) {
  const { read } = database
  return {
    async sends(query: Page & { state?: OutboxEntry['state'] | undefined }) {
      const counted = await countSends(read)
      const rows = await pageSends(read, { ...query, limit: query.limit + 1 })
      const { shown, next_before } = cut(rows, query.limit)
      const now = iso(clock.now())
      return {
        counts: withEvery(SEND_STATES, counted),
        entries: shown.map(({ hold_until, ...send }) => ({
          ...send,
          ...waitOf({ ...send, hold_until }, now),
        })),
        next_before,
      }
    },

    async stuck(query: Page) {
      const counted = await countDeliveries(read)
      const rows = await pageStuck(read, { ...query, limit: query.limit + 1 })
      const { shown, next_before } = cut(rows, query.limit)
      return { counts: withEvery(DELIVERY_STATES, counted), deliveries: shown, next_before }
    },
  }
}

export type OutboxOperations = ReturnType<typeof createOutboxOperations>

function withEvery<const S extends string>(
  states: readonly S[],
  counted: ReadonlyMap<string, number>,
): Record<S, number> {
  // Every state is a key.
  return Object.fromEntries(states.map(state => [state, counted.get(state) ?? 0])) as Record<S, number>
}

/** One row more than the page was read: there is another page. */
function cut<R extends { id: number }>(rows: readonly R[], limit: number) {
  const shown = rows.slice(0, limit)
  return { shown, next_before: rows.length > limit ? (shown.at(-1)?.id ?? null) : null }
}
