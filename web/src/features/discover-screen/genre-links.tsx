import type { MovieDetail } from '@foyer/contract/discover-screen/media-details'
import { Link } from '@tanstack/react-router'
import type { ScreenType } from './title.ts'

const BROWSE = { movie: '/movies/browse', tv: '/tv/browse' } as const

/** Links each genre to its browse page. */
export function GenreLinks({ type, genres = [] }: { type: ScreenType; genres?: MovieDetail['genres'] }) {
  if (genres.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-2">
      {genres.map(genre => (
        <li key={genre.id}>
          <Link
            to={BROWSE[type]}
            search={{ genres: [genre.id] }}
            className="inline-flex min-h-control-sm items-center rounded-full border border-line bg-surface px-3 text-sm text-muted transition-colors hover:border-edge hover:text-text"
          >
            {genre.name}
          </Link>
        </li>
      ))}
    </ul>
  )
}
