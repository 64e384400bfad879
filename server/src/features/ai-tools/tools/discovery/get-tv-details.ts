import { getTv } from '@foyer/contract/discover-screen/media-details'
import { z } from 'zod'
import { defineTool } from '../../define-tool.ts'
import { commonDetails, Details } from './details.ts'
import { TmdbId } from './search-inputs.ts'
import { yearOf } from './title-rows.ts'

/** Some daily shows have more seasons than anybody reads. */
const MAX_SEASONS = 60

export const getTvDetails = defineTool({
  name: 'get_tv_details',
  title: 'TV show details',
  description:
    'Everything about one TV show: plot, genres, cast, rating, and its seasons with their numbers. Get the tmdb_id ' +
    'from a search first. The season numbers are those that request_media accepts.',
  permission: 'media:discover',
  hint: 'read',
  input: z.object({ tmdb_id: TmdbId }),
  output: Details.extend({
    first_air_date: z.string().optional(),
    last_air_date: z.string().optional(),
    /** Without specials. */
    seasons: z.array(
      z.object({
        season_number: z.int(),
        name: z.string(),
        episode_count: z.int(),
        air_date: z.string().optional(),
      }),
    ),
    /** Whether there are more seasons than these. */
    truncated: z.boolean(),
  }),
  async run({ tmdb_id }, { call }) {
    const show = await call(getTv, { params: { id: String(tmdb_id) } })
    const seasons = (show.seasons ?? []).filter(({ season_number }) => season_number > 0)
    return {
      ...commonDetails(show),
      tmdb_id: show.id,
      title: show.name,
      year: yearOf(show.first_air_date),
      first_air_date: show.first_air_date || undefined,
      last_air_date: show.last_air_date || undefined,
      seasons: seasons.slice(0, MAX_SEASONS).map(({ season_number, name, episode_count, air_date }) => ({
        season_number,
        name,
        episode_count,
        air_date: air_date ?? undefined,
      })),
      truncated: seasons.length > MAX_SEASONS,
    }
  },
})
