import type { RequestStatus, SeasonScope } from '@foyer/contract/requests/requests'
import type { DeliveryRecord, RequestFormat, RequestRecord } from '#ports/request-record.ts'
import type { Live } from '../dependencies.ts'
import { isOpen } from '../follow/request-status-rules.ts'

/** The parts of a request beside its title. */
export interface RequestScope {
  scope: SeasonScope | null
  seasons: readonly number[] | null
}

/**
 * 1/4.6: whether this is an open request by the same person for exactly the same. A different quality is not a
 * different movie.
 */
export function isIdentical(
  request: Pick<RequestRecord, 'season_scope' | 'seasons'>,
  scope: RequestScope,
): boolean {
  const isPilot = request.season_scope === 'pilot'
  if (isPilot !== (scope.scope === 'pilot')) return false
  const [saved, wanted] = [request.seasons ?? [], scope.seasons ?? []]
  return saved.length === wanted.length && saved.every((season, i) => season === wanted[i])
}

/** 1/4.6: the same for a book, whose formats may be finished one by one. */
export function isSameFormats(held: readonly RequestFormat[], wanted: readonly RequestFormat[]): boolean {
  return held.length === wanted.length && wanted.every(format => held.includes(format))
}

/** Without `partial`: the other episodes of such a show may still have to be requested. */
const FULFILLED: readonly RequestStatus[] = ['available', 'downloading', 'requested']

/** 1/3: a title that was delivered and is still there is not requested again. */
export function isFulfilled(live: Live | null): boolean {
  return live !== null && live.known && FULFILLED.includes(live.status)
}

/** Shared book work as seen by somebody who wants to join it. */
export interface SharedWork {
  request: Pick<RequestRecord, 'decision'>
  deliveries: readonly Pick<DeliveryRecord, 'format' | 'state'>[]
}

/**
 * 1:4.8.3: whether these formats can be obtained by joining. Pending work accepts people who would have to wait too;
 * approved work accepts people who need no approval or add nothing to it. Joining does not restart finished formats.
 */
export function canJoin(
  work: SharedWork,
  formats: readonly RequestFormat[],
  needs_approval: boolean,
): boolean {
  const known = formats.map(format => work.deliveries.find(one => one.format === format))
  if (known.some(delivery => delivery && !isOpen(delivery))) return false
  if (work.request.decision === 'pending') return needs_approval
  return work.request.decision === 'approved' && (!needs_approval || known.every(Boolean))
}
