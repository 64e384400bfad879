import { MANAGER_OF } from '@foyer/contract/instance-types'
import type { RequestResponse, Selection } from '@foyer/contract/requests'
import type { Database, Db, Tx } from '#db/database.ts'
import type { Deliveries } from '#features/deliveries/index.ts'
import type { Inventory } from '#features/instances/index.ts'
import type { Quotas } from '#features/request-quotas/index.ts'
import type { Caller } from '#kit/caller.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import type { DeliveryRecord, RequestFormat, RequestRecord } from '#ports/request-record.ts'
import { createExistingRequests } from '../select/existing-requests.ts'
import { createBookJoining } from './book-joining.ts'
import { isOverPrice, isProvenAlbum } from '../prepare/music-proof.ts'
import type { Live, PolicyOf, ProveAlbum, TvMatches } from '../dependencies.ts'
import { newRequest } from './new-request-rules.ts'
import type { RequestAlerts } from '../notify/request-alerts.ts'
import type { RequestEvents } from '../notify/request-events.ts'
import {
  needsNoLookup,
  assertOwnChoice,
  formatsOf,
  isThere,
  limitsStamp,
  type Prepare,
  type Prepared,
} from '../prepare/request-preparation.ts'
import * as store from '../store/request-store.ts'
import type { Titles } from '../titles/request-titles.ts'
import { presentRequest } from '../follow/response-rules.ts'
import { isFulfilled, isIdentical } from '../select/duplicate-rules.ts'
import { receiptStatus } from '../follow/request-status-rules.ts'
import { subscribe } from '../store/subscription-store.ts'
import { missingSeasons, unitsOf } from '../prepare/unit-rules.ts'

/** What was read outside may be stale by the time it is decided; rarely, and never often in a row. */
const TRIES = 3

export interface IntakeParts {
  database: Database
  clock: Clock
  inventory: Pick<Inventory, 'decide'>
  policyOf: PolicyOf
  quotas: Pick<Quotas, 'charge' | 'chargeNew' | 'begin'>
  deliveries: Pick<Deliveries, 'open' | 'attemptNow' | 'lockStates' | 'statesOf'>
  tv: Pick<TvMatches, 'isCurrent'>
  events: RequestEvents
  alerts: Pick<RequestAlerts, 'autoApproved'>
  prepare: Prepare
  proveAlbum: ProveAlbum
  titles: Pick<Titles, 'mayWait' | 'verifyNew' | 'verifyUnawaited'>
}

interface Accepted {
  request: RequestRecord
  is_new: boolean
  job_ids: readonly number[]
  /** As they were saved: a worker may be on its way with them by the time they are answered. */
  states: readonly DeliveryRecord[]
  /** C69: saved, and announced to open pages once its title was read. */
  unnamed?: store.Asker
}

interface Authority {
  asker: store.Asker
  needs_approval: boolean
  /** It was proven to need nothing, so it costs nothing (1:4.9.3). */
  waived?: boolean
}

/** What was prepared no longer holds: prepare again. */
class Overtaken extends Error {}

/** Saves a request with everything it needs to arrive, or nothing of it (1:4.8.1, 1:4.9.5). */
export function createIntake(parts: IntakeParts) {
  const {
    database,
    clock,
    inventory,
    policyOf,
    quotas,
    deliveries,
    tv,
    events,
    alerts,
    prepare,
    proveAlbum,
    titles,
  } = parts
  const joinBook = createBookJoining(parts)
  const askedBefore = createExistingRequests(deliveries)

  async function statesOf(db: Db, { id }: RequestRecord): Promise<readonly DeliveryRecord[]> {
    return (await deliveries.statesOf(db, [id])).get(id) ?? []
  }

  /** Whose request it becomes, as they are now. */
  async function askerOf(tx: Tx, { person, made_by }: Prepared): Promise<store.Asker> {
    const asker = await store.findAsker(tx, person.user_id)
    if (!asker) throw new Refusal(made_by === null ? 'session_revoked' : 'not_found')
    if (made_by !== null && (await store.findAsker(tx, made_by))?.role !== 'admin')
      throw new Refusal('forbidden')
    return asker
  }

  /** Authority as it is under the lock, whatever it was while the providers were asked. */
  async function authorise(tx: Tx, prepared: Prepared): Promise<Authority> {
    const { wanted, instance, limits, match } = prepared
    const asker = await askerOf(tx, prepared)
    const found = await inventory.decide(tx, asker, MANAGER_OF[wanted.media_type], instance.id)
    if (!found.instance) throw new Refusal(found.refusal)
    const policy = await policyOf(tx, asker)
    assertOwnChoice(wanted, policy)
    if (limits !== (await limitsStamp(tx, asker))) throw new Overtaken()
    if (match && !(await tv.isCurrent(tx, match))) throw new Overtaken()
    return { asker, needs_approval: policy.requires_approval }
  }

  async function accept(
    tx: Tx,
    prepared: Prepared,
    { asker, needs_approval, waived }: Authority,
    tries: number,
  ): Promise<Accepted> {
    const { wanted } = prepared
    const formats = formatsOf(prepared)
    const open = await askedBefore.open(tx, prepared)
    const joined =
      wanted.media_type === 'book'
        ? await joinBook(tx, open, { asker, formats, needs_approval })
        : (open.find(request => isIdentical(request, prepared)) ?? (await findFulfilled(tx, prepared, tries)))
    if (joined) return { request: joined, is_new: false, job_ids: [], states: await statesOf(tx, joined) }
    const nothingLeft = isThere(prepared)
    const now = iso(clock.now())
    const pending = { needs_approval: needs_approval && !nothingLeft, now }
    const request = await store.insertRequest(tx, newRequest(prepared, pending))
    const { user_id } = asker
    await subscribe(tx, { request_id: request.id, user_id, formats, created_at: now })
    // The charges come before the delivery: what is refused for its price must not wake anybody.
    if (!nothingLeft && !waived)
      await quotas.chargeNew(tx, asker, request.id, unitsOf(missingSeasons(request, prepared.live), formats))
    const first = nothingLeft ? { complete: 'available' as const } : needs_approval ? 'approval' : 'queued'
    const { job_ids, states } = await deliveries.open(tx, request, formats, first)
    const isUnnamed = request.title_unverified && needsNoLookup(request) && titles.mayWait(request)
    if (request.decision === 'pending') {
      await (isUnnamed ? events.alertPending : events.pending)(tx, request, asker)
    } else if (!nothingLeft) await alerts.autoApproved(tx, request, asker)
    return { request, is_new: true, job_ids, states, ...(isUnnamed && { unnamed: asker }) }
  }

  /**
   * Movies and shows. Books and albums are saved without a read of their library (1:4.8.1), so that only a request
   * that is still open answers for another (1:4.8.4); whether one that was delivered is still there, which C57 has read
   * fresh, is seen by the delivery of the new one, and what is there costs nothing.
   * 1/3: what was delivered and is not gone since is not asked for again; asking twice is asking once. It may
   * have been delivered after the library was looked at, so what seems gone is looked at once more.
   */
  async function findFulfilled(
    tx: Tx,
    prepared: Prepared,
    tries: number,
  ): Promise<RequestRecord | undefined> {
    const { live } = prepared
    const seemsGone = live?.known && live.status === 'unavailable'
    if (!isFulfilled(live) && !(seemsGone && tries === 1)) return undefined
    const newest = await askedBefore.delivered(tx, prepared)
    if (newest && seemsGone) throw new Overtaken()
    return newest
  }

  /** What asks nobody is judged once, under the lock. */
  async function acceptAtOnce(
    tx: Tx,
    caller: Caller,
    selection: Selection,
    waived: boolean,
  ): Promise<Accepted> {
    const self = await store.findAsker(tx, caller.user_id)
    if (!self) throw new Refusal('session_revoked')
    const prepared = await prepare({ ...caller, role: self.role }, selection, { db: tx })
    const asker = prepared.made_by === null ? self : await askerOf(tx, prepared)
    return accept(tx, prepared, { asker, needs_approval: prepared.policy.requires_approval, waived }, 1)
  }

  /** C10: what costs too much is proven to cost nothing, or refused; no library is read for what fits. */
  async function acceptSaved(caller: Caller, selection: Selection): Promise<Accepted> {
    const tryOnce = (waived: boolean) =>
      database.withSharedCommit('requests', tx => acceptAtOnce(tx, caller, selection, waived))
    try {
      return await tryOnce(false)
    } catch (error) {
      if (selection.media_type !== 'music' || !isOverPrice(error)) throw error
      if (!(await isProvenAlbum(proveAlbum, await prepare(caller, selection)))) throw error
      return tryOnce(true)
    }
  }

  async function acceptFresh(
    caller: Caller,
    selection: Selection,
  ): Promise<Accepted & { live: Live | null }> {
    if (needsNoLookup(selection)) {
      return { ...(await acceptSaved(caller, selection)), live: null }
    }
    for (let tries = 1; ; tries += 1) {
      const prepared = await prepare(caller, selection, { is_fresh: tries > 1 })
      try {
        const accepted = await database.withSharedCommit('requests', async tx =>
          accept(tx, prepared, await authorise(tx, prepared), tries),
        )
        return { ...accepted, live: prepared.live }
      } catch (error) {
        if (!(error instanceof Overtaken)) throw error
        if (tries >= TRIES) throw new Refusal('unavailable', { cause: error })
      }
    }
  }

  /**
   * C69: the title of a book or an album is read once it is saved (1:4.8.1), and what is answered and published
   * is the row as it is then. A movie that its provider did not name in time may have been named by its library.
   */
  async function named({ request, is_new, unnamed }: Accepted): Promise<RequestRecord> {
    if (!request.title_unverified) return request
    if (unnamed) await titles.verifyNew(request)
    else if (is_new && needsNoLookup(request)) titles.verifyUnawaited(request)
    const now = (await store.findRequest(database.read, request.id)) ?? request
    if (!unnamed || now.decision !== 'pending') return now
    return database.transaction(async tx => {
      // Read again: it may have been decided or named since.
      const latest = (await store.findRequest(tx, request.id)) ?? now
      if (latest.decision === 'pending') await events.publishPending(tx, latest, unnamed)
      return latest
    })
  }

  return async function create(
    caller: Caller,
    selection: Selection,
  ): Promise<{ is_new: boolean; answer: RequestResponse }> {
    const came = clock.monotonicMs()
    const { live, ...accepted } = await acceptFresh(caller, selection)
    const { is_new, job_ids, states: saved } = accepted
    // C4: a movie is tried at once, and answered with what came of it.
    const isTried = accepted.request.media_type === 'movie' && job_ids.length > 0
    if (isTried) await deliveries.attemptNow(job_ids, clock.monotonicMs() - came)
    const request = await named(accepted)
    const states = isTried ? await statesOf(database.read, request) : saved
    const standpoint = { may_manage: true, left: new Set<RequestFormat>() }
    const seen = is_new ? (settledLive(states) ?? live) : live
    const shown = presentRequest({ request, deliveries: states, standpoint, live: seen })
    return { is_new, answer: { ...shown, status: receiptStatus(request, seen) } }
  }
}

/** What a delivery came to is newer than what was read before it. */
function settledLive(states: readonly DeliveryRecord[]): Live | null {
  const [only] = states
  if (states.length !== 1 || only?.state !== 'complete') return null
  const status = LIVE_STATUSES.find(word => word === only.code)
  return status ? { known: true, status } : null
}

const LIVE_STATUSES = ['available', 'partial', 'downloading', 'requested', 'unavailable'] as const
