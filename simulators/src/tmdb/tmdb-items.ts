import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Movie, Person, Show } from '../catalogue/types.ts'

export function movieItem(movie: Movie) {
  return {
    adult: movie.adult,
    backdrop_path: movie.backdrop_path,
    genre_ids: movie.genre_ids,
    id: movie.id,
    original_language: movie.original_language,
    original_title: movie.original_title,
    overview: movie.overview,
    popularity: movie.popularity,
    poster_path: movie.poster_path,
    release_date: movie.release_date,
    title: movie.title,
    video: false,
    vote_average: movie.vote_average,
    vote_count: movie.vote_count,
  }
}

export function showItem(show: Show) {
  return {
    adult: show.adult,
    backdrop_path: show.backdrop_path,
    first_air_date: show.first_air_date,
    genre_ids: show.genre_ids,
    id: show.id,
    name: show.name,
    origin_country: show.origin_country,
    original_language: show.original_language,
    original_name: show.original_name,
    overview: show.overview,
    popularity: show.popularity,
    poster_path: show.poster_path,
    vote_average: show.vote_average,
    vote_count: show.vote_count,
  }
}

export function personFacts(person: Person) {
  return {
    adult: person.adult,
    gender: person.gender,
    id: person.id,
    known_for_department: person.known_for_department,
    name: person.name,
    original_name: person.name,
    popularity: person.popularity,
    profile_path: person.profile_path,
  }
}

/** A person in a list carries the three titles they are known for (tmdb.md, "Shapes that matter"). */
export function personItem(catalogue: Catalogue, person: Person) {
  const movies = catalogue.movies
    .filter(movie => worksOn(movie, person.id))
    .map(movie => ({ ...movieItem(movie), media_type: 'movie' }))
  const shows = catalogue.shows
    .filter(show => worksOn(show, person.id))
    .map(show => ({ ...showItem(show), media_type: 'tv' }))
  const known_for = [...movies, ...shows].sort((a, b) => b.popularity - a.popularity).slice(0, 3)
  return { ...personFacts(person), known_for }
}

export function worksOn(title: Movie | Show, personId: number): boolean {
  return (
    title.cast.some(credit => credit.person_id === personId) ||
    title.crew.some(credit => credit.person_id === personId)
  )
}

export function creditsOf(catalogue: Catalogue, title: Movie | Show) {
  return {
    cast: title.cast.flatMap(({ person_id, ...credit }) => {
      const person = catalogue.person(person_id)
      return person ? [{ ...personFacts(person), ...credit, cast_id: credit.order + 1 }] : []
    }),
    crew: title.crew.flatMap(({ person_id, ...credit }) => {
      const person = catalogue.person(person_id)
      return person ? [{ ...personFacts(person), ...credit }] : []
    }),
  }
}
