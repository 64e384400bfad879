import type { TitleCard } from '@foyer/contract/title-statuses'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { shownStatus } from '#lib/request-status.ts'
import type { Status, StatusFacts } from '#ui/status.ts'
import { cardStatusQuery } from './api.ts'
import type { AskedTitle } from './status-batch.ts'

export interface TitleMark {
  status: Status
  facts: StatusFacts
  /** Between 0 and 1, while it downloads or is there in part. */
  share?: number
}

/** The mark of a card; undefined while it is asked for, and for a title without one. Null asks nothing. */
export function useTitleMark(title: AskedTitle | null): TitleMark | undefined {
  const { data } = useQuery({
    ...cardStatusQuery(title ?? { media_type: 'movie', tmdb_id: 0 }),
    enabled: title !== null,
  })
  const mark = useMemo(() => (data ? markOf(data) : undefined), [data])
  // Dozens come at once; drawn in small pieces, they keep no finger waiting.
  return useDeferredValue(mark)
}

function markOf(answer: TitleCard): TitleMark {
  const share = answer.progress / 100
  return { status: shownStatus(answer), facts: answer.status === 'downloading' ? { share } : {}, share }
}
