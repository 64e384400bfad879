import type { TFunction } from 'i18next'

/** A title of the library or the catalogue; undefined while it loads, null if there is none. */
type Found = string | null | undefined

export interface SuggestionSources {
  /** Arrived recently. */
  arrived: Found
  /** An own request on its way. */
  requested: Found
  trending: Found
  /** Another one that is trending. */
  liked: Found
  can_request: boolean
  can_discover: boolean
  is_admin: boolean
}

/** Null while its source loads. Each place waits for its own source, so that nothing moves later. */
export type Suggestion = string | null

/** Four questions worth asking; a source that is empty or failed gives way to a general one. */
export function suggestionsOf(t: TFunction, sources: SuggestionSources): Suggestion[] {
  const { arrived, requested, trending, liked, can_request, can_discover, is_admin } = sources
  const either = (title: Found, ask: (title: string) => string, otherwise: string): Suggestion =>
    title === undefined ? null : title === null ? otherwise : ask(title)
  return [
    ...(can_request
      ? [
          either(arrived, title => t('chat.suggest.arrived', { title }), t('chat.suggest.tonight')),
          either(requested, title => t('chat.suggest.request', { title }), t('chat.suggest.requests')),
        ]
      : []),
    ...(can_discover
      ? [either(trending, title => t('chat.suggest.trending', { title }), t('chat.suggest.popular'))]
      : []),
    ...(is_admin ? [t('chat.suggest.stuck')] : []),
    ...(can_discover && !is_admin
      ? [either(liked, title => t('chat.suggest.like', { title }), t('chat.suggest.short'))]
      : []),
  ]
}

interface TitleList {
  titles: readonly string[] | undefined
  is_loading: boolean
}

/** The first title of the first list that has one. Waits for earlier lists, so that it does not change later. */
export function firstOf(lists: readonly TitleList[]): Found {
  for (const { titles, is_loading } of lists) {
    const [first] = titles ?? []
    if (first !== undefined) return first
    if (is_loading) return undefined
  }
  return null
}
