import type { ScreenPage } from '@foyer/contract/discover-screen/screen-items'
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useRef, useState } from 'react'
import { RowScroller } from '#ui/row-scroller.tsx'
import { Section } from '#ui/section.tsx'
import { PosterSkeleton } from '#ui/skeleton.tsx'
import { useNearViewport } from '#ui/use-near-viewport.ts'
import { FeedFailure } from './feed-failure.tsx'
import { TitleCard } from './title-card.tsx'
import { keyOf, type ScreenType, type Title, titlesOf } from './title.ts'

/** As laid out by ui/row-scroller.tsx: a share of a phone's width, at least this much elsewhere. */
const PHONE_PX = 640
const ON_A_PHONE = 4
const NARROWEST_PX = 144

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
  const { data: read, error, isFetching, refetch } = useQuery({ ...query, enabled: near })
  // Rendered as a transition, so that input is not blocked.
  const data = useDeferredValue(read)
  const titles = titlesOf(data?.results ?? [], type)
  if (data && titles.length === 0) return null
  return (
    <div ref={box} className="min-w-0">
      <Section title={heading} action={data && action}>
        {error && !data ? (
          <FeedFailure compact error={error} retrying={isFetching} onRetry={() => void refetch()} />
        ) : data && near ? (
          <Cards heading={heading} titles={titles} mixed={!type} />
        ) : (
          <div aria-busy className="animate-shimmer">
            <RowScroller label={heading}>
              {Array.from({ length: inView() }, (_, at) => (
                <PosterSkeleton key={at} />
              ))}
            </RowScroller>
          </div>
        )}
      </Section>
    </div>
  )
}

function inView(): number {
  return window.innerWidth < PHONE_PX ? ON_A_PHONE : Math.ceil(window.innerWidth / NARROWEST_PX)
}

/** As many as fit the screen; the rest is rendered when the row is used. */
function Cards({ heading, titles, mixed }: { heading: string; titles: readonly Title[]; mixed: boolean }) {
  const [all, setAll] = useState(false)
  const shown = all ? titles : titles.slice(0, inView() + 1)
  const turn = () => setAll(true)
  return (
    <div onPointerEnter={turn} onTouchStart={turn} onFocus={turn} onScrollCapture={turn}>
      <RowScroller label={heading}>
        {shown.map(title => (
          <TitleCard key={keyOf(title)} title={title} slot="row" mixed={mixed} />
        ))}
      </RowScroller>
    </div>
  )
}
