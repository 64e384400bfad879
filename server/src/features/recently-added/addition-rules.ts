import type { MediaType } from '@foyer/contract/instances/instance-types'
import type { RecentAddition } from '@foyer/contract/recently-added'
import { screenTitleOf, titleKey } from '#kit/screen-title.ts'
import type { Addition } from './addition-store.ts'

/** What one caller may see. */
export interface Reader {
  /** A kids account. */
  is_limited: boolean
  /** `movie:603`: the movies and shows that the reader may see. */
  allowed_titles: ReadonlySet<string>
  instances: ReadonlySet<string>
  hidden: readonly MediaType[]
  /** Whether an admin has hidden a book or an album. */
  isWorkHidden: (work: { media_type: 'book' | 'music'; foreign_id: string }) => boolean
  /** The same for a book by its title: an arrival may name it by another provider's id than its library does. */
  isBookNamed: (title: string) => boolean
}

export function isVisible(addition: Addition, reader: Reader): boolean {
  const { instance_id, media_type } = addition
  if (!reader.instances.has(instance_id) || reader.hidden.includes(media_type)) return false
  if (media_type === 'book' || media_type === 'music') {
    const { foreign_id, title } = addition
    if (media_type === 'book' && reader.isBookNamed(title)) return false
    return foreign_id === null || !reader.isWorkHidden({ media_type, foreign_id })
  }
  const title = screenTitleOf(addition)
  // A show without an id cannot be judged.
  return title ? reader.allowed_titles.has(titleKey(title)) : !reader.is_limited
}

/** The ids of a book belong to its library; every other id means the same title everywhere. */
function sameness(addition: Addition): string {
  const { media_type, tmdb_id, foreign_id, instance_id, title_key } = addition
  const id = media_type === 'book' ? null : (tmdb_id ?? foreign_id)
  return id === null ? `${instance_id} ${foreign_id ?? title_key}` : `${media_type}:${id}`
}

/** The first of each title, in the order given. */
export function withoutRepeats(additions: readonly Addition[]): Addition[] {
  return [...new Map(additions.toReversed().map(one => [sameness(one), one])).values()].toReversed()
}

/** What the provider says about it in the caller's language. */
export interface Described {
  title: string
  poster_path: string | null
}

export function presentAddition(addition: Addition, described: Described | null): RecentAddition {
  const { media_type, tmdb_id, foreign_id, instance_id, title, added_at } = addition
  return {
    media_type,
    ...(tmdb_id !== null && { tmdb_id }),
    ...(foreign_id !== null && { foreign_id }),
    instance_id,
    title: described?.title ?? title,
    ...(described?.poster_path && { poster_path: described.poster_path }),
    added_at,
  }
}
