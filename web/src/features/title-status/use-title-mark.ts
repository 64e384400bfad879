import type { TitleCard } from '@foyer/contract/title-statuses'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { shownStatus } from '#lib/request-status.ts'
import type { Status, StatusFacts } from '#ui/status.ts'
import { cardStatusQuery } from './api.ts'
import type { TitleRef } from '#lib/title-batch.ts'

export interface TitleMark {
  status: Status
  facts: StatusFacts
  /** Between 0 and 1, while downloading or partly available. */
  share?: number
}

/** A card's status mark; undefined while loading and for a title without one. Null loads nothing. */
export function useTitleMark(title: TitleRef | null): TitleMark | undefined {
  const { data } = useQuery({
    ...cardStatusQuery(title ?? { media_type: 'movie', tmdb_id: 0 }),
    enabled: title !== null,
  })
  const mark = useMemo(() => (data ? markOf(data) : undefined), [data])
  // Many arrive at once; rendered as a transition, they do not block input.
  return useDeferredValue(mark)
}

function markOf(answer: TitleCard): TitleMark {
  const share = answer.progress / 100
  return { status: shownStatus(answer), facts: answer.status === 'downloading' ? { share } : {}, share }
}
