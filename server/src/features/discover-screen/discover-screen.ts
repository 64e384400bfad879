import type { Caller } from '#kit/caller.ts'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import type { MaybeAsync } from '#kit/maybe-async.ts'
import type { ListImages, ListProvider } from '#ports/list-provider.ts'
import type { CatalogIn } from '#ports/screen-catalog.ts'
import type { ContentFilter } from './content-filter.ts'
import { createListFeeds } from './lists/list-feeds.ts'
import { createListImageRelay } from './lists/list-images.ts'
import { createScreenCache } from './cache/screen-cache.ts'
import { createTranslatedReads } from './language/translated-reads.ts'
import { createScreenDetails } from './titles/screen-details.ts'
import { createCollectionSearch } from './titles/collection-search.ts'
import { createScreenFeatured } from './feeds/screen-featured.ts'
import { createScreenFeeds } from './feeds/screen-feeds.ts'
import { createScreenReference } from './feeds/screen-reference.ts'
import { createScreenState, type ScreenStateParts } from './cache/screen-state.ts'
import { createTitleParts } from './titles/title-parts.ts'

export interface DiscoverScreenParts extends ScreenStateParts {
  clock: Clock
  log: Log
  catalogIn: CatalogIn
  /** The language that a caller reads in (C58). */
  languageOf: (caller: Caller) => MaybeAsync<string>
  lists: ListProvider
  images: ListImages
  /** What each caller may see (1:4.5, kids-account rules). */
  filter: ContentFilter
}

/** Movies, TV, people and lists: one shared cache of the provider's answers, with the filters applied after it. */
export function createDiscoverScreen(parts: DiscoverScreenParts) {
  const { clock, log, catalogIn, languageOf, lists, images, filter } = parts
  const current = createScreenState(parts)
  const cache = createScreenCache(clock)
  const reads = createTranslatedReads({ cache, catalogIn, log })
  const shared = { reads, languageOf, cache, current, filter, clock }
  const details = createScreenDetails(shared)
  return {
    feeds: createScreenFeeds(shared),
    featured: createScreenFeatured({ ...shared, lists, details, log }),
    reference: createScreenReference(shared),
    details,
    collections: createCollectionSearch(shared),
    parts: createTitleParts({ ...shared, details }),
    lists: createListFeeds({ provider: lists, current, filter, clock }),
    relay: createListImageRelay({ images, clock }),
  }
}

export type DiscoverScreen = ReturnType<typeof createDiscoverScreen>
