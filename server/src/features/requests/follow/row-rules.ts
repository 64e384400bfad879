import type { QueueRow, RequestHistoryRow } from '@foyer/contract/requests/admin-requests'
import type { BookFormat, RequestRow } from '@foyer/contract/requests/requests'
import { presentDelivery } from '#features/deliveries/index.ts'
import type { DeliveryRecord, RequestFormat, RequestRecord } from '#ports/request-record.ts'
import type { DelayedDecision } from '../decide/decision-store.ts'
import type { Live } from '../dependencies.ts'
import { canonicalOf, catalogRefOf, isThere, presentOwn, titleOf, waitOf } from './response-rules.ts'
import type { Subscription } from '../store/subscription-store.ts'
import { liveOfFormat, ownPart, type ReaderView, resolveStatus } from './request-status-rules.ts'

/** The fields shared by a person's history and the admins' lists. */
function titleFields(request: RequestRecord) {
  const { tmdb_id, foreign_id, poster_path, season_scope, seasons } = request
  return {
    media_type: request.media_type,
    ...(tmdb_id !== null && { tmdb_id }),
    ...(foreign_id !== null && { foreign_id }),
    instance_id: request.instance_id,
    ...titleOf(request),
    ...(poster_path !== null && { poster_path }),
    ...(season_scope !== null && { season_scope }),
    ...(seasons !== null && { seasons: [...seasons] }),
    ...catalogRefOf(request),
  }
}

export interface OwnRequest {
  request: RequestRecord
  deliveries: readonly DeliveryRecord[]
  reader: ReaderView
  /** The reader's own formats; empty unless it is a book. */
  formats: readonly BookFormat[]
  instance_name: string
  live: Live | null
}

/** One row per format of a book, all with the request's id; otherwise a single row (1/4.6). */
export function presentRows(own: OwnRequest): RequestRow[] {
  if (own.request.media_type !== 'book') return [presentRow(own)]
  return own.formats.map(format => presentRow(own, format))
}

const NOT_DECIDED = { decided_at: null, deny_reason: null }

function presentRow(own: OwnRequest, format?: BookFormat): RequestRow {
  const { request, reader } = own
  const deliveries = format ? own.deliveries.filter(one => one.format === format) : own.deliveries
  const delivery = deliveries.map(record => presentOwn(record, reader))
  const seen = format ? liveOfFormat(own.live, format) : own.live
  const part = ownPart(request, deliveries, reader)
  // C5: what was decided after the reader left was decided for the others.
  const isOthers = request.decision === 'denied' && part.decision === 'cancelled'
  const { decided_at, deny_reason } = isOthers ? NOT_DECIDED : request
  const wait = part.deliveries
    .filter(record => !isThere(own.live, record))
    .map(waitOf)
    .find(found => found !== null)
  const status_fields = resolveStatus(part, part.deliveries, seen)
  return {
    request_id: request.id,
    ...titleFields(request),
    ...(format && { book_format: format }),
    instance_name: own.instance_name,
    ...status_fields,
    ...(status_fields.status === 'requested' && releasesOf(own.live)),
    ...(deny_reason !== null && { deny_reason }),
    requested_at: request.created_at,
    ...(decided_at !== null && { decided_at }),
    ...canonicalOf(deliveries, seen),
    ...(wait && { book_format_wait: wait }),
    delivery,
  }
}

/** The release dates of a requested title, as known to its library. A show that has already started has none. */
function releasesOf(live: Live | null): Pick<RequestRow, 'releases'> {
  if (!live?.known) return {}
  if (live.releases) return { releases: live.releases }
  const seasons = live.seasons ?? []
  const [next_airing] = seasons.flatMap(season => season.next_airing ?? []).sort()
  const hasBegun = seasons.some(season => season.episode_count > 0)
  return next_airing === undefined || hasBegun ? {} : { releases: { next_airing } }
}

export interface AdminRequest {
  request: RequestRecord
  username: string
  deliveries: readonly DeliveryRecord[]
  /** Everybody who still wants it, in the order of joining. */
  requesters: readonly { user_id: number; username: string }[]
  instance_name: string
}

export function presentQueueRow(row: AdminRequest): QueueRow {
  const { request, deliveries } = row
  const { quality_profile_id } = request
  // 1/4.6: the submitted id is only a hint; the match is authoritative.
  const tvdb_id = request.match?.tvdb_id ?? request.tvdb_id
  return {
    id: request.id,
    request_id: request.id,
    user_id: request.user_id,
    username: row.username,
    ...titleFields(request),
    ...(tvdb_id !== null && { tvdb_id }),
    ...bookFormatOf(deliveries),
    instance_name: row.instance_name,
    requester_count: row.requesters.length,
    ...(row.requesters.length > 1 && { requesters: [...row.requesters] }),
    ...(quality_profile_id !== null && { quality_profile_id }),
    requested_at: request.created_at,
    ...failureOf(deliveries),
  }
}

/** A decision that is about to be applied, or that could not be applied when it was due. */
export function presentDelayed(
  decision: DelayedDecision | undefined,
): Pick<QueueRow, 'decision_due_at' | 'decision_due' | 'decision_failed'> {
  if (!decision) return {}
  const { due_at, verdict, failed_code } = decision
  if (failed_code !== null) return { decision_failed: failed_code }
  return { decision_due_at: due_at, decision_due: verdict }
}

/** The same row with the server's current activity (1:4.7). */
export function presentWaitingRow(row: AdminRequest): QueueRow {
  const held = row.deliveries.find(one => WAITING.includes(one.state))
  const last_attempt_at = held?.last_attempt_at ?? null
  return {
    ...presentQueueRow(row),
    park_reason: held?.park_reason ?? 'delivery',
    ...(held && { wait_reason: held.message }),
    ...(last_attempt_at !== null && { last_attempt_at }),
    delivery: row.deliveries.map(record => presentDelivery(record, true)),
  }
}

const WAITING = ['retry', 'waiting_library', 'attention']

interface DecidedRequest extends AdminRequest {
  decided_by: string | null
  live: Live | null
  /** The subscriptions of the person whose history this is; empty in the history of everybody. */
  own: readonly Pick<Subscription, 'format' | 'created_at' | 'cancelled_at'>[]
}

export function presentHistoryRow(row: DecidedRequest): RequestHistoryRow {
  const { request, deliveries, decided_by } = row
  const { decision, decided_at, deny_reason } = request
  return {
    ...presentQueueRow(row),
    delivery: deliveries.map(record => presentDelivery(record, true)),
    status: resolveStatus(request, deliveries, row.live).status,
    decision,
    ...(decided_at !== null && { decided_at }),
    ...(decided_by !== null && { decided_by }),
    ...(deny_reason !== null && { deny_reason }),
    ...ownPartOf(row.own),
  }
}

/** C2: the formats that one person wants of a book; those they wanted, once they left them all (C5). */
function ownPartOf(own: DecidedRequest['own']): Pick<RequestHistoryRow, 'own_part'> {
  const held = own.filter(one => one.cancelled_at === null)
  const { book_format } = bookFormatOf(held.length > 0 ? held : own)
  const [requested_at] = own.map(one => one.created_at).sort()
  if (!book_format || requested_at === undefined) return {}
  return { own_part: { requested_at, book_format, cancelled: held.length === 0 } }
}

function bookFormatOf(parts: readonly { format: RequestFormat }[]): Pick<QueueRow, 'book_format'> {
  const formats = parts.map(one => one.format).filter(format => format !== '')
  const [first] = formats
  if (!first) return {}
  return { book_format: formats.length > 1 ? 'both' : first }
}

/** A failed add, described so that an admin can act on it. */
function failureOf(deliveries: readonly DeliveryRecord[]): Pick<QueueRow, 'add_failure_reason'> {
  const failed = deliveries.find(
    one => (one.state === 'attention' || one.state === 'retry') && one.last_attempt_at !== null,
  )
  return failed ? { add_failure_reason: failed.message } : {}
}
