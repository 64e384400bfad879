import { sayDelivery } from '@foyer/contract/requests/delivery-sentences'
import { z } from 'zod'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { AlbumShelf, FoundAlbum, ShelfAlbum } from '#ports/courier-albums.ts'
import { AddRefused } from '#ports/courier-shelf.ts'
import type { RequestRecord } from '#ports/request-record.ts'
import type { Courier, CourierOutcome, CourierRun } from './courier.ts'
import { chooseTags, placeWishes } from '../rules/delivery-default-rules.ts'
import {
  chooseAlbumPlace,
  isWhole,
  lookupTerms,
  pickExact,
  type WantedAlbum,
  wantedAlbum,
  wantedStatus,
} from '../rules/music-rules.ts'
import { refusedOutcome } from '../rules/shelf-rules.ts'

export interface MusicCourierParts {
  shelf: AlbumShelf
  /** The record that earlier deliveries of the same album found or added, for any requester; null: none. */
  recordOf(request: RequestRecord): Promise<number | null>
  /** The release group of a release; null: there is no such release. Throws UpstreamFault. */
  groupOf(release_id: string, run: Pick<CourierRun, 'request' | 'signal'>): Promise<string | null>
  /** Whether an admin had hidden this release group when the request was made. */
  wasHidden(foreign_id: string, request: RequestRecord): Promise<boolean>
}

/**
 * Left behind by an interrupted attempt that was about to monitor this record and search for it, or to add the album of
 * this release group.
 */
const Receipt = z.object({ search: z.int().optional(), group: z.string().optional() })
const receiptOf = ({ receipt }: CourierRun) => Receipt.safeParse(receipt).data ?? {}

/** Albums (1:4.8.4): every attempt reads the library first, so that it can be repeated safely. */
export function createMusicCourier({ shelf, recordOf, groupOf, wasHidden }: MusicCourierParts): Courier {
  const namesOf = ({ instance }: CourierRun) => ({ product: shelf.product, instance_name: instance.name })

  /**
   * A release group from the metadata provider is used like one that was requested. If the provider does not
   * answer, the manager's own metadata may know the release; the attempt stops only if that fails as well.
   */
  async function identify(run: CourierRun): Promise<{ wanted: WantedAlbum | null; provider_error?: Error }> {
    const wanted = wantedAlbum(run.request)
    if (!wanted || 'foreign_id' in wanted) return { wanted }
    const { group } = receiptOf(run)
    if (group !== undefined) return { wanted: { foreign_id: group } }
    try {
      const foreign_id = await groupOf(wanted.release_id, run)
      return { wanted: foreign_id === null ? wanted : { foreign_id } }
    } catch (error) {
      // A full queue at the provider also counts as no answer.
      const isBusy = error instanceof Refusal && error.code === 'unavailable'
      if (!(error instanceof UpstreamFault) && !isBusy) throw error
      return { wanted, provider_error: error }
    }
  }

  /** lidarr.md, "Quirks": the record id stays valid when the album's id changes, so it is used first. */
  async function findInLibrary(run: CourierRun, wanted: WantedAlbum): Promise<ShelfAlbum | null> {
    const { connection, signal } = run
    const record_id = run.delivery.record_id ?? (await recordOf(run.request))
    const by_record = record_id === null ? null : await shelf.findRecord(connection, record_id, signal)
    if (by_record || !('foreign_id' in wanted)) return by_record
    return shelf.find(connection, wanted.foreign_id, signal)
  }

  async function lookUp(run: CourierRun, wanted: WantedAlbum): Promise<FoundAlbum | null> {
    for (const term of lookupTerms(wanted, run.request, shelf.exactTerm)) {
      const found = pickExact(wanted, await shelf.lookup(run.connection, term, run.signal))
      if (found) return found
    }
    return null
  }

  /** The id under which the album is filed, if it is not the requested one (1:4.11). */
  function filed({ request }: CourierRun, { record_id, foreign_id }: ShelfAlbum) {
    const isOther = foreign_id !== '' && foreign_id !== request.foreign_id
    return { record_id, ...(isOther && { canonical_foreign_id: foreign_id }) }
  }

  async function handleExisting(run: CourierRun, album: ShelfAlbum): Promise<CourierOutcome> {
    const { connection, signal } = run
    const { record_id, monitored, artist_monitored } = album
    await run.learnTitle(album.title)
    const done = wantedStatus(album)
    const isSearchPending = receiptOf(run).search === record_id
    const isWanted = monitored && artist_monitored && !isSearchPending
    if (isWhole(album) || isWanted) return { done, ...filed(run, album), unchanged: true }
    await run.begin({ search: record_id })
    if (!artist_monitored) await shelf.monitorArtist(connection, album.artist_id, signal)
    if (!monitored) await shelf.monitor(connection, record_id, signal)
    await shelf.search(connection, record_id, signal)
    return { done, ...filed(run, album) }
  }

  /**
   * A hidden album is not requested. A request that names one of its releases is saved before anybody knows the album
   * (1:4.8.1), so it is refused here, before anything is written.
   */
  async function isRefused(
    { request }: CourierRun,
    { foreign_id }: { foreign_id: string },
  ): Promise<boolean> {
    return request.foreign_id === null && wasHidden(foreign_id, request)
  }

  async function add(run: CourierRun, album: FoundAlbum): Promise<CourierOutcome> {
    const { connection, signal, request } = run
    await run.learnTitle(album.title)
    const { delivery_defaults: defaults } = run.instance
    const names = namesOf(run)
    const options = await shelf.options(connection, signal)
    const chosen = chooseAlbumPlace(options, names, placeWishes(defaults, request))
    if ('outcome' in chosen) return chosen.outcome
    const tagged = await chooseTags(defaults.tags, () => shelf.tags(connection, signal), names)
    if ('outcome' in tagged) return tagged.outcome
    const settings = { ...chosen.place, ...tagged, search: defaults.search_on_add ?? true }
    await run.begin({ group: album.foreign_id })
    try {
      const { release_ids: _, ...wanted } = album
      const added = await shelf.add(connection, { ...wanted, ...settings }, signal)
      // lidarr.md: an artist that existed before keeps its own flag, and the album would never be searched for.
      if (added.artist && !added.artist.monitored)
        await shelf.monitorArtist(connection, added.artist.record_id, signal)
      const { foreign_id } = album
      return { done: 'requested', ...filed(run, { ...NOTHING_YET, record_id: added.record_id, foreign_id }) }
    } catch (error) {
      if (!(error instanceof AddRefused)) throw error
      const isThere = error.objections.includes('already_there')
      const found = isThere ? await shelf.find(connection, album.foreign_id, signal) : null
      // Somebody else added it in the meantime, or it arrived unmonitored with its artist.
      return found ? handleExisting(run, found) : refusedOutcome(error.objections, namesOf(run))
    }
  }

  return async run => {
    const { wanted, provider_error } = await identify(run)
    const existing = wanted && (await findInLibrary(run, wanted))
    if (existing) return (await isRefused(run, existing)) ? HIDDEN : handleExisting(run, existing)
    const album = wanted && (await lookUp(run, wanted))
    if (!album && provider_error) throw provider_error
    if (!album) {
      const message = sayDelivery('no_album', { product: shelf.product })
      return { attention: 'metadata_unresolved', message }
    }
    if (await isRefused(run, album)) return HIDDEN
    // The group of a release is known only now, and that album may be in the library already.
    const known =
      'release_id' in wanted ? await shelf.find(run.connection, album.foreign_id, run.signal) : null
    return known ? handleExisting(run, known) : add(run, album)
  }
}

const HIDDEN: CourierOutcome = {
  attention: 'request_unavailable',
  message: sayDelivery('album_hidden'),
}

const NOTHING_YET = {
  title: '',
  artist_id: 0,
  monitored: true,
  artist_monitored: true,
  track_count: 0,
  track_file_count: 0,
}
