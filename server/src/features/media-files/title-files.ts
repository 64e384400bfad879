import { MANAGER_OF, MEDIA_TYPES } from '@foyer/contract/instances/instance-types'
import type { TitleFile as ShownFile } from '@foyer/contract/media-files/media-files'
import { isManagerRecord, type ManagerRecord } from '#features/instances/index.ts'
import type { Caller } from '#kit/caller.ts'
import { Refusal } from '#kit/refusal.ts'
import type { TitleFile } from '#ports/media-files.ts'
import type { FileAccess } from './file-access.ts'
import { createLocate, createSeasonsOf, inSeasons, numberParts, presentFiles } from './media-file-rules.ts'
import type { MediaFileParts } from './media-file-parts.ts'

/** As sent: C17 requires that the library is judged before the rest. */
export interface TitleQuery {
  instance_id?: string | undefined
  media_type?: string | undefined
  tmdb_id?: string | undefined
  foreign_id?: string | undefined
}

type Title =
  | { media_type: 'movie'; tmdb_id: number }
  | { media_type: 'tv'; tmdb_id: number }
  | { media_type: 'book'; foreign_id: string }
  | { media_type: 'music'; foreign_id: string }

const FOREIGN_ID_MAX = 512

/** The downloadable files of a title, from one or two reads of its library. */
export function createTitleFiles(parts: MediaFileParts & { access: FileAccess }) {
  const { database, inventory, kids, records, access } = parts

  /** 0.6, C17, C9: the library first, then the query, then whether this person may see the title at all. */
  async function authorise(caller: Caller, query: TitleQuery) {
    const media_type = MEDIA_TYPES.find(one => one === query.media_type)
    if (!media_type && query.instance_id !== undefined) await refuseForbidden(caller, query.instance_id)
    const found =
      media_type && (await inventory.decide(database.read, caller, MANAGER_OF[media_type], query.instance_id))
    const refusal = found && !found.instance ? new Refusal(found.refusal) : undefined
    if (refusal?.status === 403) throw refusal
    const title = readTitle(query)
    if (!found?.instance) throw refusal ?? new Refusal('no_instance')
    if (!isManagerRecord(found.instance)) throw new Refusal('instance_not_found')
    if ('tmdb_id' in title)
      await kids.assertAllowed(caller, { kind: title.media_type, tmdb_id: title.tmdb_id })
    return { title, manager: found.instance }
  }

  async function refuseForbidden(caller: Caller, instance_id: string): Promise<void> {
    if (caller.role !== 'admin') await access.enter(caller, instance_id)
  }

  async function ofSeries(manager: ManagerRecord, tmdb_id: number): Promise<TitleFile[]> {
    const series = await records.series(manager, tmdb_id)
    if (!series) return []
    const files = await ofRecords(manager, [series.record_id])
    return inSeasons(files, createSeasonsOf(series.season_map))
  }

  /** C7: a record without a format has the only format of its library. */
  async function ofBook(manager: ManagerRecord, foreign_id: string) {
    const books = await records.book(manager, foreign_id)
    const formats = new Map(books.map(({ record_id, format }) => [record_id, format]))
    const files = await ofRecords(manager, [...formats.keys()])
    const typed = files.map(file => {
      const format = file.format ?? formats.get(file.record_id)
      return { ...file, ...(format && { format }) }
    })
    return numberParts(typed)
  }

  async function ofRecords(manager: ManagerRecord, record_ids: readonly number[]): Promise<TitleFile[]> {
    if (record_ids.length === 0) return []
    return parts.files[manager.service_type].ofRecords(inventory.connectionOf(manager), record_ids)
  }

  async function filesOf(manager: ManagerRecord, title: Title): Promise<TitleFile[]> {
    if (title.media_type === 'movie') return ofRecords(manager, await records.movie(manager, title.tmdb_id))
    if (title.media_type === 'tv') return ofSeries(manager, title.tmdb_id)
    if (title.media_type === 'book') return ofBook(manager, title.foreign_id)
    return ofRecords(manager, await records.album(manager, title.foreign_id))
  }

  return async function titleFiles(
    caller: Caller,
    query: TitleQuery,
  ): Promise<{ instance_id: string; files: ShownFile[] }> {
    const { title, manager } = await authorise(caller, query)
    const files = await filesOf(manager, title)
    const instance_id = manager.id
    const now = await authorise(await parts.currentCaller(caller), { ...query, instance_id })
    const locate = createLocate(now.manager.media_path_mappings, inventory.media_roots)
    return { instance_id, files: presentFiles(files, locate) }
  }
}

function readTitle({ media_type, tmdb_id = '', foreign_id = '' }: TitleQuery): Title {
  if (media_type === 'movie' || media_type === 'tv') {
    if (/^[1-9]\d{0,15}$/.test(tmdb_id)) return { media_type, tmdb_id: Number(tmdb_id) }
    throw new Refusal('validation', { fields: { tmdb_id: 'Use a positive whole number.' } })
  }
  if (media_type === 'book' || media_type === 'music') {
    if (foreign_id.trim() !== '' && foreign_id.length <= FOREIGN_ID_MAX) return { media_type, foreign_id }
    throw new Refusal('validation', {
      fields: { foreign_id: `Enter the id of a book or album, at most ${FOREIGN_ID_MAX} characters.` },
    })
  }
  throw new Refusal('validation', { fields: { media_type: 'Use movie, tv, book or music.' } })
}
