import type { MovieDetail } from '@foyer/contract/discover-screen/media-details'
import { BrowseLink } from './browse-link.tsx'
import type { ScreenType } from '../title.ts'

/** Links each genre to its browse page. */
export function GenreLinks({ type, genres = [] }: { type: ScreenType; genres?: MovieDetail['genres'] }) {
  if (genres.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-2">
      {genres.map(genre => (
        <li key={genre.id}>
          <BrowseLink type={type} filters={{ genres: [genre.id] }} look="chip">
            {genre.name}
          </BrowseLink>
        </li>
      ))}
    </ul>
  )
}
