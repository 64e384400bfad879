import { lazy, Suspense } from 'react'
import type { Watched } from '#features/watchlist/api.ts'
import { hasPermission } from '#lib/guard.ts'
import { watchlistTexts } from '#lib/watchlist-texts.ts'
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

interface TitleHeartProps {
  watched: Watched
  name: string
}

/** In the row of a title's actions, or beside a name. */
export function TitleHeart({ watched, name }: TitleHeartProps) {
  if (!hasPermission('media:discover')) return null
  return (
    // Its place is kept while it loads, so that nothing jumps.
    <Suspense fallback={<span aria-hidden className="size-12 shrink-0" />}>
      <HeartButton watched={watched} name={name} className="size-12" />
    </Suspense>
  )
}

/** Over the picture of a card, loaded when the card has its mark. */
export function CardHeart({ watched, name }: TitleHeartProps) {
  if (!useMediaQuery(HAS_POINTER)) return null
  return (
    <Suspense>
      <Card watched={watched} name={name} />
    </Suspense>
  )
}
