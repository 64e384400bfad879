import { useState } from 'react'
import { cx } from '#ui/cx.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { HERO_HEIGHT } from './hero-height.ts'
import { HeroSlide } from './hero-slide.tsx'
import { ImageBase } from '../cards/image-base.ts'
import { savedHero } from './saved-hero.ts'

/** Shown until the hero is loaded: on the home page, the hero of the last visit. */
export function HeroPlaceholder({ saved: use_saved = false }: { saved?: boolean }) {
  const [hero] = useState(() => (use_saved ? savedHero.read() : null))
  return (
    <div aria-busy>
      {hero ? (
        <ImageBase value={hero.image_base}>
          <HeroSlide title={hero.title} first />
        </ImageBase>
      ) : (
        <Skeleton className={cx('w-full rounded-card', HERO_HEIGHT)} />
      )}
    </div>
  )
}
