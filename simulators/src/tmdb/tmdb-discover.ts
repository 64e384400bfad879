import { MOVIE_CERTIFICATIONS } from '../catalogue/certifications.ts'
import type { Availability, Movie, Show } from '../catalogue/types.ts'
import { Refused } from '../kit/answer.ts'
import { tmdbError } from './tmdb-errors.ts'

/** Comma means and, pipe means or. */
function matchesIds(wanted: string | null, own: readonly number[]): boolean {
  if (!wanted) return true
  if (wanted.includes('|')) return wanted.split('|').some(id => own.includes(Number(id)))
  return wanted.split(',').every(id => own.includes(Number(id)))
}

function avoidsIds(unwanted: string | null, own: readonly number[]): boolean {
  return !unwanted || !unwanted.split(/[,|]/).some(id => own.includes(Number(id)))
}

function matchesWords(wanted: string | null, own: readonly string[]): boolean {
  return !wanted || wanted.split(/[,|]/).some(word => own.includes(word))
}

function within(query: URLSearchParams, name: string, value: number): boolean {
  const least = query.get(`${name}.gte`)
  const most = query.get(`${name}.lte`)
  return (least === null || value >= Number(least)) && (most === null || value <= Number(most))
}

function withinDays(query: URLSearchParams, name: string, day: string): boolean {
  const least = query.get(`${name}.gte`)
  const most = query.get(`${name}.lte`)
  for (const date of [least, most])
    if (date && !/^\d{4}-\d{2}-\d{2}$/.test(date)) throw new Refused(tmdbError(23))
  if (!least && !most) return true
  return day !== '' && (!least || day >= least) && (!most || day <= most)
}

function matchesProviders(query: URLSearchParams, watch: Availability): boolean {
  const region = query.get('watch_region')
  const wanted = query.get('with_watch_providers')
  // tmdb.md: the provider filter works only together with a region.
  if (!region || !(wanted || query.get('with_watch_monetization_types'))) return true
  const offers = watch[region] ?? {}
  const kinds = query.get('with_watch_monetization_types')?.split('|') ?? ['flatrate', 'rent', 'buy']
  const providers = Object.entries(offers)
    .filter(([kind]) => kinds.includes(kind))
    .flatMap(([, ids]) => ids)
  return wanted ? matchesIds(wanted, providers) : providers.length > 0
}

function matchesShared(query: URLSearchParams, title: Movie | Show, runtime: number): boolean {
  return (
    (!title.adult || query.get('include_adult') === 'true') &&
    matchesIds(query.get('with_genres'), title.genre_ids) &&
    avoidsIds(query.get('without_genres'), title.genre_ids) &&
    matchesIds(query.get('with_keywords'), title.keyword_ids) &&
    avoidsIds(query.get('without_keywords'), title.keyword_ids) &&
    matchesIds(query.get('with_companies'), title.company_ids) &&
    avoidsIds(query.get('without_companies'), title.company_ids) &&
    matchesWords(query.get('with_original_language'), [title.original_language]) &&
    matchesWords(query.get('with_origin_country'), title.origin_country) &&
    within(query, 'vote_average', title.vote_average) &&
    within(query, 'vote_count', title.vote_count) &&
    within(query, 'with_runtime', runtime) &&
    matchesProviders(query, title.watch)
  )
}

/** Ranks by the region's own order; NR ranks 0 and so slips under any cap, as upstream does. */
function matchesCertification(query: URLSearchParams, movie: Movie): boolean {
  const region = query.get('certification_country')
  const exact = query.get('certification')
  const most = query.get('certification.lte')
  const least = query.get('certification.gte')
  if (!region || !(exact || most || least)) return true
  const own = (movie.releases[region] ?? []).map(row => row.certification).filter(code => code !== '')
  if (exact) return own.some(code => exact.split('|').includes(code))
  const order = (code: string | null) =>
    MOVIE_CERTIFICATIONS[region]?.find(one => one.certification === code)?.order
  const floor = least ? (order(least) ?? 0) : 0
  const ceiling = most ? (order(most) ?? 99) : 99
  return own.some(code => {
    const rank = order(code)
    return rank !== undefined && rank >= floor && rank <= ceiling
  })
}

function matchesReleases(query: URLSearchParams, movie: Movie): boolean {
  const types = query.get('with_release_type')?.split('|').map(Number)
  const dated = query.has('release_date.gte') || query.has('release_date.lte')
  if (!types && !dated) return true
  const region = query.get('region')
  const rows = region ? (movie.releases[region] ?? []) : Object.values(movie.releases).flat()
  return rows.some(row => (!types || types.includes(row.type)) && withinDays(query, 'release_date', row.date))
}

export function discoverMovies(query: URLSearchParams, movies: readonly Movie[]): Movie[] {
  const year = query.get('primary_release_year') ?? query.get('year')
  const found = movies.filter(movie => {
    const cast = movie.cast.map(credit => credit.person_id)
    const crew = movie.crew.map(credit => credit.person_id)
    return (
      matchesShared(query, movie, movie.runtime) &&
      matchesCertification(query, movie) &&
      matchesReleases(query, movie) &&
      withinDays(query, 'primary_release_date', movie.release_date) &&
      (!year || movie.release_date.startsWith(year)) &&
      matchesIds(query.get('with_cast'), cast) &&
      matchesIds(query.get('with_crew'), crew) &&
      matchesIds(query.get('with_people'), [...cast, ...crew])
    )
  })
  return sortTitles(found, query.get('sort_by'), {
    original_title: movie => movie.original_title,
    title: movie => movie.title,
    primary_release_date: movie => movie.release_date,
    revenue: movie => movie.revenue,
  })
}

const SHOW_STATUS: Record<string, string> = { '0': 'Returning Series', '2': 'In Production', '3': 'Ended' }

export function discoverShows(query: URLSearchParams, shows: readonly Show[]): Show[] {
  const year = query.get('first_air_date_year')
  const status = query.get('with_status')
  const found = shows.filter(show => {
    const days = show.seasons.flatMap(season => season.episodes.map(episode => episode.air_date ?? ''))
    const dated = query.has('air_date.gte') || query.has('air_date.lte')
    return (
      matchesShared(query, show, show.episode_run_time) &&
      withinDays(query, 'first_air_date', show.first_air_date) &&
      (!dated || days.some(day => withinDays(query, 'air_date', day))) &&
      (!year || show.first_air_date.startsWith(year)) &&
      matchesIds(query.get('with_networks'), [show.network_id]) &&
      (!status || status.split(/[,|]/).some(code => SHOW_STATUS[code] === show.status))
    )
  })
  return sortTitles(found, query.get('sort_by'), {
    name: show => show.name,
    original_name: show => show.original_name,
    first_air_date: show => show.first_air_date,
  })
}

/** An unknown order is ignored, not refused (tmdb.md, unverified there). */
function sortTitles<T extends Movie | Show>(
  titles: T[],
  order: string | null,
  own: Record<string, (title: T) => string | number>,
): T[] {
  const keys: Record<string, (title: T) => string | number> = {
    popularity: title => title.popularity,
    vote_average: title => title.vote_average,
    vote_count: title => title.vote_count,
    ...own,
  }
  const [name = '', direction] = (order ?? 'popularity.desc').split('.')
  const known = keys[name]
  const read = known ?? (title => title.popularity)
  const sign = known && direction === 'asc' ? 1 : -1
  return titles.toSorted((a, b) => {
    const x = read(a)
    const y = read(b)
    if (x === y) return a.id - b.id
    return (x < y ? -1 : 1) * sign
  })
}
