import type { Caller } from '#kit/caller.ts'
import type { Ready } from '#kit/ready.ts'
import type { DiscoverQuery, ScreenKind } from '#ports/screen-catalog.ts'
import type { MaybeAsync } from '#kit/maybe-async.ts'

/**
 * What one caller may see, asked on every title surface after the shared cache was read and before the
 * answer leaves (1:4.5, kids-account rules). The cache is everybody's, so a filter never changes what it is
 * handed: it answers the very same object, or another one.
 */
export interface ContentFilter {
  /** A page of movies, shows or people. `kind` tells what rows without `media_type` are. */
  list(caller: Caller, kind: ScreenKind | 'mixed', page: Ready): MaybeAsync<Ready>
  /** A movie or a show in full. */
  detail(caller: Caller, kind: ScreenKind, body: Ready): MaybeAsync<Ready>
  person(caller: Caller, body: Ready): MaybeAsync<Ready>
  /** `{id, cast, crew}` of a person, movies and shows together. */
  credits(caller: Caller, body: Ready): MaybeAsync<Ready>
  genres(caller: Caller, kind: ScreenKind, body: Ready): MaybeAsync<Ready>
  /** The list provider's array: titles, or objects that hold one under `movie` or `show`. */
  entries(caller: Caller, kind: ScreenKind | 'mixed', rows: Ready): MaybeAsync<Ready>
  /** Limits to be pushed upstream with a discover query; another query is another entry of the cache. */
  discover(caller: Caller, kind: ScreenKind, query: DiscoverQuery): MaybeAsync<DiscoverQuery>
}

/** Everybody sees everything, byte for byte. */
export const unrestricted: ContentFilter = {
  list: (_caller, _kind, page) => page,
  detail: (_caller, _kind, body) => body,
  person: (_caller, body) => body,
  credits: (_caller, body) => body,
  genres: (_caller, _kind, body) => body,
  entries: (_caller, _kind, rows) => rows,
  discover: (_caller, _kind, query) => query,
}
