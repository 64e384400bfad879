import { searchAll } from '@foyer/contract/search'
import { LIST, MOVIE, SHOW } from '@foyer/simulators'
import { TITLE_SURFACES } from '#test/title-surfaces.ts'

/** An address for every surface; a new one without an address here fails the walks over all of them. */
const ADDRESSES: Record<string, readonly string[]> = {
  '/api/discover/trending': ['/api/discover/trending?time_window=week', '/api/discover/trending?page=2'],
  '/api/discover/movies': ['/api/discover/movies', '/api/discover/movies?sort_by=title.asc&page=2'],
  '/api/discover/tv': ['/api/discover/tv', '/api/discover/tv?with_genres=18'],
  '/api/search': ['/api/search?query=the', '/api/search?query=the&page=2'],
  '/api/search/movie': ['/api/search/movie?query=the', '/api/search/movie?query=the&page=2'],
  '/api/search/tv': ['/api/search/tv?query=the', '/api/search/tv?query=the&page=2'],
  '/api/search/person': ['/api/search/person?query=a', '/api/search/person?query=a&page=2'],
  '/api/search/all': [
    '/api/search/all?query=the&limit=20&types=movie,tv,person',
    '/api/search/all?query=a&limit=20&types=person,movie,tv',
  ],
  '/api/search/collection': ['/api/search/collection?query=the'],
  '/api/media/movie/{id}': [`/api/media/movie/${MOVIE.with_file}`],
  '/api/media/tv/{id}': [`/api/media/tv/${SHOW.running}`],
  '/api/media/movie/{id}/recommendations': [`/api/media/movie/${MOVIE.with_file}/recommendations`],
  '/api/media/movie/{id}/similar': [`/api/media/movie/${MOVIE.above_pg_cap}/similar`],
  '/api/media/tv/{id}/recommendations': [`/api/media/tv/${SHOW.mature}/recommendations`],
  '/api/media/tv/{id}/similar': [`/api/media/tv/${SHOW.harbour_nine}/similar`],
  '/api/media/movie/{id}/providers': [`/api/media/movie/${MOVIE.with_file}/providers`],
  '/api/media/tv/{id}/providers': [`/api/media/tv/${SHOW.running}/providers`],
  '/api/media/movie/{id}/keywords': [`/api/media/movie/${MOVIE.with_file}/keywords`],
  '/api/media/tv/{id}/keywords': [`/api/media/tv/${SHOW.running}/keywords`],
  '/api/media/tv/{id}/season/{season_number}': [`/api/media/tv/${SHOW.running}/season/1`],
  '/api/media/collection/{id}': ['/api/media/collection/600001', '/api/media/collection/600002'],
  '/api/media/person/{id}': ['/api/media/person/700001'],
  '/api/media/person/{id}/credits': ['/api/media/person/700001/credits', '/api/media/person/700005/credits'],
  '/api/listsrc/trending': ['/api/listsrc/trending?limit=50', '/api/listsrc/trending?type=shows'],
  '/api/listsrc/popular': ['/api/listsrc/popular?limit=40', '/api/listsrc/popular?type=shows'],
  '/api/listsrc/anticipated': ['/api/listsrc/anticipated', '/api/listsrc/anticipated?type=shows'],
  '/api/listsrc/calendar': ['/api/listsrc/calendar?days=31', '/api/listsrc/calendar?type=movies&days=31'],
  '/api/listsrc/lists/{user}/{slug}/items': [
    `/api/listsrc/lists/${LIST.mixed.user}/${LIST.mixed.slug}/items`,
    `/api/listsrc/lists/${LIST.movies.user}/${LIST.movies.slug}/items?limit=60`,
  ],
}

/** The search over everything (C61) has the rows of other surfaces, which each pass their own filter. */
export const CATALOGUE_SURFACES = [
  ...TITLE_SURFACES.filter(({ passes }) => passes.length > 0),
  { route: searchAll },
]
export const addressesOf = (path: string): readonly string[] =>
  ADDRESSES[path] ?? (path.includes('{') ? [] : [path, `${path}?page=2`])
