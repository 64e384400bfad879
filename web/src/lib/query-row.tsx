import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '#ui/cx.ts'
import { RowScroller } from '#ui/row-scroller.tsx'
import { Section } from '#ui/section.tsx'
import { PosterSkeleton, SquareSkeleton } from '#ui/skeleton.tsx'
import { useNearViewport } from '#ui/use-near-viewport.ts'
import { ReadFailure } from './read-failure.tsx'

const WAITING = 9
const SKELETON = { poster: PosterSkeleton, square: SquareSkeleton } as const

interface QueryRowProps<T, K extends QueryKey> {
  heading: string
  shape: keyof typeof SKELETON
  query: UseQueryOptions<T, Error, T, K>
  /** One element per card. An empty list is hidden unless `empty` is given. */
  cards: (data: T) => readonly ReactNode[]
  empty?: ReactNode
  /** Link to the full list. */
  action?: ReactNode
}

/** A horizontal list that loads when it comes near the viewport, with its own skeleton, error and retry. */
export function QueryRow<T, K extends QueryKey>({
  heading,
  shape,
  query,
  cards,
  empty,
  action,
}: QueryRowProps<T, K>) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const near = useNearViewport(box)
  const read = useQuery({ ...query, enabled: near })
  // Rendered as a transition, so that input is not blocked.
  const data = useDeferredValue(read.data)
  const shown = data === undefined ? [] : cards(data)
  const nothing = data !== undefined && shown.length === 0 ? empty : undefined
  const Waiting = SKELETON[shape]
  if (data !== undefined && shown.length === 0 && !nothing) return null
  return (
    <div ref={box} className="min-w-0">
      <Section title={heading} action={data !== undefined && !nothing && action}>
        {read.error && data === undefined ? (
          <ReadFailure of={read} compact title={t('discover.failed')} />
        ) : (
          (nothing ?? (
            <div aria-busy={data === undefined} className={cx(data === undefined && 'animate-shimmer')}>
              <RowScroller label={heading} shape={shape}>
                {data === undefined
                  ? Array.from({ length: WAITING }, (_, at) => <Waiting key={at} />)
                  : shown}
              </RowScroller>
            </div>
          ))
        )}
      </Section>
    </div>
  )
}
