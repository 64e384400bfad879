import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '#ui/error-state.tsx'
import { LoadMore } from '#ui/load-more.tsx'
import { errorText } from './error-text.ts'

interface MoreRowsProps {
  list: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    error: Error | null
    fetchNextPage: () => Promise<unknown>
  }
  shown: number
  /** Absent if the total is unknown. */
  total?: number
  /** Also load when the end of the list comes near the viewport. */
  automatic?: boolean
}

/** The rest of a list in pages. A page that could not be read is read again only by hand. */
export function MoreRows({ list, shown, total, automatic = false }: MoreRowsProps) {
  const { t } = useTranslation()
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = list
  // Stays the same: otherwise every redraw would count as coming near the viewport again.
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage])
  if (!hasNextPage) return null
  if (isFetchNextPageError)
    return (
      <ErrorState compact retrying={isFetchingNextPage} onRetry={more}>
        {errorText(t, error)}
      </ErrorState>
    )
  return (
    <LoadMore automatic={automatic} shown={shown} total={total} loading={isFetchingNextPage} onMore={more} />
  )
}
