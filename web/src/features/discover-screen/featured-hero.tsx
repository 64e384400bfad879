import { useQuery } from '@tanstack/react-query'
import { Skeleton } from '#ui/skeleton.tsx'
import { featuredQuery } from './api.ts'
import { heroTitles } from './hero-titles.ts'
import { Hero } from './hero.tsx'
import type { ScreenType } from './title.ts'

/** The headline row of one kind or both. When it cannot be read the rows below speak for themselves. */
export function FeaturedHero({ types }: { types: readonly ScreenType[] }) {
  const movies = useQuery({ ...featuredQuery('movie'), enabled: types.includes('movie') })
  const shows = useQuery({ ...featuredQuery('tv'), enabled: types.includes('tv') })
  if (movies.isLoading || shows.isLoading)
    return (
      <div aria-busy>
        <Skeleton className="h-72 rounded-card sm:h-80 lg:h-[26rem]" />
      </div>
    )
  const titles = heroTitles({
    movie: types.includes('movie') ? movies.data : undefined,
    tv: types.includes('tv') ? shows.data : undefined,
  })
  return <Hero titles={titles} />
}
