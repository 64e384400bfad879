import type { ScreenPage } from '@foyer/contract/screen-items'
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { RowScroller } from '#ui/row-scroller.tsx'
import { Section } from '#ui/section.tsx'
import { PosterSkeleton } from '#ui/skeleton.tsx'
import { FeedFailure } from './feed-failure.tsx'
import { TitleCard } from './title-card.tsx'
import { keyOf, type ScreenType, titlesOf } from './title.ts'

const WAITING = 9

interface TitleRowProps<T extends ScreenPage, K extends QueryKey> {
  heading: string
  query: UseQueryOptions<T, Error, T, K>
  /** Undefined for mixed rows, which say the kind on each card. */
  type?: ScreenType | undefined
  /** The way to all of it. */
  action?: ReactNode
}

/** One list sideways. It waits, fails and tries again by itself; an empty one is not spoken of. */
export function TitleRow<T extends ScreenPage, K extends QueryKey>({
  heading,
  query,
  type,
  action,
}: TitleRowProps<T, K>) {
  const { data, error, isFetching, refetch } = useQuery(query)
  const titles = titlesOf(data?.results ?? [], type)
  if (data && titles.length === 0) return null
  return (
    <Section title={heading} action={data && action}>
      {error && !data ? (
        <FeedFailure compact error={error} retrying={isFetching} onRetry={() => void refetch()} />
      ) : (
        <div aria-busy={!data}>
          <RowScroller label={heading}>
            {data
              ? titles.map(title => <TitleCard key={keyOf(title)} title={title} slot="row" mixed={!type} />)
              : Array.from({ length: WAITING }, (_, at) => <PosterSkeleton key={at} />)}
          </RowScroller>
        </div>
      )}
    </Section>
  )
}
