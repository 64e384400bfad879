import type { CatalogRef, DeliveryState, RequestStatus } from '@foyer/contract/requests/requests'
import type { StatusResponse } from '@foyer/contract/title-statuses'
import type { Database, Db } from '#db/database.ts'
import { type LearnTitle, presentStatus, type SavedRow } from '#features/library-status/index.ts'
import type { Caller } from '#kit/caller.ts'
import { Refusal } from '#kit/refusal.ts'
import type { MusicAccess } from './music-access.ts'
import type { MusicSnapshots } from './music-snapshot.ts'

export interface AlbumName {
  foreign_id: string
  instance_id: string
}

/** A saved request for an album, described from storage alone (1/4.6). */
export interface MusicReceipt {
  request_id: number
  foreign_id: string
  canonical_foreign_id?: string
  catalog_ref?: CatalogRef
  title: string
  title_unverified?: true
  status: RequestStatus
  delivery: DeliveryState[]
}

/** Saved requests, from the slice that stores them. */
export interface SavedMusic {
  /** That person's latest request for the album; undefined: none. */
  newest(db: Db, user_id: number, album: AlbumName): Promise<SavedRow | undefined>
  /** The record created by deliveries of the album, for any requester; null: none. */
  recordOf(db: Db, album: AlbumName): Promise<number | null>
  /** Newest first. */
  list(db: Db, user_id: number, instance_id: string): Promise<MusicReceipt[]>
}

export interface MusicStatusParts {
  database: Database
  access: MusicAccess
  snapshots: MusicSnapshots
  saved: SavedMusic
  learnTitle: LearnTitle
}

export interface AlbumStatusQuery {
  instance_id?: string | undefined
  foreign_id?: string | undefined
  /** As sent: `true` or `false`; defaults to true. */
  include_saved?: string | undefined
}

export function createMusicStatus({ database, access, snapshots, saved, learnTitle }: MusicStatusParts) {
  const db = database.read
  return {
    /**
     * 1:4.6: live status, through the record of a delivery if there is one, combined with the caller's latest request.
     */
    async status(caller: Caller, query: AlbumStatusQuery): Promise<StatusResponse> {
      const opened = await access.forDetail(caller, query.instance_id, () => readQuery(query))
      const { instance } = opened
      const { foreign_id, include_saved } = opened.input
      const name = { foreign_id, instance_id: instance.id }
      const record_id = await saved.recordOf(db, name)
      const seen = await snapshots.album(instance, { foreign_id, record_id })
      const now = await access.again(caller, instance)
      const row = include_saved ? await saved.newest(db, now.user_id, name) : undefined
      if (row?.title_unverified && seen.known && seen.title) await learnTitle(row.request_id, seen.title)
      const canonical = seen.known ? (seen.foreign_id ?? '') : ''
      return {
        ...presentStatus({ live: seen }, row, instance.id),
        ...(canonical !== '' && canonical !== foreign_id && { canonical_foreign_id: canonical }),
      }
    },

    async receipts(caller: Caller, instance_id?: string): Promise<{ requests: MusicReceipt[] }> {
      const { instance } = await access.forDetail(caller, instance_id, () => null)
      return { requests: await saved.list(db, caller.user_id, instance.id) }
    },
  }
}

function readQuery({ foreign_id = '', include_saved = 'true' }: AlbumStatusQuery) {
  const fields: Record<string, string> = {}
  if (foreign_id === '') fields['foreign_id'] = 'Enter the id of an album.'
  if (include_saved !== 'true' && include_saved !== 'false') fields['include_saved'] = 'Use true or false.'
  if (Object.keys(fields).length > 0) throw new Refusal('validation', { fields })
  return { foreign_id, include_saved: include_saved === 'true' }
}
