import type { ScreenPage } from '@foyer/contract/screen-items'
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
  /** Said when the list is there and nothing is in it. */
  empty: ReactNode
}

/** A list downwards that goes on by itself, and by a button for those who want to reach the end. */
export function TitleGrid({ list, type, empty }: TitleGridProps) {
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = list
  const told = useTotal(data?.pages[0]?.total_results)
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
          total={hasNextPage ? told && Math.max(told, titles.length + 1) : titles.length}
          loading={isFetchingNextPage}
          onMore={more}
        />
      )}
    </div>
  )
}
