import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { isUnreadable } from '#lib/is-unreadable.ts'
import type { TitleRef } from '#lib/title-batch.ts'
import { cardStatusQuery } from './api.ts'
import { markOf, settledMark, type TitleMark, UNKNOWN } from './title-mark.ts'

function useCardStatus(title: TitleRef | null) {
  return useQuery({
    ...cardStatusQuery(title ?? { media_type: 'movie', tmdb_id: 0 }),
    enabled: title !== null,
  })
}

/** A card's status mark; undefined while loading and for a title without one. Null loads nothing. */
export function useTitleMark(title: TitleRef | null): TitleMark | undefined {
  const { data, errorUpdateCount } = useCardStatus(title)
  const is_unreadable = isUnreadable({ data, errorUpdateCount })
  // One that could not be read would look like a title that no library has.
  const mark = useMemo(
    () => (data ? markOf(data) : is_unreadable ? UNKNOWN : undefined),
    [data, is_unreadable],
  )
  // Many arrive at once; rendered as a transition, they do not block input.
  return useDeferredValue(mark)
}

/** The status of a title beside its card or picture; undefined only while loading. Null loads nothing. */
export function useSettledMark(title: TitleRef | null): TitleMark | undefined {
  const { data, isError } = useCardStatus(title)
  return settledMark(title ? data : undefined, isError)
}
