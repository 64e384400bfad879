import { MOVIE_GENRES, TV_GENRES } from '../catalogue/genres.ts'
import type { Episode, Movie, Show } from '../catalogue/types.ts'

/** What `extended` asked for (trakt.md, "extended"). */
export interface Extended {
  full: boolean
  images: boolean
}

/** Where its pictures are since July 2026; they are served without a scheme (trakt.md, "Images"). */
export const IMAGE_HOST = 'media.trakt.tv'

/** A title that Trakt has and TMDB has not; it sits in trending and popular. */
export const UNFILED = { title: 'The Reel Nobody Filed', year: 2026, trakt: 919_999 }

const MOVIE_OFFSET = 10_000
const SHOW_OFFSET = 20_000

export function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}

function yearOf(date: string): number | null {
  return date ? Number(date.slice(0, 4)) : null
}

export function movieTitle(movie: Movie, extended: Extended) {
  const year = yearOf(movie.release_date)
  const trakt = movie.id + MOVIE_OFFSET
  return {
    title: movie.title,
    year,
    ids: { trakt, slug: slugOf(`${movie.title} ${year ?? ''}`), imdb: movie.imdb_id, tmdb: movie.id },
    ...(extended.full && fullMovie(movie)),
    ...(extended.images && { images: imagesOf('movies', trakt, movie) }),
  }
}

export function showTitle(show: Show, extended: Extended) {
  const trakt = show.id + SHOW_OFFSET
  return {
    title: show.name,
    year: yearOf(show.first_air_date),
    ids: { trakt, slug: slugOf(show.name), tvdb: show.tvdb_id, imdb: show.imdb_id, tmdb: show.id },
    ...(extended.full && fullShow(show)),
    ...(extended.images && { images: imagesOf('shows', trakt, show) }),
  }
}

export function unfiledTitle(key: 'movie' | 'show') {
  const { title, year, trakt } = UNFILED
  const ids = { trakt, slug: slugOf(`${title} ${year}`), imdb: null, tmdb: null }
  return { title, year, ids: key === 'show' ? { ...ids, tvdb: null } : ids }
}

export function episodeTitle(episode: Episode) {
  return {
    season: episode.season_number,
    number: episode.episode_number,
    title: episode.name,
    ids: { trakt: episode.id, tvdb: episode.tvdb_id, imdb: null, tmdb: episode.id },
  }
}

function fullTitle(title: Movie | Show) {
  const trailer = title.videos.find(video => video.type === 'Trailer')
  return {
    tagline: title.tagline,
    overview: title.overview,
    country: title.origin_country[0]?.toLowerCase() ?? 'us',
    updated_at: '2026-01-02T03:04:05.000Z',
    trailer: trailer ? `https://youtube.com/watch?v=${trailer.key}` : null,
    homepage: null,
    rating: title.vote_average,
    votes: title.vote_count,
    comment_count: title.vote_count % 90,
    language: title.original_language,
    languages: [title.original_language],
    available_translations: ['en'],
  }
}

function fullMovie(movie: Movie) {
  const [rated] = (movie.releases['US'] ?? []).filter(release => release.certification !== '')
  return {
    ...fullTitle(movie),
    original_title: movie.original_title,
    released: movie.release_date,
    runtime: movie.runtime,
    status: movie.status.toLowerCase(),
    genres: genreSlugs(movie.genre_ids, MOVIE_GENRES),
    certification: rated?.certification ?? null,
  }
}

function fullShow(show: Show) {
  const rated = show.content_ratings.find(rating => rating.iso_3166_1 === 'US')
  return {
    ...fullTitle(show),
    original_title: show.original_name,
    first_aired: show.first_air_date ? `${show.first_air_date}T${show.air_time}:00.000Z` : null,
    airs: { day: 'Sunday', time: show.air_time, timezone: 'America/New_York' },
    runtime: show.episode_run_time,
    network: 'Network',
    status: show.status.toLowerCase(),
    genres: genreSlugs(show.genre_ids, TV_GENRES),
    certification: rated?.rating ?? null,
    aired_episodes: show.seasons.flatMap(season => season.episodes).length,
  }
}

function genreSlugs(ids: readonly number[], genres: readonly { id: number; name: string }[]): string[] {
  return genres.filter(genre => ids.includes(genre.id)).map(genre => slugOf(genre.name))
}

/** At most one address each, without a scheme, in WebP's clothes. */
function imagesOf(kind: 'movies' | 'shows', trakt: number, title: Movie | Show) {
  const digits = String(trakt).padStart(9, '0')
  const folder = `${IMAGE_HOST}/images/${kind}/${digits.slice(0, 3)}/${digits.slice(3, 6)}/${digits.slice(6)}`
  const at = (path: string | null, name: string) => (path ? [`${folder}/${name}${path}.webp`] : [])
  return {
    fanart: at(title.backdrop_path, 'fanarts/medium'),
    poster: at(title.poster_path, 'posters/thumb'),
    logo: [],
    clearart: [],
    banner: [],
    thumb: at(title.backdrop_path, 'thumbs/medium'),
  }
}
