import type { MediaType } from '@foyer/contract/instance-types'
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

/** A saved request by what it asked for. */
export interface Lookup {
  media_type: 'book' | 'music'
  instance_id: string
  by: { foreign_id: string } | { catalog_provider: string; catalog_id: string }
}

/** 1:4.6: reads by a foreign id are for books and music only. */
export function readLookup(query: StatusQuery): { lookup: Lookup } | { problems: Record<string, string> } {
  const { media_type, instance_id, foreign_id, catalog_provider = '', catalog_id = '' } = query
  if (media_type === undefined && instance_id === undefined && foreign_id === undefined)
    return { problems: { request_id: 'Say which request.' } }
  if (media_type !== 'book' && media_type !== 'music')
    return { problems: { media_type: 'Only books and music are found this way.' } }
  if (instance_id === undefined) return { problems: { instance_id: 'Say of which library.' } }
  if (foreign_id !== undefined) {
    if (!isForeignId(foreign_id)) return { problems: { foreign_id: 'Use an id of at most 256 bytes.' } }
    return { lookup: { media_type, instance_id, by: { foreign_id } } }
  }
  if (!isForeignId(catalog_provider) || !isForeignId(catalog_id))
    return { problems: { foreign_id: 'Say what was asked for.' } }
  return { lookup: { media_type, instance_id, by: { catalog_provider, catalog_id } } }
}

/** As it was sent; true when it was not. Null: neither `true` nor `false`. */
export function readIncludeLive(text = 'true'): boolean | null {
  return text === 'true' || text === 'false' ? text === 'true' : null
}
