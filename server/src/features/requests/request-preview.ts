import type { RequestPreview } from '@foyer/contract/request-preview'
import type { Selection } from '@foyer/contract/requests'
import type { Database } from '#db/database.ts'
import type { Quotas } from '#features/request-quotas/index.ts'
import type { Caller } from '#kit/caller.ts'
import { isProvenAlbum } from './music-proof.ts'
import type { ProveAlbum } from './neighbours.ts'
import { formatsOf, isThere, type Prepare } from './request-preparation.ts'
import { missingSeasons, unitsOf } from './unit-rules.ts'

/** 1:4.6: the same judgement as creating, and nothing of it is kept. */
export function createPreview(parts: {
  database: Database
  quotas: Pick<Quotas, 'price'>
  prepare: Prepare
  proveAlbum: ProveAlbum
}) {
  const { database, quotas, prepare, proveAlbum } = parts
  return async function preview(caller: Caller, selection: Selection): Promise<RequestPreview> {
    const prepared = await prepare(caller, selection)
    const { wish, instance, seasons, live } = prepared
    const isScreen = wish.media_type === 'movie' || wish.media_type === 'tv'
    const asked = {
      media_type: wish.media_type,
      tmdb_id: isScreen ? wish.tmdb_id : null,
      foreign_id: isScreen ? null : wish.foreign_id,
      catalog_id: wish.media_type === 'music' ? (wish.catalog_ref?.id ?? null) : null,
      instance_id: instance.id,
      seasons,
    }
    const units = isThere(prepared) ? [] : unitsOf(missingSeasons(asked, live), formatsOf(prepared))
    const price = (what: typeof units) => quotas.price(database.read, prepared.person, what)
    const first = await price(units)
    const isFree = !first.fits && (await isProvenAlbum(proveAlbum, prepared))
    const priced = isFree ? await price([]) : first
    return { ...priced, ...(seasons && { seasons }) }
  }
}
