import type { ScreenType } from '../title.ts'

export interface Named {
  id: number
  name: string
}

/** The filters of a browse page, as in the address. Absent means any. */
export interface BrowseFilters {
  sort?: Sort
  genres?: number[]
  from?: number
  to?: number
  rating?: number
  votes?: number
  language?: string
  region?: string
  providers?: number[]
  keywords?: Named[]
  companies?: Named[]
  /** Movies only. */
  people?: Named[]
  /** Shows only. */
  networks?: Named[]
  /** Leaves out what a library has completely. */
  owned?: 'hide'
}

export const SORTS = ['popular', 'rating', 'newest', 'oldest', 'name'] as const
export type Sort = (typeof SORTS)[number]

const EARLIEST = 1800
const LATEST = 2200

function whole(value: unknown, low: number, high: number): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= low && value <= high
    ? value
    : undefined
}

function ids(value: unknown): number[] | undefined {
  if (!Array.isArray(value)) return undefined
  const found = value.filter(one => whole(one, 1, 9_999_999_999) !== undefined)
  return found.length > 0 ? [...new Set<number>(found)] : undefined
}

function isNamed(value: unknown): value is Named {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    whole(value.id, 1, 9_999_999_999) !== undefined &&
    'name' in value &&
    typeof value.name === 'string'
  )
}

function named(value: unknown): Named[] | undefined {
  if (!Array.isArray(value)) return undefined
  const found = value.filter(isNamed).map(({ id, name }) => ({ id, name }))
  return found.length > 0 ? found : undefined
}

function code(value: unknown, pattern: RegExp): string | undefined {
  return typeof value === 'string' && pattern.test(value) ? value : undefined
}

/** Parses the address; invalid values are dropped instead of sent. */
export function parseFilters(raw: Readonly<Record<string, unknown>>): BrowseFilters {
  const rating = raw['rating']
  const region = code(raw['region'], /^[A-Z]{2}$/)
  return compact({
    sort: SORTS.find(one => one !== 'popular' && one === raw['sort']),
    genres: ids(raw['genres']),
    from: whole(raw['from'], EARLIEST, LATEST),
    to: whole(raw['to'], EARLIEST, LATEST),
    rating: typeof rating === 'number' && rating > 0 && rating <= 10 ? rating : undefined,
    votes: whole(raw['votes'], 1, 999_999_999),
    language: code(raw['language'], /^[a-z]{2}$/),
    region,
    providers: region ? ids(raw['providers']) : undefined,
    keywords: named(raw['keywords']),
    companies: named(raw['companies']),
    people: named(raw['people']),
    networks: named(raw['networks']),
    owned: raw['owned'] === 'hide' ? 'hide' : undefined,
  })
}

type Loose<T> = { [K in keyof T]?: T[K] | undefined }

/** Without empty fields, so that the address stays short. */
export function compact(filters: Loose<BrowseFilters>): BrowseFilters {
  const kept = Object.entries(filters).filter(
    ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
  )
  return Object.fromEntries(kept)
}

const SORT_BY = {
  movie: {
    popular: 'popularity.desc',
    rating: 'vote_average.desc',
    newest: 'primary_release_date.desc',
    oldest: 'primary_release_date.asc',
    name: 'title.asc',
  },
  tv: {
    popular: 'popularity.desc',
    rating: 'vote_average.desc',
    newest: 'first_air_date.desc',
    oldest: 'first_air_date.asc',
    name: 'name.asc',
  },
} as const satisfies Record<ScreenType, Record<Sort, string>>

const joined = (values: readonly (number | Named)[] | undefined, by: string) =>
  values?.map(one => (typeof one === 'number' ? one : one.id)).join(by)

/** The query of 1/4.5: all genres, keywords and people must match, but only one of the providers, companies and networks. */
function shared(filters: BrowseFilters) {
  return {
    with_genres: joined(filters.genres, ','),
    'vote_average.gte': filters.rating?.toString(),
    'vote_count.gte': filters.votes?.toString(),
    with_original_language: filters.language,
    with_watch_providers: joined(filters.providers, '|'),
    watch_region: filters.providers ? filters.region : undefined,
    with_keywords: joined(filters.keywords, ','),
    with_companies: joined(filters.companies, '|'),
  }
}

const firstDay = (year: number | undefined) => (year ? `${year}-01-01` : undefined)
const lastDay = (year: number | undefined) => (year ? `${year}-12-31` : undefined)

export function movieBrowse(filters: BrowseFilters) {
  return {
    ...shared(filters),
    with_people: joined(filters.people, ','),
    sort_by: SORT_BY.movie[filters.sort ?? 'popular'],
    'primary_release_date.gte': firstDay(filters.from),
    'primary_release_date.lte': lastDay(filters.to),
  }
}

export function tvBrowse(filters: BrowseFilters) {
  return {
    ...shared(filters),
    with_networks: joined(filters.networks, '|'),
    sort_by: SORT_BY.tv[filters.sort ?? 'popular'],
    'first_air_date.gte': firstDay(filters.from),
    'first_air_date.lte': lastDay(filters.to),
  }
}

/** The number of active filters, for the filter button. Sorting is not a filter. */
export function countFilters({ sort: _sort, region: _region, ...filters }: BrowseFilters): number {
  return Object.keys(filters).length
}
