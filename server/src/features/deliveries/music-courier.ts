import { z } from 'zod'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { AlbumShelf, FoundAlbum, ShelfAlbum } from '#ports/courier-albums.ts'
import { AddRefused } from '#ports/courier-shelf.ts'
import type { RequestRecord } from '#ports/request-record.ts'
import type { Courier, CourierOutcome, CourierRun } from './courier.ts'
import {
  chooseAlbumPlace,
  isWhole,
  lookupTerms,
  pickExact,
  type WantedAlbum,
  wantedAlbum,
  wantedStatus,
} from './music-rules.ts'
import { refusedOutcome } from './shelf-rules.ts'

export interface MusicCourierParts {
  shelf: AlbumShelf
  /** The record that earlier deliveries of the same album came to, whoever asked; null: none. */
  recordOf(request: RequestRecord): Promise<number | null>
  /** The release group of a pressing; null: nobody knows such a pressing. Throws UpstreamFault. */
  groupOf(release_id: string, run: Pick<CourierRun, 'request' | 'signal'>): Promise<string | null>
}

/**
 * What an interrupted attempt left: it was about to switch this record on and to search for it, or to add the album
 * of this release group.
 */
const Receipt = z.object({ search: z.int().optional(), group: z.string().optional() })
const receiptOf = ({ receipt }: CourierRun) => Receipt.safeParse(receipt).data ?? {}

/** Albums (1:4.8.4): the library is read first, every time, so that each replay is idempotent. */
export function createMusicCourier({ shelf, recordOf, groupOf }: MusicCourierParts): Courier {
  const namesOf = ({ instance }: CourierRun) => ({ product: shelf.product, instance_name: instance.name })

  /**
   * A release group that the metadata provider names counts like one that was asked for. While it is silent, the
   * manager's own metadata may know the pressing; only if that does not is the silence what stops us.
   */
  async function identify(run: CourierRun): Promise<{ wanted: WantedAlbum | null; silence?: Error }> {
    const wanted = wantedAlbum(run.request)
    if (!wanted || 'foreign_id' in wanted) return { wanted }
    const { group } = receiptOf(run)
    if (group !== undefined) return { wanted: { foreign_id: group } }
    try {
      const foreign_id = await groupOf(wanted.release_id, run)
      return { wanted: foreign_id === null ? wanted : { foreign_id } }
    } catch (error) {
      // Too many who ask it at once are a silence too.
      const isBusy = error instanceof Refusal && error.code === 'unavailable'
      if (!(error instanceof UpstreamFault) && !isBusy) throw error
      return { wanted, silence: error }
    }
  }

  /** lidarr.md, "Quirks": the number of a record outlives its id, so it is asked first. */
  async function findThere(run: CourierRun, wanted: WantedAlbum): Promise<ShelfAlbum | null> {
    const { connection, signal } = run
    const record_id = run.delivery.record_id ?? (await recordOf(run.request))
    const kept = record_id === null ? null : await shelf.findRecord(connection, record_id, signal)
    if (kept || !('foreign_id' in wanted)) return kept
    return shelf.find(connection, wanted.foreign_id, signal)
  }

  async function lookUp(run: CourierRun, wanted: WantedAlbum): Promise<FoundAlbum | null> {
    for (const term of lookupTerms(wanted, run.request, shelf.exactTerm)) {
      const found = pickExact(wanted, await shelf.lookup(run.connection, term, run.signal))
      if (found) return found
    }
    return null
  }

  /** Where the album is filed, when that is not under the id that was asked for (1:4.11). */
  function filed({ request }: CourierRun, { record_id, foreign_id }: ShelfAlbum) {
    const isOther = foreign_id !== '' && foreign_id !== request.foreign_id
    return { record_id, ...(isOther && { canonical_foreign_id: foreign_id }) }
  }

  async function present(run: CourierRun, album: ShelfAlbum): Promise<CourierOutcome> {
    const { connection, signal } = run
    const { record_id, monitored, artist_monitored } = album
    await run.learnTitle(album.title)
    const done = wantedStatus(album)
    const owed = receiptOf(run).search === record_id
    const isWanted = monitored && artist_monitored && !owed
    if (isWhole(album) || isWanted) return { done, ...filed(run, album), unchanged: true }
    await run.begin({ search: record_id })
    if (!artist_monitored) await shelf.monitorArtist(connection, album.artist_id, signal)
    if (!monitored) await shelf.monitor(connection, record_id, signal)
    await shelf.search(connection, record_id, signal)
    return { done, ...filed(run, album) }
  }

  async function add(run: CourierRun, album: FoundAlbum): Promise<CourierOutcome> {
    const { connection, signal } = run
    await run.learnTitle(album.title)
    const chosen = chooseAlbumPlace(await shelf.options(connection, signal), namesOf(run))
    if ('outcome' in chosen) return chosen.outcome
    await run.begin({ group: album.foreign_id })
    try {
      const { release_ids: _pressings, ...wanted } = album
      const added = await shelf.add(connection, { ...wanted, ...chosen.place }, signal)
      // lidarr.md: an artist that was there before keeps its own flag, and the album would just sit there.
      if (added.artist && !added.artist.monitored)
        await shelf.monitorArtist(connection, added.artist.record_id, signal)
      const { foreign_id } = album
      return { done: 'requested', ...filed(run, { ...NOTHING_YET, record_id: added.record_id, foreign_id }) }
    } catch (error) {
      if (!(error instanceof AddRefused)) throw error
      const isThere = error.objections.includes('already_there')
      const found = isThere ? await shelf.find(connection, album.foreign_id, signal) : null
      // Somebody else was faster, or the artist brought it along unmonitored meanwhile.
      return found ? present(run, found) : refusedOutcome(error.objections, namesOf(run))
    }
  }

  return async run => {
    const { wanted, silence } = await identify(run)
    const there = wanted && (await findThere(run, wanted))
    if (there) return present(run, there)
    const album = wanted && (await lookUp(run, wanted))
    if (!album && silence) throw silence
    if (!album) {
      const message = `${shelf.product} finds no album of exactly this id; choose it again from the catalogue.`
      return { attention: 'metadata_unresolved', message }
    }
    // A pressing tells its group only now, and that may be in the library already.
    const known =
      'release_id' in wanted ? await shelf.find(run.connection, album.foreign_id, run.signal) : null
    return known ? present(run, known) : add(run, album)
  }
}

const NOTHING_YET = {
  title: '',
  artist_id: 0,
  monitored: true,
  artist_monitored: true,
  track_count: 0,
  track_file_count: 0,
}
