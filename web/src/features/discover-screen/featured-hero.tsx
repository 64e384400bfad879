import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { featuredQuery } from './api.ts'
import { heroTitles } from './hero-titles.ts'
import { HeroWaiting } from './hero-waiting.tsx'
import { Hero } from './hero.tsx'
import type { ScreenType } from './title.ts'
import { useKeepHero } from './use-keep-hero.ts'

interface FeaturedHeroProps {
  types: readonly ScreenType[]
  /** Where a page opens with it: the name of the house, kept with the headline for the next visit. */
  keptFor?: string | undefined
}

/** The headline row of one kind or both. When it cannot be read the rows below speak for themselves. */
export function FeaturedHero({ types, keptFor }: FeaturedHeroProps) {
  const movies = useQuery({ ...featuredQuery('movie'), enabled: types.includes('movie') })
  const shows = useQuery({ ...featuredQuery('tv'), enabled: types.includes('tv') })
  // As rows do, it is made in small pieces.
  const waiting = useDeferredValue(movies.isLoading || shows.isLoading)
  const titles = heroTitles({
    movie: types.includes('movie') ? movies.data : undefined,
    tv: types.includes('tv') ? shows.data : undefined,
  })
  useKeepHero(waiting ? undefined : titles[0], keptFor)
  return waiting ? <HeroWaiting kept={keptFor !== undefined} /> : <Hero titles={titles} />
}
