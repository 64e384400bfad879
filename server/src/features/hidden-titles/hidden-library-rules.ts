import { type LibraryManagerType, mediaTypeOf } from '@foyer/contract/instances/instance-types'
import { z } from 'zod'
import type { IsHidden } from './hidden-rules.ts'
import type { IsWorkHidden } from './hidden-work-rules.ts'

export interface Judge {
  isHidden: IsHidden
  isWorkHidden: IsWorkHidden
}

/** How each manager names the title of a row: by an id of its own, or in a record that can be included. */
const NAMED = {
  movie: { id: 'tmdbId', parent: 'movie', parameter: 'includeMovie' },
  tv: { id: 'tmdbId', parent: 'series', parameter: 'includeSeries' },
  book: { id: 'foreignBookId', parent: 'book', parameter: 'includeBook' },
  music: { id: 'foreignAlbumId', parent: 'album', parameter: 'includeAlbum' },
} as const

/** Resources whose rows refer to a title by the number of its record unless they are asked to include it. */
const REFERRING = /^api\/v\d+\/(calendar|queue|history|wanted\/(missing|cutoff)|episode)(\/\d+)?$/

const Row = z.looseObject({})
const Pages = z.looseObject({ records: z.array(z.unknown()) })

/**
 * A manager's answer without hidden titles; null: the record itself is hidden. A row that does not say which title it
 * is stays: an older Sonarr does not know the provider's ids.
 */
export function withoutHiddenRecords(service_type: LibraryManagerType, body: unknown, judge: Judge): unknown {
  const isShown = (row: unknown) => !isRowHidden(service_type, row, judge)
  if (Array.isArray(body)) return body.filter(isShown)
  const pages = Pages.safeParse(body)
  if (pages.success) return { ...pages.data, records: pages.data.records.filter(isShown) }
  return isShown(body) ? body : null
}

/** Rows are requested with the record that names their title. */
export function withNamedTitles(service_type: LibraryManagerType, path: string, query: string): string {
  if (!REFERRING.test(path)) return query
  const { parameter } = NAMED[mediaTypeOf(service_type)]
  const isOther = (part: string) => part !== '' && !part.toLowerCase().startsWith(parameter.toLowerCase())
  return [...query.split('&').filter(isOther), `${parameter}=true`].join('&')
}

function isRowHidden(service_type: LibraryManagerType, row: unknown, judge: Judge): boolean {
  const media_type = mediaTypeOf(service_type)
  const { id, parent } = NAMED[media_type]
  const { data } = Row.safeParse(row)
  if (!data) return false
  const named = data[id] ?? Row.safeParse(data[parent]).data?.[id]
  if (media_type === 'movie' || media_type === 'tv')
    return typeof named === 'number' && judge.isHidden(media_type, named)
  return typeof named === 'string' && judge.isWorkHidden({ media_type, foreign_id: named })
}
