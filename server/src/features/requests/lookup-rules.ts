import type { MediaType } from '@foyer/contract/instance-types'

export interface StatusQuery {
  request_id?: number | undefined
  media_type?: MediaType | undefined
  instance_id?: string | undefined
  foreign_id?: string | undefined
  catalog_provider?: string | undefined
  catalog_id?: string | undefined
  include_live?: boolean | undefined
}

/** A saved request by what it asked for. */
export interface Lookup {
  media_type: 'book' | 'music'
  instance_id: string
  by: { foreign_id: string } | { catalog_provider: string; catalog_id: string }
}

/** 1:4.6: reads by a foreign id are for books and music only. */
export function readLookup(query: StatusQuery): { lookup: Lookup } | { problems: Record<string, string> } {
  const { media_type, instance_id, foreign_id, catalog_provider, catalog_id } = query
  if (media_type === undefined && instance_id === undefined && foreign_id === undefined)
    return { problems: { request_id: 'Say which request.' } }
  if (media_type !== 'book' && media_type !== 'music')
    return { problems: { media_type: 'Only books and music are found this way.' } }
  if (instance_id === undefined) return { problems: { instance_id: 'Say of which library.' } }
  if (foreign_id !== undefined) return { lookup: { media_type, instance_id, by: { foreign_id } } }
  if (catalog_provider === undefined || catalog_id === undefined)
    return { problems: { foreign_id: 'Say what was asked for.' } }
  return { lookup: { media_type, instance_id, by: { catalog_provider, catalog_id } } }
}
