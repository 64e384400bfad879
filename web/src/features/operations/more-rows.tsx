import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { LoadMore } from '#ui/load-more.tsx'

interface MoreRowsProps {
  list: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    error: Error | null
    fetchNextPage: () => Promise<unknown>
  }
  shown: number
}

/** The rest of a list in pages, also when its next page could not be read. */
export function MoreRows({ list, shown }: MoreRowsProps) {
  const { t } = useTranslation()
  if (!list.hasNextPage) return null
  if (list.isFetchNextPageError)
    return (
      <ErrorState compact retrying={list.isFetchingNextPage} onRetry={() => void list.fetchNextPage()}>
        {errorText(t, list.error)}
      </ErrorState>
    )
  return <LoadMore shown={shown} loading={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
}
