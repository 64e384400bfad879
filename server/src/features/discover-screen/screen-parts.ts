import type { Caller } from '#kit/caller.ts'
import type { Clock } from '#kit/clock.ts'
import { type Ready, readyJson } from '#kit/ready.ts'
import { Refusal } from '#kit/refusal.ts'
import type { ScreenCatalog, ScreenKind } from '#ports/screen-catalog.ts'
import type { ContentFilter } from './content-filter.ts'
import { derive } from './cache/derived.ts'
import { emptyPage, type Page, thinPage, type Thinning } from './feeds/page-rules.ts'
import type { Question, ScreenCache } from './cache/screen-cache.ts'
import type { CurrentState, ScreenState } from './cache/screen-state.ts'
import { whenReady, type MaybeAsync } from '#kit/maybe-async.ts'

/** The dependencies of every part of the slice. */
export interface ScreenParts {
  catalog: ScreenCatalog
  cache: ScreenCache
  current: CurrentState
  filter: ContentFilter
  clock: Clock
}

export type Surface = ScreenKind | 'mixed'

export function assertMetadata({ metadata }: ScreenState): void {
  if (!metadata) throw new Refusal('metadata_unconfigured')
}

/** Whether this surface is hidden (1/4.2). This is checked before "unconfigured" (C29). */
export function isHidden(surface: Surface, { hidden }: ScreenState): boolean {
  return surface === 'mixed' ? hidden.has('movie') && hidden.has('tv') : hidden.has(surface)
}

export interface ListQuestion {
  caller: Caller
  surface: Surface
  page: number
  /** Whether the English-only setting applies to this list (1:4.5.5). */
  honours_english: boolean
  question: Question
}

const NOTHING: ReadonlySet<ScreenKind> = new Set()

/** The common path of all lists: hidden → configured → shared cache → the server's filters → the caller's filter. */
export function answerList(parts: ScreenParts, list: ListQuestion): MaybeAsync<Ready> {
  const { surface, page, honours_english } = list
  return whenReady(parts.current(), state => {
    if (isHidden(surface, state)) return readyJson(emptyPage(page))
    assertMetadata(state)
    const thinning = {
      english_only: honours_english && state.english_only,
      hidden: surface === 'mixed' ? state.hidden : NOTHING,
    }
    return whenReady(parts.cache.read(list.question), held =>
      parts.filter.list(list.caller, surface, thinned(held, thinning)),
    )
  })
}

function thinned(held: Ready, thinning: Thinning): Ready {
  const { english_only, hidden } = thinning
  if (!english_only && hidden.size === 0) return held
  const name = `${english_only ? 'en' : ''} ${[...hidden].join()}`
  // The adapter checked the shape of the body before it was cached.
  return derive(held, name, page => thinPage(page as Page, thinning))
}

/** A body that is not a list: details, people, genres. It is available even when its type is hidden (R1). */
export function answerBody(
  parts: ScreenParts,
  question: Question,
  filter: (body: Ready) => MaybeAsync<Ready>,
): MaybeAsync<Ready> {
  return whenReady(parts.current(), state => {
    assertMetadata(state)
    return whenReady(parts.cache.read(question), filter)
  })
}
