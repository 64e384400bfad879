import type { Catalogue } from '../catalogue/catalogue.ts'
import { PROVIDERS } from '../catalogue/people-names.ts'
import type { Availability, Movie, Show } from '../catalogue/types.ts'
import { artPath } from '../catalogue/art/art.ts'
import { creditsOf } from './tmdb-items.ts'

/** A sub-resource of a title, without its own id: the same object serves the route and `append_to_response`. */
export type Part<T> = (title: T) => Record<string, unknown>

function picture(path: string | null, width: number, height: number) {
  if (!path) return []
  const aspect_ratio = Math.round((width / height) * 1000) / 1000
  // A picture without words has no language.
  return [{ aspect_ratio, height, iso_639_1: null, file_path: path, vote_average: 5.3, vote_count: 4, width }]
}

function images(title: Movie | Show) {
  return {
    backdrops: picture(title.backdrop_path, 1280, 720),
    logos: [],
    posters: picture(title.poster_path, 780, 1170),
  }
}

export function providerFacts(provider_id: number, display_priority: number) {
  const provider_name = PROVIDERS.find(provider => provider.provider_id === provider_id)?.provider_name ?? ''
  return {
    logo_path: artPath('l', 'b', `provider:${provider_id}`),
    provider_id,
    provider_name,
    display_priority,
  }
}

function watchProviders(kind: string, id: number, watch: Availability) {
  const results = Object.fromEntries(
    Object.entries(watch).map(([region, offers]) => [
      region,
      {
        link: `https://www.themoviedb.org/${kind}/${id}/watch?locale=${region}`,
        ...Object.fromEntries(Object.entries(offers).map(([how, ids]) => [how, ids.map(providerFacts)])),
      },
    ]),
  )
  return { results }
}

export function movieParts(catalogue: Catalogue): Record<string, Part<Movie>> {
  return {
    credits: movie => creditsOf(catalogue, movie),
    videos: movie => ({ results: movie.videos }),
    images,
    keywords: movie => ({ keywords: keywordsOf(catalogue, movie) }),
    alternative_titles: movie => ({
      titles: alternatives(movie.title, movie.original_title, movie.origin_country),
    }),
    external_ids: movie => ({
      imdb_id: movie.imdb_id,
      wikidata_id: null,
      facebook_id: null,
      instagram_id: null,
      twitter_id: null,
    }),
    release_dates: movie => ({
      results: Object.entries(movie.releases).map(([iso_3166_1, rows]) => ({
        iso_3166_1,
        release_dates: rows.map(({ date, ...row }) => ({
          ...row,
          descriptors: [],
          iso_639_1: '',
          release_date: `${date}T00:00:00.000Z`,
        })),
      })),
    }),
    'watch/providers': movie => watchProviders('movie', movie.id, movie.watch),
  }
}

export function showParts(
  catalogue: Catalogue,
  /** Shows whose TVDB id is not known here. */
  unbridged: ReadonlySet<number>,
): Record<string, Part<Show>> {
  return {
    credits: show => creditsOf(catalogue, show),
    aggregate_credits: show => aggregateCredits(catalogue, show),
    videos: show => ({ results: show.videos }),
    images,
    keywords: show => ({ results: keywordsOf(catalogue, show) }),
    alternative_titles: show => ({
      results: alternatives(show.name, show.original_name, show.origin_country),
    }),
    external_ids: show => ({
      imdb_id: show.imdb_id,
      freebase_mid: null,
      freebase_id: null,
      tvdb_id: unbridged.has(show.id) ? null : show.tvdb_id,
      tvrage_id: null,
      wikidata_id: null,
      facebook_id: null,
      instagram_id: null,
      twitter_id: null,
    }),
    content_ratings: show => ({
      results: show.content_ratings.map(rating => ({ descriptors: [], ...rating })),
    }),
    'watch/providers': show => watchProviders('tv', show.id, show.watch),
  }
}

function keywordsOf(catalogue: Catalogue, title: Movie | Show) {
  return catalogue.keywords.filter(keyword => title.keyword_ids.includes(keyword.id))
}

function alternatives(title: string, original: string, countries: readonly string[]) {
  return title === original ? [] : [{ iso_3166_1: countries[0] ?? 'US', title: original, type: '' }]
}

function aggregateCredits(catalogue: Catalogue, show: Show) {
  const { cast, crew } = creditsOf(catalogue, show)
  const episode_count = show.seasons.reduce((sum, season) => sum + season.episodes.length, 0)
  return {
    cast: cast.map(({ character, credit_id, cast_id: _castId, ...person }) => ({
      ...person,
      roles: [{ credit_id, character, episode_count }],
      total_episode_count: episode_count,
    })),
    crew: crew.map(({ job, credit_id, ...person }) => ({
      ...person,
      jobs: [{ credit_id, job, episode_count }],
      total_episode_count: episode_count,
    })),
  }
}
