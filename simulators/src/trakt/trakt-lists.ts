import type { Catalogue } from '../catalogue/catalogue.ts'
import { MOVIE, SHOW } from '../catalogue/fixtures.ts'
import { MOVIE_GENRES } from '../catalogue/genres.ts'
import { empty, Refused, type SimRequest } from '../kit/answer.ts'
import type { TraktContext } from './trakt-feeds.ts'
import { extendedOf, maybePaged, paged } from './trakt-paging.ts'
import { episodeTitle, type Extended, movieTitle, showTitle, slugOf, unfiledTitle } from './trakt-titles.ts'

/** Lists that tests may name. */
export const LIST = {
  /** Movies and shows, a season, an episode, a person, and a title that TMDB does not know. */
  mixed: { user: 'mara-holt', slug: 'a-bit-of-everything' },
  movies: { user: 'mara-holt', slug: 'rainy-day-films' },
} as const

interface List {
  trakt: number
  name: string
  user: string
  slug: string
  rows: (extended: Extended) => object[]
}

const LISTED_AT = '2026-01-02T03:04:05.000Z'

export function routeLists(trakt: TraktContext): void {
  const { server, catalogue } = trakt
  const lists = inventLists(catalogue)
  const popular = lists.map((list, i) => ({
    like_count: 900 - i * 13,
    comment_count: 60 - i,
    list: describe(list, 900 - i * 13),
  }))
  const find = (request: SimRequest): List => {
    const { user, slug } = request.params
    const found = lists.find(
      list => list.user === user && (list.slug === slug || String(list.trakt) === slug),
    )
    if (!found) throw new Refused(empty(404))
    return found
  }
  const items = (request: SimRequest) => {
    const list = find(request)
    const types = request.params['type']?.split(',')
    const rows = list.rows(extendedOf(request)).map((row, i) => ({
      rank: i + 1,
      id: list.trakt * 100 + i,
      listed_at: LISTED_AT,
      notes: null,
      type: Object.keys(row)[0] ?? '',
      ...row,
    }))
    const kept = types ? rows.filter(row => types.includes(row.type)) : rows
    const headers = { 'x-sort-by': 'rank', 'x-sort-how': 'asc', 'x-list-id': String(list.trakt) }
    return maybePaged(request, kept, headers)
  }
  server.route('GET /lists/popular', request => paged(request, popular))
  server.route('GET /users/:user/lists/:slug/items', items)
  server.route('GET /users/:user/lists/:slug/items/:type', items)
}

function inventLists(catalogue: Catalogue): List[] {
  const decent = catalogue.movies.filter(movie => !movie.adult)
  const byGenre = MOVIE_GENRES.map(
    (genre, i): List => ({
      trakt: 3000 + i,
      name: `${genre.name} for a long evening`,
      user: i % 2 === 0 ? 'oskar-venn' : 'lin-castell',
      slug: slugOf(`${genre.name} for a long evening`),
      rows: extended =>
        decent
          .filter(movie => movie.genre_ids.includes(genre.id))
          .slice(0, 60)
          .map(movie => ({ movie: movieTitle(movie, extended) })),
    }),
  )
  const rainy: List = {
    trakt: 2001,
    name: 'Rainy day films',
    ...LIST.movies,
    rows: extended => decent.slice(0, 45).map(movie => ({ movie: movieTitle(movie, extended) })),
  }
  const mixed: List = {
    trakt: 2002,
    name: 'A bit of everything',
    ...LIST.mixed,
    rows: extended => mixedRows(catalogue, extended),
  }
  return [rainy, mixed, ...byGenre]
}

/** The first key of each row is its type; a season and an episode come with their show. */
function mixedRows(catalogue: Catalogue, extended: Extended): object[] {
  const movie = catalogue.movie(MOVIE.with_file)
  const rated = catalogue.movie(MOVIE.above_pg_cap)
  const show = catalogue.show(SHOW.harbour_nine)
  const season = show?.seasons.find(one => one.season_number === 1)
  const episode = season?.episodes[0]
  const person = catalogue.people[0]
  if (!movie || !rated || !show || !season || !episode || !person) return []
  const owner = showTitle(show, extended)
  return [
    { movie: movieTitle(movie, extended) },
    { show: owner },
    { season: { number: 1, ids: { tvdb: season.id, tmdb: season.id } }, show: owner },
    { episode: episodeTitle(episode), show: owner },
    {
      person: {
        name: person.name,
        ids: { trakt: person.id, slug: slugOf(person.name), imdb: person.imdb_id, tmdb: person.id },
      },
    },
    { movie: unfiledTitle('movie') },
    { movie: movieTitle(rated, extended) },
  ]
}

function describe(list: List, likes: number) {
  const item_count = list.rows({ full: false, images: false }).length
  return {
    name: list.name,
    description: `${list.name}, in no hurry.`,
    privacy: 'public',
    share_link: `https://trakt.tv/lists/${list.trakt}`,
    type: 'personal',
    display_numbers: true,
    allow_comments: true,
    sort_by: 'rank',
    sort_how: 'asc',
    created_at: LISTED_AT,
    updated_at: LISTED_AT,
    item_count,
    comment_count: 12,
    likes,
    ids: { trakt: list.trakt, slug: list.slug },
    user: {
      username: list.user,
      private: false,
      name: list.user,
      vip: false,
      vip_ep: false,
      ids: { slug: list.user },
    },
  }
}
