import type { CatalogRef, DeliveryState, RequestStatus } from '@foyer/contract/requests/requests'
import type { Db } from '#db/database.ts'
import { type Deliveries, presentDelivery } from '#features/deliveries/index.ts'
import type { SavedRow } from '#features/library-status/index.ts'
import { type AlbumName, findDeliveredRecord, findOwnAlbum, listOwnMusic } from './music-store.ts'
import { canonicalOf, catalogRefOf, titleOf } from './response-rules.ts'
import { savedStatus } from './request-status-rules.ts'

/** A saved request for an album, described from storage alone (1/4.6). */
interface MusicReceipt {
  request_id: number
  foreign_id: string
  canonical_foreign_id?: string
  catalog_ref?: CatalogRef
  title: string
  title_unverified?: true
  status: RequestStatus
  delivery: DeliveryState[]
}

/** The requests for titles of a music library. */
export function createMusicRows(deliveries: Pick<Deliveries, 'statesOf'>) {
  return {
    async newest(db: Db, user_id: number, album: AlbumName): Promise<SavedRow | undefined> {
      const request = await findOwnAlbum(db, user_id, album)
      if (!request) return undefined
      const states = (await deliveries.statesOf(db, [request.id])).get(request.id) ?? []
      return {
        request_id: request.id,
        decision: request.decision,
        title_unverified: request.title_unverified,
        delivery: states.map(record => presentDelivery(record, true)),
        ...catalogRefOf(request),
      }
    },

    recordOf: (db: Db, { foreign_id, instance_id }: AlbumName) =>
      findDeliveredRecord(db, { identity: `music:${foreign_id}`, instance_id }),

    async list(db: Db, user_id: number, instance_id: string): Promise<MusicReceipt[]> {
      const requests = await listOwnMusic(db, user_id, instance_id)
      const states = await deliveries.statesOf(
        db,
        requests.map(request => request.id),
      )
      return requests.map(request => {
        const own = states.get(request.id) ?? []
        const canonical = canonicalOf(own)
        return {
          request_id: request.id,
          // A pressing has no release group until its library names one.
          foreign_id: request.foreign_id ?? canonical.canonical_foreign_id ?? '',
          ...canonical,
          ...catalogRefOf(request),
          ...titleOf(request),
          status: savedStatus(request, own),
          delivery: own.map(record => presentDelivery(record, true)),
        }
      })
    },
  }
}
