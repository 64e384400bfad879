import type { Catalogue } from '../catalogue/catalogue.ts'
import { LANGUAGES, REGIONS } from '../catalogue/certifications.ts'
import { MOVIE_GENRES, TV_GENRES } from '../catalogue/genres.ts'
import type { Movie, Season, Show } from '../catalogue/types.ts'
import { isoDay } from '../kit/time.ts'

function shared(catalogue: Catalogue, title: Movie | Show) {
  const genres = 'title' in title ? MOVIE_GENRES : TV_GENRES
  return {
    adult: title.adult,
    backdrop_path: title.backdrop_path,
    genres: title.genre_ids.flatMap(id => genres.find(genre => genre.id === id) ?? []),
    homepage: '',
    id: title.id,
    origin_country: title.origin_country,
    original_language: title.original_language,
    overview: title.overview,
    popularity: title.popularity,
    poster_path: title.poster_path,
    production_companies: catalogue.companies.filter(company => title.company_ids.includes(company.id)),
    production_countries: title.origin_country.map(code => ({
      iso_3166_1: code,
      name: REGIONS.find(region => region.iso_3166_1 === code)?.english_name ?? code,
    })),
    spoken_languages: LANGUAGES.filter(language => language.iso_639_1 === title.original_language),
    status: title.status,
    tagline: title.tagline,
    vote_average: title.vote_average,
    vote_count: title.vote_count,
  }
}

export function movieDetails(catalogue: Catalogue, movie: Movie) {
  const collection = catalogue.collections.find(one => one.id === movie.collection_id)
  return {
    ...shared(catalogue, movie),
    belongs_to_collection: collection
      ? {
          id: collection.id,
          name: collection.name,
          poster_path: collection.poster_path,
          backdrop_path: collection.backdrop_path,
        }
      : null,
    budget: movie.budget,
    imdb_id: movie.imdb_id,
    original_title: movie.original_title,
    release_date: movie.release_date,
    revenue: movie.revenue,
    runtime: movie.runtime,
    title: movie.title,
    video: false,
  }
}

function episodeFacts(show: Show, season: Season, index: number) {
  const episode = season.episodes[index]
  if (!episode) return null
  const last = index === season.episodes.length - 1 && season.season_number > 0
  return {
    air_date: episode.air_date,
    episode_number: episode.episode_number,
    episode_type: last ? 'finale' : 'standard',
    id: episode.id,
    name: episode.name,
    overview: episode.overview,
    production_code: '',
    runtime: episode.runtime,
    season_number: season.season_number,
    show_id: show.id,
    still_path: episode.still_path,
    vote_average: episode.vote_average,
    vote_count: episode.vote_count,
  }
}

function seasonFacts(season: Season) {
  return {
    air_date: season.air_date,
    id: season.id,
    name: season.name,
    overview: season.overview,
    poster_path: season.poster_path,
    season_number: season.season_number,
    vote_average: season.vote_average,
  }
}

export function showDetails(catalogue: Catalogue, show: Show, now: number) {
  const today = isoDay(now)
  const real = show.seasons.filter(season => season.season_number > 0)
  const episodes = real.flatMap(season => season.episodes.map((_, i) => episodeFacts(show, season, i)))
  const dated = episodes.filter(episode => episode?.air_date)
  const aired = dated.filter(episode => (episode?.air_date ?? '') <= today)
  const creator = catalogue.person(show.crew[1]?.person_id ?? 0)
  return {
    ...shared(catalogue, show),
    created_by: creator
      ? [
          {
            id: creator.id,
            credit_id: show.crew[1]?.credit_id ?? '',
            name: creator.name,
            gender: creator.gender,
            profile_path: creator.profile_path,
          },
        ]
      : [],
    episode_run_time: [show.episode_run_time],
    first_air_date: show.first_air_date,
    in_production: show.status !== 'Ended',
    languages: [show.original_language],
    last_air_date: aired.at(-1)?.air_date ?? null,
    last_episode_to_air: aired.at(-1) ?? null,
    name: show.name,
    next_episode_to_air: dated.find(episode => (episode?.air_date ?? '') > today) ?? null,
    networks: catalogue.networks.filter(network => network.id === show.network_id),
    number_of_episodes: episodes.length,
    number_of_seasons: real.length,
    original_name: show.original_name,
    seasons: show.seasons.map(season => ({ ...seasonFacts(season), episode_count: season.episodes.length })),
    type: show.type,
  }
}

export function seasonDetails(catalogue: Catalogue, show: Show, season: Season) {
  return {
    _id: season.id.toString(16).padStart(24, '0'),
    ...seasonFacts(season),
    networks: catalogue.networks.filter(network => network.id === show.network_id),
    episodes: season.episodes.map((_, i) => ({
      ...episodeFacts(show, season, i),
      crew: [],
      guest_stars: [],
    })),
  }
}
