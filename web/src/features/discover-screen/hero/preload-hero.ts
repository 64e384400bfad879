import type { QueryClient } from '@tanstack/react-query'
import { preload } from 'react-dom'
import { featuredQuery } from '../api.ts'
import { heroTitles } from './hero-titles.ts'
import { sourcesOf } from '../cards/images.ts'
import type { ScreenType } from '../title.ts'

/**
 * Loads the hero of a page, and its first picture as soon as that is known: it is the largest element, and need not
 * wait for the page.
 */
export async function preloadHero(
  queries: QueryClient,
  types: readonly ScreenType[],
  imageBase: () => Promise<string | undefined>,
): Promise<void> {
  const read = (type: ScreenType) =>
    types.includes(type) ? queries.fetchQuery(featuredQuery(type)) : Promise.resolve(undefined)
  const [movie, tv, base] = await Promise.all([read('movie'), read('tv'), imageBase()])
  const sources = sourcesOf(base, heroTitles({ movie, tv })[0]?.backdrop, 'backdrop', 'wide')
  if (!sources) return
  preload(sources.src, {
    as: 'image',
    imageSrcSet: sources.srcSet,
    imageSizes: sources.sizes,
    fetchPriority: 'high',
  })
}
