import type { ScreenItem } from '@foyer/contract/discover-screen/screen-items'

export type ScreenType = 'movie' | 'tv'

/** A title or person of the provider, as cards show it. */
export interface Title {
  type: ScreenType | 'person'
  id: number
  name: string
  year: string | undefined
  overview: string
  /** The poster, or a person's portrait. */
  picture: string | undefined
  backdrop: string | undefined
}

export function yearOf(date: string | null | undefined): string | undefined {
  return /^\d{4}/.exec(date ?? '')?.[0]
}

/** Mixed rows include the media type; elsewhere the route provides it. Null for a row without a name. */
export function titleOf(item: ScreenItem, type?: Title['type']): Title | null {
  const kind = item.media_type ?? type
  const name = item.title ?? item.name
  if (!kind || !name) return null
  return {
    type: kind,
    id: item.id,
    name,
    year: yearOf(item.release_date ?? item.first_air_date),
    overview: item.overview ?? '',
    picture: (kind === 'person' ? item.profile_path : item.poster_path) ?? undefined,
    backdrop: item.backdrop_path ?? undefined,
  }
}

/** Pages may overlap when the provider reorders, so duplicates after the first are dropped. */
export function titlesOf(items: readonly ScreenItem[], type?: Title['type']): Title[] {
  const seen = new Set<string>()
  return items.flatMap(item => {
    const title = titleOf(item, type)
    if (!title || seen.has(keyOf(title))) return []
    seen.add(keyOf(title))
    return [title]
  })
}

export function keyOf(title: Pick<Title, 'type' | 'id'>): string {
  return `${title.type}-${title.id}`
}

/** Alternates between the lists until all are used up. */
export function interleave<T>(first: readonly T[], second: readonly T[]): T[] {
  const length = Math.max(first.length, second.length)
  return Array.from({ length }, (_, at) => [first[at], second[at]])
    .flat()
    .filter((one): one is T => one !== undefined)
}
