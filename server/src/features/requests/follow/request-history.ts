import { listRequests } from '@foyer/contract/requests/requests'
import { z } from 'zod'
import type { Database } from '#db/database.ts'
import type { KeptAnswers } from '#db/kept-answers.ts'
import type { Deliveries } from '#features/deliveries/index.ts'
import type { TitleGate } from '#features/kids/index.ts'
import type { Caller } from '#kit/caller.ts'
import { type Ready, readyJson } from '#kit/ready.ts'
import { screenTitleOf, titleKey } from '#kit/screen-title.ts'
import { notCurrent, type Snapshot } from '#kit/snapshot.ts'
import type { RequestRecord } from '#ports/request-record.ts'
import type { LiveView } from './live-view.ts'
import { findRequests } from '../store/request-store.ts'
import { presentRows } from './row-rules.ts'
import { BOOK_FORMATS } from './request-status-rules.ts'
import { ownSubscriptions, pageOwnIds, type Subscription } from '../store/subscription-store.ts'

export interface HistoryParts {
  database: Database
  deliveries: Pick<Deliveries, 'statesOf'>
  kids: Pick<TitleGate, 'allowedTitles' | 'isLimited'>
  liveView: LiveView
  answers: KeptAnswers
}

interface Page {
  limit: number
  before_id?: number | undefined
}

/** A person's own requests with their current status (1:4.6). */
export function createHistory({ database, deliveries, kids, liveView, answers }: HistoryParts) {
  const db = database.read

  /** 1:4.6: movies and shows outside the limits of a kids account are left out. */
  async function withinLimits(caller: Caller, requests: readonly RequestRecord[]): Promise<RequestRecord[]> {
    const titles = requests.flatMap(request => screenTitleOf(request) ?? [])
    const allowed = await kids.allowedTitles(caller, titles)
    const names = new Set(allowed.map(titleKey))
    return requests.filter(
      ({ tmdb_id, media_type }) => tmdb_id === null || names.has(`${media_type}:${tmdb_id}`),
    )
  }

  async function make(caller: Caller, page: Page): Promise<Snapshot<Ready>> {
    const ids = await pageOwnIds(db, caller.user_id, page)
    const requests = (await findRequests(db, ids)).sort((a, b) => b.id - a.id)
    const { live, nameOf, isCurrent } = await liveView.many(caller, requests)
    const states = await deliveries.statesOf(db, ids)
    const own = Map.groupBy(await ownSubscriptions(db, caller.user_id, ids), one => one.request_id)
    // Ratings expire independently of commits, so limited accounts are never served from the cache.
    const isLimited = await kids.isLimited(caller)
    const shown = isLimited ? await withinLimits(caller, requests) : requests
    const rows = shown.flatMap(request =>
      presentRows({
        request,
        deliveries: states.get(request.id) ?? [],
        ...holdings(own.get(request.id) ?? [], caller),
        instance_name: nameOf(request),
        live: live.get(request.id) ?? null,
      }),
    )
    const value = readyJson(z.parse(listRequests.response, rows))
    return { value, isCurrent: isLimited ? notCurrent : isCurrent }
  }

  /** Synchronous when nothing has changed since the list was built. */
  return function history(caller: Caller, page: Page): Ready | Promise<Ready> {
    const { user_id, role } = caller
    return answers(`own ${user_id} ${role} ${page.limit} ${page.before_id ?? ''}`, () => make(caller, page))
  }
}

/** The formats of a request that a person requested, and those they have left. */
export function holdings(own: readonly Subscription[], { role }: Pick<Caller, 'role'>) {
  const left = new Set(own.filter(one => one.cancelled_at !== null).map(one => one.format))
  const formats = BOOK_FORMATS.filter(format => own.some(one => one.format === format))
  const requested = own.length > 0 ? new Set(own.map(one => one.format)) : null
  return { reader: { own: requested, left, manages_all: role === 'admin' }, formats }
}
