import type { RequestResponse } from '@foyer/contract/requests/requests'
import type { Database, Db, Tx } from '#db/database.ts'
import type { Deliveries } from '#features/deliveries/index.ts'
import type { InstanceRecord } from '#features/instances/index.ts'
import { assertStillMay } from '#features/sessions/index.ts'
import type { Quotas } from '#features/request-quotas/index.ts'
import type { Caller } from '#kit/caller.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import type { DeliveryRecord, RequestRecord } from '#ports/request-record.ts'
import { changeOfSeasons, changesFormats, isEndedWait } from './approval-rules.ts'
import { chooseSeasons } from '../select/choice-rules.ts'
import { openFormats } from '../deliver/cancel-rules.ts'
import type { ApprovalChange, NewScope, Verdict } from './decision-store.ts'
import type { DelayedDecisions } from './delayed-decisions.ts'
import type { LibraryChange } from './library-change.ts'
import type { TvMatches } from '../dependencies.ts'
import type { RequestAnswer } from '../follow/request-answer.ts'
import type { RequestEvents } from '../notify/request-events.ts'
import { findRequester, findRequest, updateRequest } from '../store/request-store.ts'
import { subscribersOf } from '../store/subscription-store.ts'
import { unitsOf } from '../prepare/unit-rules.ts'

export interface DecideParts {
  database: Database
  clock: Clock
  quotas: Pick<Quotas, 'charge' | 'refund'>
  deliveries: Pick<Deliveries, 'release' | 'cancel' | 'statesOf'>
  tv: TvMatches
  events: RequestEvents
  library: LibraryChange
}

/** Facts read from outside for a decision; the decision is judged when it is applied. */
export interface PreparedDecision {
  verdict: Verdict
  scope: NewScope | null
}

/** Decisions (1:4.7). Each is recorded with its consequences in one transaction, before any delivery. */
export function createDecide(parts: DecideParts) {
  const { database, clock, quotas, deliveries, tv, events, library } = parts
  const now = () => iso(clock.now())

  async function pendingRequest(tx: Tx, id: number): Promise<RequestRecord> {
    const request = await findRequest(tx, id)
    if (!request) throw new Refusal('not_found')
    if (request.decision !== 'pending') throw new Refusal('not_pending')
    return request
  }

  async function readSeasons(tmdb_id: number, change: ApprovalChange): Promise<Omit<NewScope, 'match'>> {
    const show = await tv.show(tmdb_id)
    const named = change.seasons && [...new Set(change.seasons)].sort((a, b) => a - b)
    const season_scope = named ? null : (change.season_scope ?? null)
    const wanted = { scope: season_scope, seasons: named ?? null }
    const chosen = chooseSeasons(show.seasons, wanted, now().slice(0, 10))
    if (!('seasons' in chosen) || chosen.seasons.length === 0)
      throw new Refusal('validation', { fields: { seasons: 'The show has no such season.' } })
    return { season_scope, seasons: chosen.seasons }
  }

  /**
   * Null: seasons and match stay as they were requested. Naming seasons or another library requires that the match was
   * read again.
   */
  async function readScope(
    request: RequestRecord,
    instance: InstanceRecord,
    change: ApprovalChange,
  ): Promise<NewScope | null> {
    const { tmdb_id, season_scope, seasons } = request
    if (request.media_type !== 'tv' || tmdb_id === null) return null
    const chosen = namesSeasons(change)
      ? await readSeasons(tmdb_id, change)
      : { season_scope, seasons: [...(seasons ?? [])] }
    return { ...chosen, match: await tv.resolve(tmdb_id, instance) }
  }

  async function statesOf(db: Db, id: number): Promise<readonly DeliveryRecord[]> {
    return (await deliveries.statesOf(db, [id])).get(id) ?? []
  }

  async function read(id: number, change: ApprovalChange): Promise<NewScope | null> {
    const request = await findRequest(database.read, id)
    if (request?.decision !== 'pending') return null
    const { instance_id = request.instance_id } = change
    const is_moved = instance_id !== request.instance_id
    const formats = openFormats(await statesOf(database.read, id))
    // A profile may be any number here (1/4.7); one that the library lacks stops the delivery (C59).
    const { root_folder } = change
    if (!is_moved) await library.assertOffered(instance_id, { root_folder }, formats)
    if (!is_moved && !namesSeasons(change)) return null
    const instance = await library.find(database.read, request, instance_id)
    const scope = await readScope(request, instance, change)
    if (is_moved) {
      const { media_type, tmdb_id, foreign_id } = request
      const title = { media_type, tmdb_id, foreign_id, match: request.match, seasons: request.seasons }
      await library.look(instance, { ...title, ...scope }, change, formats)
    }
    return scope
  }

  /** 1:4.9.1: added seasons are charged to the requester; if they do not fit, nothing is approved. */
  async function applyScope(
    tx: Tx,
    request: RequestRecord,
    { match, ...scope }: NewScope,
  ): Promise<RequestRecord> {
    const { added, removed } = changeOfSeasons(request, scope.seasons)
    const changed = { ...request, ...scope, match }
    const requester = await findRequester(tx, request.user_id)
    if (!requester) throw new Refusal('not_found')
    const { id: request_id, tmdb_id } = request
    // Refund removed seasons first: a swap within a full allowance costs nothing.
    if (removed.length > 0)
      await quotas.refund(tx, { request_id, units: removed.map(season => `${tmdb_id}:${season}`) })
    await quotas.charge(tx, requester, request_id, unitsOf({ ...changed, seasons: added }, ['']))
    return changed
  }

  async function assertFormats(tx: Tx, { id, media_type }: RequestRecord, { book_format }: ApprovalChange) {
    if (media_type !== 'book') return
    const formats = (await statesOf(tx, id)).map(one => one.format)
    if (changesFormats(book_format, formats)) throw new Refusal('book_format_immutable')
  }

  async function approve(
    tx: Tx,
    { decided_by, request }: Decided,
    change: ApprovalChange,
    scope: NewScope | null,
  ) {
    const { id } = request
    await assertFormats(tx, request, change)
    const { instance_id = request.instance_id } = change
    const is_moved = instance_id !== request.instance_id
    const placed = is_moved ? await library.move(tx, request, instance_id) : request
    const changed = scope ? await applyScope(tx, placed, scope) : placed
    if (changed.match && !(await tv.isCurrent(tx, changed.match))) throw new Refusal('tv_match_changed')
    const { season_scope, seasons, match, instance_name } = changed
    const { quality_profile_id: quality } = change
    await updateRequest(tx, id, {
      decision: 'approved',
      decided_at: now(),
      decided_by,
      season_scope,
      seasons,
      match,
      quality_profile_id: quality === undefined ? placed.quality_profile_id : quality || null,
      root_folder: change.root_folder ?? placed.root_folder,
      instance_id,
      instance_name,
      updated_at: now(),
    })
    await deliveries.release(tx, id)
    await events.decided(tx, request, { decision: 'approved' }, await subscribersOf(tx, id))
  }

  async function deny(tx: Tx, { decided_by, request }: Decided, reason: string | undefined) {
    const { id } = request
    const deny_reason = reason?.trim() || null
    const user_ids = await subscribersOf(tx, id)
    await updateRequest(tx, id, {
      decision: 'denied',
      decided_at: now(),
      decided_by,
      deny_reason,
      updated_at: now(),
    })
    await deliveries.cancel(tx, id)
    await quotas.refund(tx, { request_id: id })
    const decision = { decision: 'denied' as const, ...(deny_reason !== null && { reason: deny_reason }) }
    await events.decided(tx, request, decision, user_ids)
  }

  return {
    async prepare(id: number, verdict: Verdict): Promise<PreparedDecision> {
      return { verdict, scope: verdict.verdict === 'approved' ? await read(id, verdict.change) : null }
    },

    /** Refuses with `not_pending` if the request was decided in the meantime. */
    async apply(
      tx: Tx,
      { decided_by, request_id }: { decided_by: number; request_id: number },
      { verdict, scope }: PreparedDecision,
    ): Promise<void> {
      const decided = { decided_by, request: await pendingRequest(tx, request_id) }
      if (verdict.verdict === 'approved') await approve(tx, decided, verdict.change, scope)
      else await deny(tx, decided, verdict.reason)
    },
  }
}

function namesSeasons({ seasons, season_scope }: ApprovalChange): boolean {
  return seasons !== undefined || season_scope !== undefined
}

export type Decide = ReturnType<typeof createDecide>

/** The admin, the request and the decision. */
interface Decided {
  decided_by: number
  request: RequestRecord
}

export interface ApprovalParts {
  database: Database
  deliveries: Pick<Deliveries, 'retry'>
  decide: Decide
  delayed: DelayedDecisions
  answer: RequestAnswer
}

/** An admin's decisions about a request: applied at once, or after a few seconds in which they can be undone. */
export function createApproval({ database, deliveries, decide, delayed, answer }: ApprovalParts) {
  async function decideNow<T>(
    caller: Caller,
    request_id: number,
    verdict: Verdict,
    then: (tx: Tx) => Promise<T>,
  ): Promise<T> {
    const prepared = await decide.prepare(request_id, verdict)
    return database.withWriteLock('requests', async tx => {
      await assertStillMay(tx, caller, 'requests:manage')
      await decide.apply(tx, { decided_by: caller.user_id, request_id }, prepared)
      await delayed.forget(tx, request_id)
      return then(tx)
    })
  }

  return {
    async approve(
      caller: Caller,
      id: number,
      { delay_seconds = 0, ...change }: ApprovalChange & Delay,
    ): Promise<RequestResponse & { decision_due_at?: string }> {
      const verdict = { verdict: 'approved', change } as const
      if (delay_seconds > 0) return delayed.save(caller, id, verdict, delay_seconds)
      const done = await decideNow(caller, id, verdict, tx => answer.snapshot(tx, caller, id))
      return answer.afterChange(caller, done)
    },

    async deny(
      caller: Caller,
      id: number,
      { delay_seconds = 0, reason }: { reason?: string | undefined } & Delay,
    ): Promise<{ decision_due_at?: string }> {
      const verdict = { verdict: 'denied', ...(reason !== undefined && { reason }) } as const
      if (delay_seconds === 0) {
        await decideNow(caller, id, verdict, async () => {})
        return {}
      }
      const { decision_due_at } = await delayed.save(caller, id, verdict, delay_seconds)
      return { decision_due_at }
    },

    undo: delayed.undo,

    /** Repeats the add and resumes watching an author import whose wait ended. */
    async wait(caller: Caller, id: number): Promise<RequestResponse> {
      const done = await database.withWriteLock('requests', async tx => {
        const ended = (await answer.snapshot(tx, caller, id)).states.filter(isEndedWait)
        if (ended.length === 0) throw new Refusal('not_waiting')
        await deliveries.retry(
          tx,
          id,
          ended.map(one => one.format),
        )
        return answer.snapshot(tx, caller, id)
      })
      return answer.afterChange(caller, done)
    },
  }
}

interface Delay {
  delay_seconds?: number | undefined
}
