import type { BookFormat, RequestResponse } from '@foyer/contract/requests/requests'
import type { Database, Tx } from '#db/database.ts'
import type { Deliveries } from '#features/deliveries/index.ts'
import type { TitleGate } from '#features/kids/index.ts'
import type { Quotas } from '#features/request-quotas/index.ts'
import type { Caller } from '#kit/caller.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import type { RequestFormat, RequestRecord } from '#ports/request-record.ts'
import { heldFormats, isAllCancelled, openFormats, planCancel } from './cancel-rules.ts'
import type { DelayedDecisions } from '../decide/delayed-decisions.ts'
import { assertTitle, openRequest } from '../follow/request-access.ts'
import type { RequestAnswer } from '../follow/request-answer.ts'
import type { RequestEvents } from '../notify/request-events.ts'
import { catalogRetired } from '../prepare/request-preparation.ts'
import { updateRequest } from '../store/request-store.ts'
import { leave, listSubscriptions, ownSubscriptions } from '../store/subscription-store.ts'

export interface ActionParts {
  database: Database
  clock: Clock
  quotas: Pick<Quotas, 'refund'>
  deliveries: Pick<Deliveries, 'cancel' | 'retry' | 'statesOf'>
  events: RequestEvents
  answer: RequestAnswer
  delayed: Pick<DelayedDecisions, 'forget'>
  kids: Pick<TitleGate, 'assertAllowed'>
}

export interface DeliveryAction {
  action: 'retry' | 'cancel' | 'confirm'
  book_format?: BookFormat | undefined
}

/** Retry and cancel, by the requester or an admin (1:3). */
export function createDeliveryActions(parts: ActionParts) {
  const { database, clock, quotas, deliveries, events, answer, delayed, kids } = parts
  const now = () => iso(clock.now())
  const statesOf = async (tx: Tx, id: number) => (await deliveries.statesOf(tx, [id])).get(id) ?? []

  /** Ends the work for every subscriber. Started work stays charged (1:4.9.4). */
  async function endWork(tx: Tx, { id }: RequestRecord, formats: readonly RequestFormat[]): Promise<void> {
    await deliveries.cancel(tx, id, formats)
    await leave(tx, { request_id: id, formats }, now())
    for (const format of formats) await quotas.refund(tx, { request_id: id, format })
  }

  /** 1/4.8: a subscriber's cancel removes only that subscriber as long as somebody else is waiting. */
  async function leaveWork(tx: Tx, caller: Caller, request: RequestRecord, format?: RequestFormat) {
    const { id, user_id: owner } = request
    const subscriptions = await listSubscriptions(tx, [id])
    const who = { owner, leaver: caller.user_id, format }
    const states = await statesOf(tx, id)
    const { formats, abandoned, new_owner } = planCancel(who, subscriptions, states)
    if (formats.length === 0) throw new Refusal('invalid_delivery_state')
    if (abandoned.length > 0) await deliveries.cancel(tx, id, abandoned)
    await leave(tx, { request_id: id, user_id: caller.user_id, formats }, now())
    for (const one of formats)
      await quotas.refund(tx, { request_id: id, user_id: caller.user_id, format: one })
    if (new_owner !== null) await updateRequest(tx, id, { user_id: new_owner, updated_at: now() })
    const continued = states.find(({ format: one }) => formats.includes(one) && !abandoned.includes(one))
    if (!continued) return
    await events.left(tx, request, { user_id: caller.user_id, delivery_state: continued.state })
  }

  async function cancel(tx: Tx, caller: Caller, request: RequestRecord, format?: RequestFormat) {
    if (caller.role === 'admin') {
      const formats = openFormats(await statesOf(tx, request.id), format)
      if (formats.length === 0) throw new Refusal('invalid_delivery_state')
      await endWork(tx, request, formats)
    } else await leaveWork(tx, caller, request, format)
    if (!isAllCancelled(await statesOf(tx, request.id))) return
    await updateRequest(tx, request.id, { decision: 'cancelled', updated_at: now() })
    await delayed.forget(tx, request.id)
  }

  /** Every subscriber of shared work can retry their own formats. */
  async function retry(tx: Tx, caller: Caller, request: RequestRecord, format?: RequestFormat) {
    if (request.decision !== 'approved') throw new Refusal('invalid_delivery_state')
    const named = format === undefined ? undefined : [format]
    if (caller.role === 'admin') return deliveries.retry(tx, request.id, named)
    const own = await ownSubscriptions(tx, caller.user_id, [request.id])
    return deliveries.retry(tx, request.id, heldFormats(own, named))
  }

  return async function act(caller: Caller, id: number, wanted: DeliveryAction): Promise<RequestResponse> {
    const { action, book_format } = wanted
    await assertTitle(kids, caller, (await openRequest(database.read, caller, id)).request)
    const done = await database.withWriteLock('requests', async tx => {
      const { request } = await openRequest(tx, caller, id)
      if (action === 'confirm') throw catalogRetired()
      if (book_format && request.media_type !== 'book')
        throw new Refusal('validation', { fields: { book_format: 'Only books have formats.' } })
      await (action === 'cancel' ? cancel : retry)(tx, caller, request, book_format)
      return answer.snapshot(tx, caller, id)
    })
    return answer.afterChange(caller, done)
  }
}
