import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '#ui/error-state.tsx'
import { LoadMore } from '#ui/load-more.tsx'
import { PosterGrid } from '#ui/poster-grid.tsx'
import { PosterSkeleton, SquareSkeleton } from '#ui/skeleton.tsx'
import { errorText } from './error-text.ts'
import { useNextPage } from './next-page.ts'

const WAITING = 18
const SKELETON = { poster: PosterSkeleton, square: SquareSkeleton } as const

/** Placeholder for a grid that is loading. */
export function GridSkeleton({ shape }: { shape: keyof typeof SKELETON }) {
  const Waiting = SKELETON[shape]
  return (
    <div aria-busy className="animate-shimmer">
      <PosterGrid>
        {Array.from({ length: WAITING }, (_, at) => (
          <Waiting key={at} />
        ))}
      </PosterGrid>
    </div>
  )
}

interface QueryGridProps<Page> {
  list: UseInfiniteQueryResult<InfiniteData<Page>>
  shape: keyof typeof SKELETON
  /** The items loaded so far. The caller lays them out if they need more than one grid. */
  cards: (pages: readonly Page[]) => readonly ReactNode[]
  renderPages?: (pages: readonly Page[]) => ReactNode
  /** Shown when the list is empty. */
  empty: ReactNode
}

/** A grid that loads more on scroll, with a button for keyboards and screen readers. */
export function QueryGrid<Page>({ list, shape, cards, renderPages, empty }: QueryGridProps<Page>) {
  const { t } = useTranslation()
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, refetch } = list
  const { readMore, is_reading, is_given_up } = useNextPage(list)
  const failure = (onRetry: () => void, compact: boolean) => (
    <ErrorState compact={compact} title={t('discover.failed')} retrying={isFetching} onRetry={onRetry}>
      {errorText(t, error)}
    </ErrorState>
  )
  if (!data) return error ? failure(() => void refetch(), false) : <GridSkeleton shape={shape} />
  const shown = cards(data.pages)
  if (shown.length === 0 && !hasNextPage) return empty
  return (
    <div className="flex flex-col gap-2">
      {renderPages ? renderPages(data.pages) : <PosterGrid>{shown}</PosterGrid>}
      {error
        ? failure(readMore, true)
        : hasNextPage && (
            <LoadMore
              automatic={!is_given_up}
              shown={shown.length}
              loading={isFetchingNextPage || is_reading}
              onMore={readMore}
            />
          )}
    </div>
  )
}
