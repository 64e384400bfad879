import { useTranslation } from 'react-i18next'
import { ErrorState } from '#ui/error-state.tsx'
import { LoadMore } from '#ui/load-more.tsx'
import { errorText } from './error-text.ts'
import { type PagedList, useNextPage } from './next-page.ts'

interface MoreRowsProps {
  list: PagedList & {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    error: Error | null
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
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error } = list
  const { readMore, is_reading, is_given_up } = useNextPage(list)
  if (!hasNextPage) return null
  if (isFetchNextPageError)
    return (
      <ErrorState compact retrying={isFetchingNextPage} onRetry={readMore}>
        {errorText(t, error)}
      </ErrorState>
    )
  return (
    <LoadMore
      automatic={automatic && !is_given_up}
      shown={shown}
      total={total}
      loading={isFetchingNextPage || is_reading}
      onMore={readMore}
    />
  )
}
