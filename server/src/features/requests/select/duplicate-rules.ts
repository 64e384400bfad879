import type { RequestStatus, SeasonScope } from '@foyer/contract/requests'
import type { DeliveryRecord, RequestFormat, RequestRecord } from '#ports/request-record.ts'
import type { Live } from '../dependencies.ts'
import { isOpen } from '../follow/request-status-rules.ts'

/** What is asked for beside the title itself. */
export interface RequestScope {
  scope: SeasonScope | null
  seasons: readonly number[] | null
}

/** 1/4.6: an open request of one person for exactly this. Another quality is no other movie. */
export function isIdentical(
  request: Pick<RequestRecord, 'season_scope' | 'seasons'>,
  asked: RequestScope,
): boolean {
  const isPilot = request.season_scope === 'pilot'
  if (isPilot !== (asked.scope === 'pilot')) return false
  const [saved, wanted] = [request.seasons ?? [], asked.seasons ?? []]
  return saved.length === wanted.length && saved.every((season, i) => season === wanted[i])
}

/** A show that is there in part may need its other episodes sent for. */
const FULFILLED: readonly RequestStatus[] = ['available', 'downloading', 'requested']

/** 1/3: what was delivered and is not gone since is not asked for again. */
export function isFulfilled(live: Live | null): boolean {
  return live !== null && live.known && FULFILLED.includes(live.status)
}

/** Shared book work as somebody comes to it. */
export interface SharedWork {
  request: Pick<RequestRecord, 'decision'>
  deliveries: readonly Pick<DeliveryRecord, 'format' | 'state'>[]
}

/**
 * 1:4.8.3: whether these formats can be had by joining. What waits for approval takes in whoever would wait
 * too; approved work takes in whoever needs no approval, or adds nothing to it. Formats that are over are not
 * begun again by joining.
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
