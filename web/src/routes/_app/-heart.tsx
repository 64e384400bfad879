import { lazy, Suspense } from 'react'
import type { HeartProps } from '#lib/card-heart.tsx'
import { hasPermission } from '#lib/guard.ts'
import { watchlistTexts } from '#lib/texts/watchlist-texts.ts'
import { HAS_POINTER, useMediaQuery } from '#ui/use-media-query.ts'

const HeartButton = lazy(() =>
  Promise.all([import('#features/watchlist/heart.tsx'), watchlistTexts()]).then(([{ HeartButton }]) => ({
    default: HeartButton,
  })),
)

const Card = lazy(() =>
  Promise.all([import('#features/watchlist/heart.tsx'), watchlistTexts()]).then(([{ CardHeart }]) => ({
    default: CardHeart,
  })),
)

/** In the row of a title's actions, or beside a name. */
export function TitleHeart({ watched, name }: HeartProps) {
  if (!hasPermission('media:discover')) return null
  return (
    // Its place is kept while it loads, so that nothing jumps.
    <Suspense fallback={<span aria-hidden className="size-12 shrink-0" />}>
      <HeartButton watched={watched} name={name} className="size-12" />
    </Suspense>
  )
}

/** Over the picture of a card. */
export function CardHeart({ watched, name }: HeartProps) {
  const has_pointer = useMediaQuery(HAS_POINTER)
  if (!has_pointer || !hasPermission('media:discover')) return null
  return (
    <Suspense>
      <Card watched={watched} name={name} />
    </Suspense>
  )
}
