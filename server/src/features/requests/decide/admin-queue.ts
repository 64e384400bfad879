import {
  listPendingRequests,
  listRequestHistory,
  listWaitingRequests,
} from '@foyer/contract/requests/admin-requests'
import { z } from 'zod'
import type { Database } from '#db/database.ts'
import type { KeptAnswers } from '#db/kept-answers.ts'
import type { Deliveries } from '#features/deliveries/index.ts'
import type { Inventory } from '#features/instances/index.ts'
import type { Caller } from '#kit/caller.ts'
import { type Ready, readyJson } from '#kit/ready.ts'
import type { Snapshot } from '#kit/snapshot.ts'
import { listDecisions } from './decision-store.ts'
import type { LiveView } from '../follow/live-view.ts'
import * as store from './queue-store.ts'
import {
  type AdminRequest,
  presentDelayed,
  presentHistoryRow,
  presentQueueRow,
  presentWaitingRow,
} from '../follow/row-rules.ts'
import { listSubscribers, ownSubscriptions, type Subscription } from '../store/subscription-store.ts'

export interface QueueParts {
  database: Database
  deliveries: Pick<Deliveries, 'statesOf'>
  inventory: Pick<Inventory, 'list'>
  liveView: LiveView
  answers: KeptAnswers
}

type HistoryPage = z.input<typeof listRequestHistory.response>

/** The admins' lists of all requests (1:4.7). The number of statements does not grow with the length of a list. */
export function createAdminQueue({ database, deliveries, inventory, liveView, answers }: QueueParts) {
  const db = database.read

  async function complete(rows: readonly store.QueuedRequest[]): Promise<AdminRequest[]> {
    const ids = rows.map(({ request }) => request.id)
    const states = await deliveries.statesOf(db, ids)
    const subscribers = await listSubscribers(db, ids)
    const names = new Map((await inventory.list(db)).map(instance => [instance.id, instance.name]))
    return rows.map(({ request, username }) => ({
      request,
      username,
      deliveries: states.get(request.id) ?? [],
      requesters: subscribers.get(request.id) ?? [],
      instance_name: names.get(request.instance_id) ?? request.instance_name,
    }))
  }

  /** C2: the subscriptions of the person whose history is read. */
  async function ownParts(
    user_id: number | undefined,
    rows: readonly AdminRequest[],
  ): Promise<Map<number, Subscription[]>> {
    if (user_id === undefined) return new Map()
    const ids = rows.map(({ request }) => request.id)
    return Map.groupBy(await ownSubscriptions(db, user_id, ids), one => one.request_id)
  }

  /** The same for every admin, because it depends only on stored rows. */
  const stored = (key: string, body: () => Promise<unknown>) =>
    answers(key, async () => ({ value: readyJson(await body()), isCurrent: () => true }))

  async function makeHistory(caller: Caller, filter: store.HistoryFilter): Promise<Snapshot<Ready>> {
    const { limit } = filter
    // One extra row shows whether there is a next page.
    const found = await store.pageHistory(db, { ...filter, limit: limit + 1 })
    const page = found.slice(0, limit)
    const { live, isCurrent } = await liveView.many(
      caller,
      page.map(({ request }) => request),
    )
    const rows = await complete(page)
    const own = await ownParts(filter.user_id, rows)
    const requests = rows.map((row, i) =>
      presentHistoryRow({
        ...row,
        decided_by: page[i]?.decided_by ?? null,
        live: live.get(row.request.id) ?? null,
        own: own.get(row.request.id) ?? [],
      }),
    )
    const last = page.at(-1)
    const body: HistoryPage = {
      requests,
      requesters: await store.listRequesters(db),
      ...(found.length > limit && last && { next_before: last.request.id }),
    }
    return { value: readyJson(z.parse(listRequestHistory.response, body)), isCurrent }
  }

  /** All three answer from the cache when nothing has changed. */
  return {
    pending: () =>
      stored('pending', async () => {
        const rows = (await complete(await store.listPending(db))).map(presentQueueRow)
        const [oldest] = rows
        const decisions = oldest ? await listDecisions(db, oldest.id) : new Map()
        const body = rows.map(row => ({ ...row, ...presentDelayed(decisions.get(row.id)) }))
        return z.parse(listPendingRequests.response, body)
      }),

    waiting: () =>
      stored('waiting', async () => {
        const rows = await complete(await store.listWaiting(db))
        return z.parse(listWaitingRequests.response, rows.map(presentWaitingRow))
      }),

    history: (caller: Caller, filter: store.HistoryFilter): Ready | Promise<Ready> =>
      answers(`history ${caller.user_id} ${caller.role} ${JSON.stringify(filter)}`, () =>
        makeHistory(caller, filter),
      ),
  }
}
