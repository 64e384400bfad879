import { isoDay } from '../kit/time.ts'
import { artPath } from './art/art.ts'
import { fixtureMovies, fixtureShows } from './fixtures.ts'
import { buildMovie, FIRST_COLLECTION_ID, movieDrafts } from './movies.ts'
import { buildPeople } from './people.ts'
import { buildShow, NETWORK_LIST, showDrafts } from './shows.ts'
import { COMPANY_LIST, KEYWORD_LIST } from './title-parts.ts'
import { MOVIE_COLLECTIONS } from './titles-movie.ts'
import type { Collection, Company, Keyword, Movie, Person, Show } from './types.ts'

/** What the metadata providers know: immutable, shared by every product of a world. */
export interface Catalogue {
  movies: readonly Movie[]
  shows: readonly Show[]
  people: readonly Person[]
  companies: readonly Company[]
  networks: readonly Company[]
  collections: readonly Collection[]
  keywords: readonly Keyword[]
  movie(tmdb_id: number): Movie | undefined
  show(tmdb_id: number): Show | undefined
  showByTvdb(tvdb_id: number): Show | undefined
  person(id: number): Person | undefined
}

const built = new Map<string, Catalogue>()

/** One seed and one day make one catalogue, so a hundred tests pay for it once. */
export function createCatalogue(seed: string, now: number): Catalogue {
  const key = `${seed}@${isoDay(now)}`
  const known = built.get(key)
  if (known) return known
  const catalogue = build(seed, Date.parse(isoDay(now)))
  built.set(key, catalogue)
  return catalogue
}

function build(seed: string, now: number): Catalogue {
  const people = buildPeople(seed, now)
  const context = { seed, now, people }
  const used = new Set<string>()
  const movies = [...fixtureMovies(now), ...movieDrafts(seed)].map(draft => buildMovie(draft, context, used))
  const shows = [...fixtureShows(), ...showDrafts(seed)].map(draft => buildShow(draft, context, used))
  const movieById = new Map(movies.map(movie => [movie.id, movie]))
  const showById = new Map(shows.map(show => [show.id, show]))
  const showByTvdb = new Map(shows.map(show => [show.tvdb_id, show]))
  const personById = new Map(people.map(person => [person.id, person]))
  return {
    movies,
    shows,
    people,
    companies: COMPANY_LIST,
    networks: NETWORK_LIST,
    collections: buildCollections(),
    keywords: KEYWORD_LIST,
    movie: id => movieById.get(id),
    show: id => showById.get(id),
    showByTvdb: id => showByTvdb.get(id),
    person: id => personById.get(id),
  }
}

function buildCollections(): Collection[] {
  return MOVIE_COLLECTIONS.map(({ name }, i) => ({
    id: FIRST_COLLECTION_ID + i,
    name,
    overview: `Every part of ${name.replace(' Collection', '')}, in order.`,
    poster_path: artPath('p', 'w', `collection:${i}`),
    backdrop_path: artPath('b', 'w', `collection:${i}`),
  }))
}
