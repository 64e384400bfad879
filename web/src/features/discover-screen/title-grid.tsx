import type { ScreenPage } from '@foyer/contract/discover-screen/screen-items'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { type ReactNode, useCallback } from 'react'
import { LoadMore } from '#ui/load-more.tsx'
import { PosterGrid } from '#ui/poster-grid.tsx'
import { PosterSkeleton } from '#ui/skeleton.tsx'
import { FeedFailure } from './feed-failure.tsx'
import { TitleCard } from './title-card.tsx'
import { keyOf, type ScreenType, titlesOf } from './title.ts'
import { useTotal } from './use-total.ts'

const WAITING = 18

interface TitleGridProps {
  list: UseInfiniteQueryResult<InfiniteData<ScreenPage>>
  type?: ScreenType | undefined
  /** Shown when the list is empty. */
  empty: ReactNode
}

/** A grid that loads more on scroll, with a button for keyboards and screen readers. */
export function TitleGrid({ list, type, empty }: TitleGridProps) {
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = list
  const total = useTotal(data?.pages[0]?.total_results)
  const more = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage])
  if (!data) {
    return error ? (
      <FeedFailure error={error} retrying={isFetching} onRetry={() => void refetch()} />
    ) : (
      <div aria-busy>
        <PosterGrid>
          {Array.from({ length: WAITING }, (_, at) => (
            <PosterSkeleton key={at} />
          ))}
        </PosterGrid>
      </div>
    )
  }
  const titles = titlesOf(
    data.pages.flatMap(page => page.results),
    type,
  )
  if (titles.length === 0 && !hasNextPage) return empty
  return (
    <div className="flex flex-col gap-2">
      <PosterGrid>
        {titles.map(title => (
          <TitleCard key={keyOf(title)} title={title} slot="grid" mixed={!type} />
        ))}
      </PosterGrid>
      {error ? (
        <FeedFailure compact error={error} retrying={isFetching} onRetry={more} />
      ) : (
        <LoadMore
          automatic
          shown={titles.length}
          total={hasNextPage ? total && Math.max(total, titles.length + 1) : titles.length}
          loading={isFetchingNextPage}
          onMore={more}
        />
      )}
    </div>
  )
}
