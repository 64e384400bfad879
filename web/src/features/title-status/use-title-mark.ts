import { useQuery } from '@tanstack/react-query'
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
  if (!data) return undefined
  return {
    status: shownStatus(data),
    facts: data.status === 'downloading' ? { share: data.progress / 100 } : {},
    share: data.progress / 100,
  }
}
