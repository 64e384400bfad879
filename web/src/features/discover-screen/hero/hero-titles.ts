import type { ScreenPage } from '@foyer/contract/discover-screen/screen-items'
import { interleave, type ScreenType, type Title, titlesOf } from '../title.ts'

const SHOWN = 6

/** Featured titles of one or both media types, limited to those with a backdrop. */
export function heroTitles(pages: Readonly<Partial<Record<ScreenType, ScreenPage | undefined>>>): Title[] {
  return interleave(titlesOf(pages.movie?.results ?? [], 'movie'), titlesOf(pages.tv?.results ?? [], 'tv'))
    .filter(title => title.backdrop)
    .slice(0, SHOWN)
}
