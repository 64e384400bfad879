import type { Caller } from '#kit/caller.ts'
import { createCache } from '#kit/cache.ts'
import type { Clock } from '#kit/clock.ts'
import { type Ready, readyJson } from '#kit/ready.ts'
import { Refusal } from '#kit/refusal.ts'
import type { ListAnswer, ListPagination, ListPaging, ListProvider, ListType } from '#ports/list-provider.ts'
import type { ScreenKind } from '#ports/screen-catalog.ts'
import type { ContentFilter } from '../content-filter.ts'
import { derive } from '../cache/derived.ts'
import { KIND_OF, type ListRow, withoutHidden } from './list-rules.ts'
import { TTL_MS } from '../cache/screen-cache.ts'
import { isHidden, type Surface } from '../screen-parts.ts'
import type { CurrentState } from '../cache/screen-state.ts'
import { whenReady, type MaybeAsync } from '#kit/maybe-async.ts'

const MAX_BYTES = 24 * 1024 * 1024
const CONTENT_TYPE = 'application/json; charset=utf-8'

/** The provider's array and its pagination headers. */
export interface ListResult {
  rows: Ready
  pagination: ListPagination
}

export interface ListFeedParts {
  provider: ListProvider
  current: CurrentState
  filter: ContentFilter
  clock: Clock
}

interface Question {
  key: string
  load: () => Promise<ListAnswer | null>
}

interface FeedQuestion extends Question {
  caller: Caller
  surface: Surface
}

interface Page extends ListPaging {
  type: ListType
}

const NO_ROWS: ListResult = { rows: readyJson([]), pagination: {} }

/** The list provider's feeds: hidden → configured → shared cache → the server's filter → the caller's filter. */
export function createListFeeds({ provider, current, filter, clock }: ListFeedParts) {
  const cache = createCache({ name: 'lists', clock, max_bytes: MAX_BYTES })
  /** By cached array, so that an entry is dropped together with its array. */
  const paginations = new WeakMap<Ready, ListPagination>()

  const read = ({ key, load }: Question): MaybeAsync<Ready> =>
    cache.getReady(key) ??
    cache.get(key, { ttl_ms: TTL_MS.list_provider }, async () => {
      const answer = await load()
      if (answer === null) throw new Refusal('not_found')
      const ready = { bytes: answer.bytes, content_type: CONTENT_TYPE }
      paginations.set(ready, answer.pagination)
      return ready
    })

  /** The cached array of a surface; null if the surface is hidden. */
  function heldRows(
    surface: Surface,
    question: Question,
  ): MaybeAsync<{ held: Ready; hidden: ReadonlySet<ScreenKind> } | null> {
    return whenReady(current(), state => {
      if (isHidden(surface, state)) return null
      if (!state.lists) throw new Refusal('lists_unconfigured')
      return whenReady(read(question), held => ({ held, hidden: state.hidden }))
    })
  }

  const resultOf = (rows: Ready, held: Ready): ListResult => ({
    rows,
    pagination: paginations.get(held) ?? {},
  })

  function answer({ caller, surface, ...question }: FeedQuestion): MaybeAsync<ListResult> {
    return whenReady(heldRows(surface, question), found => {
      if (!found) return NO_ROWS
      const { held, hidden } = found
      const rows = surface === 'mixed' ? thinned(held, hidden) : held
      return whenReady(filter.entries(caller, surface, rows), shown => resultOf(shown, held))
    })
  }

  const feed =
    (name: 'trending' | 'popular' | 'anticipated') =>
    (caller: Caller, { type, page, limit }: Page) =>
      answer({
        caller,
        surface: KIND_OF[type],
        key: `${name} ${type} ${page} ${limit}`,
        load: () => provider[name](type, { page, limit }),
      })

  return {
    trending: feed('trending'),
    popular: feed('popular'),
    anticipated: feed('anticipated'),

    /** Names of lists. They contain no titles, so no limits apply. */
    lists({ page, limit }: ListPaging): MaybeAsync<ListResult> {
      const question = { key: `lists ${page} ${limit}`, load: () => provider.lists({ page, limit }) }
      return whenReady(heldRows('mixed', question), found =>
        found ? resultOf(found.held, found.held) : NO_ROWS,
      )
    },

    items(
      caller: Caller,
      list: { user: string; slug: string },
      { type, page, limit }: ListPaging & { type?: ListType | undefined },
    ) {
      const key = `items ${list.user} ${list.slug} ${type ?? 'all'} ${page} ${limit}`
      const surface = type ? KIND_OF[type] : 'mixed'
      return answer({ caller, surface, key, load: () => provider.items(list, type, { page, limit }) })
    },

    calendar(caller: Caller, window: { type: ListType; start?: string | undefined; days: number }) {
      const start = window.start ?? clock.now().toISOString().slice(0, 10)
      return answer({
        caller,
        surface: KIND_OF[window.type],
        key: `calendar ${window.type} ${start} ${window.days}`,
        load: () => provider.calendar(window.type, start, window.days),
      })
    },

    /** 1/4.5: these belong to a person at the provider, and Foyer has only a client id there. */
    recommendations(type: ListType): MaybeAsync<ListResult> {
      return whenReady(current(), state => {
        if (isHidden(KIND_OF[type], state)) return NO_ROWS
        throw new Refusal(state.lists ? 'provider_auth_required' : 'lists_unconfigured')
      })
    },
  }
}

function thinned(held: Ready, hidden: ReadonlySet<ScreenKind>): Ready {
  if (hidden.size === 0) return held
  // The adapter checked the shape of the body before it was cached.
  return derive(held, [...hidden].join(), rows => withoutHidden(rows as ListRow[], hidden))
}

export type ListFeeds = ReturnType<typeof createListFeeds>
