import { searchTv as route } from '@foyer/contract/discover-screen/discover-screen'
import { z } from 'zod'
import { defineTool } from '../../define-tool.ts'
import { Query } from './search-inputs.ts'
import { TitlePage, titlePage } from './title-rows.ts'

export const searchTvShows = defineTool({
  name: 'search_tv_shows',
  title: 'Search TV shows',
  description:
    'Finds TV shows by title. Use the tmdb_id of a result with get_tv_details, check_request_status or request_media. ' +
    'For shows by genre, year or rating use browse_titles.',
  permission: 'media:discover',
  hint: 'read',
  input: z.object({ query: Query.describe('The title, or a part of it.') }),
  output: TitlePage,
  run: async ({ query }, { call }) => titlePage(await call(route, { query: { query } }), 'tv'),
})
