import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { featuredQuery } from '../api.ts'
import { heroTitles } from './hero-titles.ts'
import { HeroPlaceholder } from './hero-placeholder.tsx'
import type { HeroActions } from './hero-slide.tsx'
import { Hero } from './hero.tsx'
import type { ScreenType } from '../title.ts'
import { useSaveHero } from './use-save-hero.ts'

interface FeaturedHeroProps {
  types: readonly ScreenType[]
  /** The server's name if the page opens with the hero; saved with it for the next visit. */
  savedForServer?: string | undefined
  actions?: HeroActions | undefined
}

/** The featured titles of one or both media types. If they cannot be loaded, nothing is shown. */
export function FeaturedHero({ types, savedForServer, actions }: FeaturedHeroProps) {
  const movies = useQuery({ ...featuredQuery('movie'), enabled: types.includes('movie') })
  const shows = useQuery({ ...featuredQuery('tv'), enabled: types.includes('tv') })
  // Rendered as a transition, like rows.
  const waiting = useDeferredValue(movies.isLoading || shows.isLoading)
  const titles = heroTitles({
    movie: types.includes('movie') ? movies.data : undefined,
    tv: types.includes('tv') ? shows.data : undefined,
  })
  useSaveHero(waiting ? undefined : titles[0], savedForServer)
  return waiting ? (
    <HeroPlaceholder saved={savedForServer !== undefined} />
  ) : (
    <Hero titles={titles} actions={actions} />
  )
}
