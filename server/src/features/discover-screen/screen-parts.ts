import type { Caller } from '#kit/caller.ts'
import type { Clock } from '#kit/clock.ts'
import { type Ready, readyJson } from '#kit/ready.ts'
import { Refusal } from '#kit/refusal.ts'
import type { ScreenKind } from '#ports/screen-catalog.ts'
import type { ContentFilter, ListKind } from './content-filter.ts'
import { derive } from './cache/derived.ts'
import type { TranslatedReads } from './language/translated-reads.ts'
import { ENGLISH } from './language/translated-reads.ts'
import { emptyPage, type Page, thinPage, type Thinning } from './feeds/page-rules.ts'
import type { Question, ScreenCache } from './cache/screen-cache.ts'
import type { CurrentState, ScreenState } from './cache/screen-state.ts'
import { whenReady, type MaybeAsync } from '#kit/maybe-async.ts'

/** The dependencies of every part of the slice. */
export interface ScreenParts {
  reads: TranslatedReads
  cache: ScreenCache
  /** The language that a caller reads in. */
  languageOf: (caller: Caller) => MaybeAsync<string>
  current: CurrentState
  filter: ContentFilter
  clock: Clock
}

export type Surface = ScreenKind | 'mixed'

export function assertMetadata({ metadata }: ScreenState): void {
  if (!metadata) throw new Refusal('metadata_unconfigured')
}

/** Whether this surface is hidden (1/4.2). This is checked before "unconfigured" (C29). */
export function isHidden(surface: ListKind, { hidden }: ScreenState): boolean {
  if (surface === 'movie' || surface === 'tv') return hidden.has(surface)
  return hidden.has('movie') && hidden.has('tv')
}

export interface ListQuestion {
  caller: Caller
  surface: ListKind
  page: number
  /** Whether the English-only setting applies to this list (1:4.5.5). */
  honours_english: boolean
  question: Question
}

/** The provider's answer in the caller's language. Null: it contains no texts, or none for people. */
export function readFor(parts: ScreenParts, caller: Caller | null, question: Question): MaybeAsync<Ready> {
  const language = caller === null ? ENGLISH : parts.languageOf(caller)
  return whenReady(language, tag => parts.reads.read(tag, question))
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
      hidden: surface === 'movie' || surface === 'tv' ? NOTHING : state.hidden,
    }
    const question = { ...list.question, ...(surface !== 'person' && { rows_of: surface }) }
    return whenReady(readFor(parts, list.caller, question), held =>
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
  caller: Caller | null,
  question: Question,
  filter: (body: Ready) => MaybeAsync<Ready>,
): MaybeAsync<Ready> {
  return whenReady(parts.current(), state => {
    assertMetadata(state)
    return whenReady(readFor(parts, caller, question), filter)
  })
}
