import type { CatalogRef, Decision, DeliveryState } from '@foyer/contract/requests'
import type { Db } from '#db/database.ts'

export interface Title {
  media_type: 'movie' | 'tv'
  tmdb_id: number
}

/** Of the caller's newest request of a title, what its status shows. */
export interface SavedRow {
  request_id: number
  decision: Decision
  /** C69: its title is what the requester called it. */
  title_unverified?: boolean
  delivery: DeliveryState[]
  /** The seasons asked for; shows only. */
  seasons?: readonly number[]
  catalog_ref?: CatalogRef
}

/** The newest row of that person in that library, by `identityOf`; titles never asked for are absent. */
export type LatestOwnRequest = (
  db: Db,
  user_id: number,
  titles: readonly Title[],
  instance_id: string,
) => Promise<ReadonlyMap<string, SavedRow>>

/** C69: the provider's own title of a request that only its requester had named. Never throws. */
export type LearnTitle = (request_id: number, title: string) => Promise<void>

export function identityOf({ media_type, tmdb_id }: Title): string {
  return `${media_type}:${tmdb_id}`
}
