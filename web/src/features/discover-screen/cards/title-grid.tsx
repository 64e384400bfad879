import type { ScreenPage } from '@foyer/contract/discover-screen/screen-items'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useNextPage } from '#lib/next-page.ts'
import { LoadMore } from '#ui/load-more.tsx'
import { PosterGrid } from '#ui/poster-grid.tsx'
import { PosterSkeleton } from '#ui/skeleton.tsx'
import { FeedFailure } from '../feeds/feed-failure.tsx'
import type { ShownTitle, WithoutOwned } from '../browse/shown-titles.ts'
import { TitleCard } from './title-card.tsx'
import { keyOf, type ScreenType, titlesOf } from '../title.ts'
import { useTotal } from '../feeds/use-total.ts'

const WAITING = 18

interface TitleGridProps {
  list: UseInfiniteQueryResult<InfiniteData<ScreenPage>>
  type?: ScreenType | undefined
  /** Shown when the list is empty. */
  empty: ReactNode
  /** Leaves out owned titles of `type`; `empty` is shown when that leaves nothing. */
  without?: { Owned: WithoutOwned; empty: ReactNode } | undefined
}

/** A grid that loads more on scroll, with a button for keyboards and screen readers. */
export function TitleGrid({ list, type, empty, without }: TitleGridProps) {
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, refetch } = list
  const total = useTotal(data?.pages[0]?.total_results)
  const { readMore, is_reading, is_given_up } = useNextPage(list)
  if (!data) {
    return error ? (
      <FeedFailure error={error} retrying={isFetching} onRetry={() => void refetch()} />
    ) : (
      <div aria-busy className="animate-shimmer">
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
  const grid = (shown: readonly ShownTitle[]) => {
    const left = total === undefined ? undefined : total - (titles.length - shown.length)
    return (
      <div className="flex flex-col gap-2">
        <PosterGrid>
          {shown.map(({ title, is_waiting }) =>
            is_waiting ? (
              <PosterSkeleton key={keyOf(title)} />
            ) : (
              <TitleCard key={keyOf(title)} title={title} slot="grid" mixed={!type} />
            ),
          )}
        </PosterGrid>
        {error ? (
          <FeedFailure compact error={error} retrying={isFetching} onRetry={readMore} />
        ) : (
          <LoadMore
            automatic={!is_given_up}
            shown={shown.length}
            total={hasNextPage ? left && Math.max(left, shown.length + 1) : shown.length}
            loading={isFetchingNextPage || is_reading || shown.some(({ is_waiting }) => is_waiting)}
            onMore={readMore}
          />
        )}
      </div>
    )
  }
  if (!without || !type) return grid(titles.map(title => ({ title, is_waiting: false })))
  return (
    <without.Owned type={type} titles={titles}>
      {shown => (shown.length === 0 && !hasNextPage ? without.empty : grid(shown))}
    </without.Owned>
  )
}
