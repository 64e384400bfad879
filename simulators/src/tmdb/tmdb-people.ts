import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Movie, Person, Show } from '../catalogue/types.ts'
import { json, Refused, type SimRequest } from '../kit/answer.ts'
import { tmdbError } from './tmdb-errors.ts'
import { movieItem, showItem } from './tmdb-items.ts'
import type { TmdbContext } from './tmdb-lists.ts'
import { readId } from './tmdb-titles.ts'

function personDetails(person: Person) {
  const { profile_path, ...facts } = person
  return { ...facts, also_known_as: [], homepage: null, profile_path }
}

/** One row per credit: a title appears twice when somebody both wrote and directed it. */
function creditsIn<T extends Movie | Show, I>(titles: readonly T[], personId: number, item: (title: T) => I) {
  const cast = titles.flatMap(title =>
    title.cast
      .filter(credit => credit.person_id === personId)
      .map(({ person_id: _id, ...credit }) => ({ ...item(title), ...credit })),
  )
  const crew = titles.flatMap(title =>
    title.crew
      .filter(credit => credit.person_id === personId)
      .map(({ person_id: _id, ...credit }) => ({ ...item(title), ...credit })),
  )
  return { cast, crew }
}

function combined(catalogue: Catalogue, personId: number) {
  const movies = creditsIn(catalogue.movies, personId, movie => ({
    ...movieItem(movie),
    media_type: 'movie',
  }))
  const shows = creditsIn(catalogue.shows, personId, show => ({
    ...showItem(show),
    media_type: 'tv',
    episode_count: show.seasons.reduce((sum, season) => sum + season.episodes.length, 0),
  }))
  return { cast: [...movies.cast, ...shows.cast], crew: [...movies.crew, ...shows.crew] }
}

export function routePeople({ server, catalogue }: TmdbContext): void {
  const find = (request: SimRequest) => {
    const person = catalogue.person(readId(request))
    if (!person) throw new Refused(tmdbError(34))
    return person
  }
  const parts: Record<string, (person: Person) => Record<string, unknown>> = {
    combined_credits: person => combined(catalogue, person.id),
    movie_credits: person => creditsIn(catalogue.movies, person.id, movieItem),
    tv_credits: person => creditsIn(catalogue.shows, person.id, showItem),
    external_ids: person => ({
      imdb_id: person.imdb_id,
      wikidata_id: null,
      facebook_id: null,
      instagram_id: null,
      twitter_id: null,
    }),
    images: person => ({
      profiles: person.profile_path
        ? [
            {
              aspect_ratio: 0.667,
              height: 750,
              iso_639_1: null,
              file_path: person.profile_path,
              vote_average: 5.2,
              vote_count: 3,
              width: 500,
            },
          ]
        : [],
    }),
  }
  server.route('GET /3/person/:id', request => {
    const person = find(request)
    const asked = request.query.get('append_to_response')?.split(',') ?? []
    const extra = Object.fromEntries(
      asked.flatMap(name => (parts[name] ? [[name, parts[name](person)]] : [])),
    )
    return json({ ...personDetails(person), ...extra })
  })
  for (const [name, part] of Object.entries(parts)) {
    server.route(`GET /3/person/:id/${name}`, request => {
      const person = find(request)
      return json({ id: person.id, ...part(person) })
    })
  }
}
