import { MANAGER_OF } from '@foyer/contract/instances/instance-types'
import type { RequestResponse, SentSelection } from '@foyer/contract/requests/requests'
import type { Database, Db, Tx } from '#db/database.ts'
import type { Deliveries } from '#features/deliveries/index.ts'
import type { Inventory } from '#features/instances/index.ts'
import type { Quotas } from '#features/request-quotas/index.ts'
import type { Caller } from '#kit/caller.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import type { DeliveryRecord, RequestRecord } from '#ports/request-record.ts'
import { createExistingRequests } from '../select/existing-requests.ts'
import { createBookJoining } from './book-joining.ts'
import { exceedsAllowance, isProvenAlbum } from '../prepare/music-proof.ts'
import type { Live, PolicyOf, ProveAlbum, RequestSaved, TvMatches } from '../dependencies.ts'
import { newRequest } from './new-request-rules.ts'
import type { RequestAlerts } from '../notify/request-alerts.ts'
import type { RequestEvents } from '../notify/request-events.ts'
import {
  needsNoLookup,
  assertOwnChoice,
  formatsOf,
  isThere,
  assertNotHidden,
  limitsStamp,
  type Prepare,
  type Prepared,
} from '../prepare/request-preparation.ts'
import * as store from '../store/request-store.ts'
import type { Titles, WaitingPlace } from '../titles/request-titles.ts'
import { holdings } from '../follow/request-history.ts'
import { presentRequest } from '../follow/response-rules.ts'
import { isFulfilled, isIdentical } from '../select/duplicate-rules.ts'
import { type ReaderView, receiptStatus } from '../follow/request-status-rules.ts'
import { ownSubscriptions, subscribe, type Subscription } from '../store/subscription-store.ts'
import { missingSeasons, unitsOf } from '../prepare/unit-rules.ts'

/**
 * Facts read outside the transaction can be stale when the request is accepted. That is rare, so a few attempts are
 * enough.
 */
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
  requestSaved: RequestSaved
  alerts: Pick<RequestAlerts, 'autoApproved'>
  prepare: Prepare
  proveAlbum: ProveAlbum
  titles: Pick<Titles, 'createWaitingPlace' | 'verifyNew' | 'verifyInBackground'>
}

interface Accepted {
  request: RequestRecord
  is_new: boolean
  job_ids: readonly number[]
  /** As saved: a worker may already have changed them when the response is written. */
  states: readonly DeliveryRecord[]
  /** C2: whoever joins a book sees their own formats of it. Absent: everything is theirs. */
  joined?: readonly Subscription[]
  /** C69: saved, but published to open pages only after its title was read. */
  unnamed?: store.Requester
}

interface Authority {
  requester: store.Requester
  needs_approval: boolean
  /** The library proved that nothing is needed, so nothing is charged (1:4.9.3). */
  waived?: boolean
}

interface Attempt {
  tries: number
  place: WaitingPlace
}

/** The prepared facts no longer hold: prepare again. */
class StaleFacts extends Error {}

/** Saves a request together with everything its delivery needs, or saves nothing (1:4.8.1, 1:4.9.5). */
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
    requestSaved,
    alerts,
    prepare,
    proveAlbum,
    titles,
  } = parts
  const joinBook = createBookJoining(parts)
  const existing = createExistingRequests(deliveries)

  async function statesOf(db: Db, { id }: RequestRecord): Promise<readonly DeliveryRecord[]> {
    return (await deliveries.statesOf(db, [id])).get(id) ?? []
  }

  /** The person the request will belong to, as stored now. */
  async function requesterOf(tx: Tx, { person, made_by }: Prepared): Promise<store.Requester> {
    const requester = await store.findRequester(tx, person.user_id)
    if (!requester) throw new Refusal(made_by === null ? 'session_revoked' : 'not_found')
    if (made_by !== null && (await store.findRequester(tx, made_by))?.role !== 'admin')
      throw new Refusal('forbidden')
    return requester
  }

  /** Checks authority under the lock, because it may have changed while the providers were read. */
  async function authorise(tx: Tx, prepared: Prepared): Promise<Authority> {
    const { wanted, instance, offered, limits, match } = prepared
    const requester = await requesterOf(tx, prepared)
    const found = await inventory.decide(tx, requester, MANAGER_OF[wanted.media_type], instance.id)
    if (!found.instance) throw new Refusal(found.refusal)
    const policy = await policyOf(tx, requester)
    assertOwnChoice(wanted, policy, found.instance, offered)
    await assertNotHidden(tx, wanted)
    if (limits !== (await limitsStamp(tx, requester))) throw new StaleFacts()
    if (match && !(await tv.isCurrent(tx, match))) throw new StaleFacts()
    return { requester, needs_approval: policy.requires_approval }
  }

  async function accept(
    tx: Tx,
    prepared: Prepared,
    { requester, needs_approval, waived }: Authority,
    { tries, place }: Attempt,
  ): Promise<Accepted> {
    const { wanted } = prepared
    const formats = formatsOf(prepared)
    const open = await existing.open(tx, prepared)
    const joined =
      wanted.media_type === 'book'
        ? await joinBook(tx, open, { requester, formats, needs_approval })
        : (open.find(request => isIdentical(request, prepared)) ?? (await findFulfilled(tx, prepared, tries)))
    if (joined) {
      const shown = { request: joined, is_new: false, job_ids: [], states: await statesOf(tx, joined) }
      if (wanted.media_type !== 'book') return shown
      return { ...shown, joined: await ownSubscriptions(tx, requester.user_id, [joined.id]) }
    }
    const nothingLeft = isThere(prepared)
    const now = iso(clock.now())
    const pending = { needs_approval: needs_approval && !nothingLeft, now }
    const request = await store.insertRequest(tx, newRequest(prepared, pending))
    const { user_id } = requester
    await subscribe(tx, { request_id: request.id, user_id, formats, created_at: now })
    // Charge before delivery: a request refused for its cost must not start a job.
    if (!nothingLeft && !waived)
      await quotas.chargeNew(
        tx,
        requester,
        request.id,
        unitsOf(missingSeasons(request, prepared.live), formats),
      )
    const first = nothingLeft ? { complete: 'available' as const } : needs_approval ? 'approval' : 'queued'
    const { job_ids, states } = await deliveries.open(tx, request, formats, first)
    const isUnnamed = request.title_unverified && needsNoLookup(request) && place.take(request)
    if (request.decision === 'pending') {
      await (isUnnamed ? events.alertPending : events.pending)(tx, request, requester)
    } else if (!nothingLeft) await alerts.autoApproved(tx, request, requester)
    if (!nothingLeft) await requestSaved(tx, { request, requester, formats })
    return { request, is_new: true, job_ids, states, ...(isUnnamed && { unnamed: requester }) }
  }

  /**
   * Movies and shows only. 1/3: a title that was delivered and is still there is not requested again. It may have been
   * delivered after the library was read, so a title that seems to be gone is read once more. Books and albums are
   * saved without reading their library (1:4.8.1), so only an open request counts as a duplicate (1:4.8.4). Whether an
   * earlier delivery is still there (C57) is found by the new delivery, and nothing is charged for it if it is.
   */
  async function findFulfilled(
    tx: Tx,
    prepared: Prepared,
    tries: number,
  ): Promise<RequestRecord | undefined> {
    const { live } = prepared
    const seemsGone = live?.known && live.status === 'unavailable'
    if (!isFulfilled(live) && !(seemsGone && tries === 1)) return undefined
    const newest = await existing.delivered(tx, prepared)
    if (newest && seemsGone) throw new StaleFacts()
    return newest
  }

  /** A selection that needs no lookup is judged once, under the lock. */
  async function acceptAtOnce(
    tx: Tx,
    caller: Caller,
    selection: SentSelection,
    { waived, place }: { waived: boolean; place: WaitingPlace },
  ): Promise<Accepted> {
    const self = await store.findRequester(tx, caller.user_id)
    if (!self) throw new Refusal('session_revoked')
    const prepared = await prepare({ ...caller, role: self.role }, selection, { db: tx })
    const requester = prepared.made_by === null ? self : await requesterOf(tx, prepared)
    const { requires_approval: needs_approval } = prepared.policy
    return accept(tx, prepared, { requester, needs_approval, waived }, { tries: 1, place })
  }

  /**
   * C10: the library is read only when a request exceeds the allowance; if it needs nothing it is free, otherwise it
   * is refused.
   */
  async function acceptSaved(
    caller: Caller,
    selection: SentSelection,
    place: WaitingPlace,
  ): Promise<Accepted> {
    const tryOnce = (waived: boolean) =>
      database.withSharedCommit('requests', tx => acceptAtOnce(tx, caller, selection, { waived, place }))
    try {
      return await tryOnce(false)
    } catch (error) {
      if (selection.media_type !== 'music' || !exceedsAllowance(error)) throw error
      if (!(await isProvenAlbum(proveAlbum, await prepare(caller, selection)))) throw error
      return tryOnce(true)
    }
  }

  async function acceptFresh(
    caller: Caller,
    selection: SentSelection,
    place: WaitingPlace,
  ): Promise<Accepted & { live: Live | null }> {
    if (needsNoLookup(selection)) {
      return { ...(await acceptSaved(caller, selection, place)), live: null }
    }
    for (let tries = 1; ; tries += 1) {
      const prepared = await prepare(caller, selection, { is_fresh: tries > 1 })
      try {
        const accepted = await database.withSharedCommit('requests', async tx =>
          accept(tx, prepared, await authorise(tx, prepared), { tries, place }),
        )
        return { ...accepted, live: prepared.live }
      } catch (error) {
        if (!(error instanceof StaleFacts)) throw error
        if (tries >= TRIES) throw new Refusal('unavailable', { cause: error })
      }
    }
  }

  /**
   * C69: the title of a book or an album is read after saving (1:4.8.1); the response and the event use the row as it
   * is then. A movie whose provider did not answer in time may have been named by its library.
   */
  async function withTitle({ request, is_new, unnamed }: Accepted): Promise<RequestRecord> {
    if (!request.title_unverified) return request
    if (!unnamed && needsNoLookup(request)) {
      if (is_new) titles.verifyInBackground(request)
      return request
    }
    if (unnamed) await titles.verifyNew(request)
    const now = (await store.findRequest(database.read, request.id)) ?? request
    if (!unnamed || now.decision !== 'pending') return now
    return database.transaction(async tx => {
      // Read again: the request may have been decided or named in the meantime.
      const latest = (await store.findRequest(tx, request.id)) ?? now
      if (latest.decision === 'pending') await events.publishPending(tx, latest, unnamed)
      return latest
    })
  }

  async function create(
    caller: Caller,
    selection: SentSelection,
    place: WaitingPlace,
  ): Promise<{ is_new: boolean; answer: RequestResponse }> {
    const started_ms = clock.monotonicMs()
    const { live, ...accepted } = await acceptFresh(caller, selection, place)
    const { is_new, job_ids, states: saved } = accepted
    // C4: a movie is delivered at once, and the response shows the result.
    const isTried = accepted.request.media_type === 'movie' && job_ids.length > 0
    if (isTried) await deliveries.attemptNow(job_ids, clock.monotonicMs() - started_ms)
    const request = await withTitle(accepted)
    const states = isTried ? await statesOf(database.read, request) : saved
    const reader = accepted.joined ? holdings(accepted.joined, caller).reader : SOLE_READER
    const seen = is_new ? (settledLive(states) ?? live) : live
    const shown = presentRequest({ request, deliveries: states, reader, live: seen })
    return { is_new, answer: { ...shown, status: receiptStatus(request, seen) } }
  }

  return async (caller: Caller, selection: SentSelection) => {
    const place = titles.createWaitingPlace()
    try {
      return await create(caller, selection, place)
    } finally {
      place.release()
    }
  }
}

/** The reader of a request that nobody shares. */
const SOLE_READER: ReaderView = { own: null, left: new Set(), manages_all: true }

/** The result of a delivery is newer than the status read before it. */
function settledLive(states: readonly DeliveryRecord[]): Live | null {
  const [only] = states
  if (states.length !== 1 || only?.state !== 'complete') return null
  const status = LIVE_STATUSES.find(one => one === only.code)
  return status ? { known: true, status } : null
}

const LIVE_STATUSES = ['available', 'partial', 'downloading', 'requested', 'unavailable'] as const
