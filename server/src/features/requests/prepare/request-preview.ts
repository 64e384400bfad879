import type { RequestPreview } from '@foyer/contract/requests/request-preview'
import type { SentSelection } from '@foyer/contract/requests/requests'
import type { Database } from '#db/database.ts'
import type { Deliveries } from '#features/deliveries/index.ts'
import type { Quotas } from '#features/request-quotas/index.ts'
import type { Caller } from '#kit/caller.ts'
import type { RequestFormat } from '#ports/request-record.ts'
import { createExistingRequests } from '../select/existing-requests.ts'
import { findJoin } from '../accept/book-joining.ts'
import { isProvenAlbum } from './music-proof.ts'
import type { ProveAlbum } from '../dependencies.ts'
import { formatsOf, isThere, type Prepare, type Prepared } from './request-preparation.ts'
import { isFulfilled, isIdentical } from '../select/duplicate-rules.ts'
import { missingSeasons, unitsOf } from './unit-rules.ts'

/** 1:4.6: judges a selection exactly as creating does, and stores nothing. */
export function createPreview(parts: {
  database: Database
  quotas: Pick<Quotas, 'price'>
  deliveries: Pick<Deliveries, 'statesOf'>
  prepare: Prepare
  proveAlbum: ProveAlbum
}) {
  const { database, quotas, deliveries, prepare, proveAlbum } = parts
  const db = database.read
  const existing = createExistingRequests(deliveries)

  /** The formats that would be newly requested; none if an existing request would be returned. */
  async function newFormats(prepared: Prepared): Promise<readonly RequestFormat[]> {
    const { wanted, person, policy, live } = prepared
    const formats = formatsOf(prepared)
    const open = await existing.open(db, prepared)
    if (wanted.media_type === 'book') {
      const joining = { requester: person, formats, needs_approval: policy.requires_approval }
      return (await findJoin(ids => deliveries.statesOf(db, ids), db, open, joining))?.added ?? formats
    }
    if (open.some(request => isIdentical(request, prepared))) return []
    return isFulfilled(live) && (await existing.delivered(db, prepared)) ? [] : formats
  }

  async function newUnits(prepared: Prepared) {
    const { wanted, instance, seasons, live } = prepared
    const formats = isThere(prepared) ? [] : await newFormats(prepared)
    if (formats.length === 0) return []
    const isScreen = wanted.media_type === 'movie' || wanted.media_type === 'tv'
    const selection = {
      media_type: wanted.media_type,
      tmdb_id: isScreen ? wanted.tmdb_id : null,
      foreign_id: isScreen ? null : wanted.foreign_id,
      catalog_id: wanted.media_type === 'music' ? (wanted.catalog_ref?.id ?? null) : null,
      instance_id: instance.id,
      seasons,
    }
    return unitsOf(missingSeasons(selection, live), formats)
  }

  return async function preview(caller: Caller, selection: SentSelection): Promise<RequestPreview> {
    const prepared = await prepare(caller, selection)
    const { seasons, person } = prepared
    const first = await quotas.price(db, person, await newUnits(prepared))
    const isFree = !first.fits && (await isProvenAlbum(proveAlbum, prepared))
    const priced = isFree ? await quotas.price(db, person, []) : first
    return { ...priced, ...(seasons && { seasons }) }
  }
}
