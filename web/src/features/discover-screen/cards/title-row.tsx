import type { ScreenPage } from '@foyer/contract/discover-screen/screen-items'
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useRef } from 'react'
import { cardsInView, RowScroller } from '#ui/row-scroller.tsx'
import { Section } from '#ui/section.tsx'
import { PosterSkeleton } from '#ui/skeleton.tsx'
import { useNearViewport } from '#ui/use-near-viewport.ts'
import { FeedFailure } from '../feeds/feed-failure.tsx'
import { TitleCard } from './title-card.tsx'
import { keyOf, type ScreenType, titlesOf } from '../title.ts'

interface TitleRowProps<T extends ScreenPage, K extends QueryKey> {
  heading: string
  query: UseQueryOptions<T, Error, T, K>
  /** Undefined for mixed rows, which show the media type on each card. */
  type?: ScreenType | undefined
  /** A link to the full list. */
  action?: ReactNode
}

/**
 * A horizontal list that loads when it comes near the viewport, with its own skeleton, error and retry; hidden if
 * empty.
 */
export function TitleRow<T extends ScreenPage, K extends QueryKey>({
  heading,
  query,
  type,
  action,
}: TitleRowProps<T, K>) {
  const box = useRef<HTMLDivElement>(null)
  const near = useNearViewport(box)
  const read = useQuery({ ...query, enabled: near })
  // Rendered as a transition, so that input is not blocked.
  const data = useDeferredValue(read.data)
  const titles = titlesOf(data?.results ?? [], type)
  if (data && titles.length === 0) return null
  return (
    <div ref={box} className="min-w-0">
      <Section title={heading} action={data && action}>
        {read.error && !data ? (
          <FeedFailure
            compact
            error={read.error}
            retrying={read.isFetching}
            onRetry={() => void read.refetch()}
          />
        ) : data && near ? (
          <RowScroller label={heading}>
            {titles.map(title => (
              <TitleCard key={keyOf(title)} title={title} slot="row" mixed={!type} />
            ))}
          </RowScroller>
        ) : (
          <div aria-busy className="animate-shimmer">
            <RowScroller label={heading}>
              {Array.from({ length: cardsInView() }, (_, at) => (
                <PosterSkeleton key={at} />
              ))}
            </RowScroller>
          </div>
        )}
      </Section>
    </div>
  )
}
