import type { MediaType } from '@foyer/contract/instances/instance-types'
import { isForeignId } from '#features/book-identity/index.ts'

export interface StatusQuery {
  request_id?: number | undefined
  media_type?: MediaType | undefined
  instance_id?: string | undefined
  foreign_id?: string | undefined
  catalog_provider?: string | undefined
  catalog_id?: string | undefined
  include_live?: string | undefined
}

/** Finds a saved request by its title. */
export interface Lookup {
  media_type: 'book' | 'music'
  instance_id: string
  by: { foreign_id: string } | { catalog_provider: string; catalog_id: string }
}

/** 1:4.6: only books and music can be looked up by a foreign id. */
export function readLookup(query: StatusQuery): { lookup: Lookup } | { problems: Record<string, string> } {
  const { media_type, instance_id, foreign_id, catalog_provider = '', catalog_id = '' } = query
  if (media_type === undefined && instance_id === undefined && foreign_id === undefined)
    return { problems: { request_id: 'Enter a request_id.' } }
  if (media_type !== 'book' && media_type !== 'music')
    return { problems: { media_type: 'Only books and music can be found by these fields.' } }
  if (instance_id === undefined) return { problems: { instance_id: 'Enter an instance_id.' } }
  if (foreign_id !== undefined) {
    if (!isForeignId(foreign_id)) return { problems: { foreign_id: 'Use an id of at most 256 bytes.' } }
    return { lookup: { media_type, instance_id, by: { foreign_id } } }
  }
  if (!isForeignId(catalog_provider) || !isForeignId(catalog_id))
    return { problems: { foreign_id: 'Enter a foreign_id, or both catalog_provider and catalog_id.' } }
  return { lookup: { media_type, instance_id, by: { catalog_provider, catalog_id } } }
}

/** Defaults to true. Null: neither `true` nor `false`. */
export function readIncludeLive(text = 'true'): boolean | null {
  return text === 'true' || text === 'false' ? text === 'true' : null
}
