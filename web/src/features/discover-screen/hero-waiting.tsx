import { useState } from 'react'
import { cx } from '#ui/cx.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { HERO_HEIGHT } from './hero-height.ts'
import { HeroSlide } from './hero-slide.tsx'
import { ImageBase } from './image-base.ts'
import { readKeptHero } from './kept-hero.ts'

/** In the place of the headline until it is read: on the home page that of the last visit. */
export function HeroWaiting({ kept: wanted = false }: { kept?: boolean }) {
  const [kept] = useState(() => (wanted ? readKeptHero() : null))
  return (
    <div aria-busy>
      {kept ? (
        <ImageBase value={kept.image_base}>
          <HeroSlide title={kept.title} first />
        </ImageBase>
      ) : (
        <Skeleton className={cx('w-full rounded-card', HERO_HEIGHT)} />
      )}
    </div>
  )
}
