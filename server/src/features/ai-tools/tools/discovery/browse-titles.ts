import { browseMovies, browseTv } from '@foyer/contract/discover-screen/discover-screen'
import {
  MOVIE_SORT_FIELDS,
  type MovieBrowse,
  TV_SORT_FIELDS,
  type TvBrowse,
} from '@foyer/contract/discover-screen/screen-browse'
import { z } from 'zod'
import { defineTool, type ToolCall } from '../../define-tool.ts'
import { companyIds, genreIds, keywordIds, NameOrId, NamesOrIds, providerId } from './browse-names.ts'
import { PageNumber } from './search-inputs.ts'
import { ScreenType, TitlePage, titlePage } from './title-rows.ts'

const SORTS = ['popularity', 'rating', 'newest', 'oldest', 'title', 'votes'] as const
/** The metadata provider's own words are accepted, too. */
const PROVIDER_SORTS = [...new Set([...MOVIE_SORT_FIELDS, ...TV_SORT_FIELDS])].flatMap(
  field => [`${field}.asc`, `${field}.desc`] as const,
)
const DEFAULT_REGION = 'US'

const Year = z.int().min(1800).max(2200).optional()
const Input = z.strictObject({
  media_type: ScreenType,
  genres: NamesOrIds.optional().describe('Names or ids of genres. A title must have all of them.'),
  year_from: Year,
  year_to: Year,
  min_rating: z.number().min(0).max(10).optional(),
  min_votes: z.int().min(0).max(999_999_999).optional(),
  original_language: z
    .string()
    .regex(/^[a-z]{2}$/, 'Use a language such as en.')
    .optional(),
  watch_provider: NameOrId.optional().describe('A streaming service, by name or id.'),
  region: z
    .string()
    .regex(/^[A-Z]{2}$/, 'Use a country such as US.')
    .optional()
    .describe('The country of watch_provider; US if left out.'),
  keywords: NamesOrIds.optional().describe('Themes, such as "time travel".'),
  companies: NamesOrIds.optional().describe('Studios. A title needs one of them.'),
  sort: z.enum([...SORTS, ...PROVIDER_SORTS]).default('popularity'),
  page: PageNumber,
})
type Input = z.output<typeof Input>

export const browseTitles = defineTool({
  name: 'browse_titles',
  title: 'Browse movies and shows',
  description:
    'Lists movies or TV shows by genre, years, rating, language, streaming service, theme or studio. Use it when ' +
    'somebody describes what they like instead of naming a title. Ask for the next page with page.',
  permission: 'media:discover',
  hint: 'read',
  input: Input,
  output: TitlePage,
  async run(input, { call }) {
    const shared = await sharedQuery(input, call)
    const page =
      input.media_type === 'movie'
        ? await call(browseMovies, { query: movieQuery(input, shared) })
        : await call(browseTv, { query: tvQuery(input, shared) })
    return titlePage(page, input.media_type)
  },
})

type Shared = Partial<Omit<z.input<typeof MovieBrowse> & z.input<typeof TvBrowse>, 'sort_by' | 'page'>> & {
  page: number
}

async function sharedQuery(input: Input, call: ToolCall['call']): Promise<Shared> {
  const { media_type, genres, watch_provider, keywords, companies, region = DEFAULT_REGION } = input
  return {
    page: input.page,
    ...(genres !== undefined && { with_genres: await genreIds(call, media_type, genres) }),
    ...(input.min_rating !== undefined && { 'vote_average.gte': String(input.min_rating) }),
    ...(input.min_votes !== undefined && { 'vote_count.gte': String(input.min_votes) }),
    ...(input.original_language && { with_original_language: input.original_language }),
    ...(watch_provider !== undefined && {
      with_watch_providers: await providerId(call, media_type, watch_provider, region),
      watch_region: region,
    }),
    ...(keywords !== undefined && { with_keywords: await keywordIds(call, keywords) }),
    ...(companies !== undefined && { with_companies: await companyIds(call, companies) }),
  }
}

const firstDay = (year: number | undefined) => (year === undefined ? undefined : `${year}-01-01`)
const lastDay = (year: number | undefined) => (year === undefined ? undefined : `${year}-12-31`)

function movieQuery({ sort, year_from, year_to }: Input, shared: Shared): z.input<typeof MovieBrowse> {
  return {
    ...shared,
    // The route checks the word: it has one list for movies and one for shows.
    sort_by: sortOf(sort, { date: 'primary_release_date', title: 'title' }) as 'popularity.desc',
    'primary_release_date.gte': firstDay(year_from),
    'primary_release_date.lte': lastDay(year_to),
  }
}

function tvQuery({ sort, year_from, year_to }: Input, shared: Shared): z.input<typeof TvBrowse> {
  return {
    ...shared,
    sort_by: sortOf(sort, { date: 'first_air_date', title: 'name' }) as 'popularity.desc',
    'first_air_date.gte': firstDay(year_from),
    'first_air_date.lte': lastDay(year_to),
  }
}

function sortOf(sort: string, { date, title }: { date: string; title: string }): string {
  const sorts: Record<string, string> = {
    popularity: 'popularity.desc',
    rating: 'vote_average.desc',
    newest: `${date}.desc`,
    oldest: `${date}.asc`,
    title: `${title}.asc`,
    votes: 'vote_count.desc',
  }
  return sorts[sort] ?? sort
}
