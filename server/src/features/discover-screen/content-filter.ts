import type { Caller } from '#kit/caller.ts'
import type { Ready } from '#kit/ready.ts'
import type { DiscoverQuery, ScreenKind } from '#ports/screen-catalog.ts'
import type { MaybeAsync } from '#kit/maybe-async.ts'

/** The type of a page's rows; `mixed`: each names its own. */
export type ListKind = ScreenKind | 'person' | 'mixed'

/**
 * Limits what one caller may see. Applied on every title surface, after the shared cache is read and before the
 * answer is sent (1:4.5, kids-account rules). The cache is shared, so a filter never modifies its input: it
 * returns the same object or a new one.
 */
export interface ContentFilter {
  /** A page of movies, shows or people. `kind` is the type of rows without `media_type`. */
  list(caller: Caller, kind: ListKind, page: Ready): MaybeAsync<Ready>
  /** The full record of a movie or show. */
  detail(caller: Caller, kind: ScreenKind, body: Ready): MaybeAsync<Ready>
  person(caller: Caller, body: Ready): MaybeAsync<Ready>
  /** `{id, cast, crew}` of a person, movies and shows together. */
  credits(caller: Caller, body: Ready): MaybeAsync<Ready>
  genres(caller: Caller, kind: ScreenKind, body: Ready): MaybeAsync<Ready>
  /** The list provider's array: titles, or objects that contain one under `movie` or `show`. */
  entries(caller: Caller, kind: ScreenKind | 'mixed', rows: Ready): MaybeAsync<Ready>
  /** Adds limits to a discover query, to be applied upstream. A different query is a different cache entry. */
  discover(caller: Caller, kind: ScreenKind, query: DiscoverQuery): MaybeAsync<DiscoverQuery>
}
