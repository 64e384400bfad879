import type { CatalogRef, Decision, DeliveryState } from '@foyer/contract/requests/requests'
import type { Db } from '#db/database.ts'

export interface Title {
  media_type: 'movie' | 'tv'
  tmdb_id: number
}

/** The fields of the caller's newest request for a title that its status shows. */
export interface SavedRow {
  request_id: number
  decision: Decision
  /** C69: the title comes from the requester. */
  title_unverified?: boolean
  delivery: DeliveryState[]
  /** The requested seasons; shows only. */
  seasons?: readonly number[]
  catalog_ref?: CatalogRef
}

/** The newest request of that person in that library, by `identityOf`; titles never requested are absent. */
export type LatestOwnRequest = (
  db: Db,
  user_id: number,
  titles: readonly Title[],
  instance_id: string,
) => Promise<ReadonlyMap<string, SavedRow>>

/** C69: saves the provider's title of a request that so far has only the requester's title. Never throws. */
export type LearnTitle = (request_id: number, title: string) => Promise<void>

export function identityOf({ media_type, tmdb_id }: Title): string {
  return `${media_type}:${tmdb_id}`
}
