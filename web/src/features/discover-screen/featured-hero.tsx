import { useQuery } from '@tanstack/react-query'
import { Skeleton } from '#ui/skeleton.tsx'
import { featuredQuery } from './api.ts'
import { Hero } from './hero.tsx'
import { interleave, type ScreenType, titlesOf } from './title.ts'

const SHOWN = 6

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
  const titles = interleave(
    types.includes('movie') ? titlesOf(movies.data?.results ?? [], 'movie') : [],
    types.includes('tv') ? titlesOf(shows.data?.results ?? [], 'tv') : [],
  )
  return <Hero titles={titles.filter(title => title.backdrop).slice(0, SHOWN)} />
}
