import { getTrending as route } from '@foyer/contract/discover-screen/discover-screen'
import { z } from 'zod'
import { defineTool } from '../../define-tool.ts'
import { TitleRow, titleRows } from './title-rows.ts'

const MAX_TITLES = 20

export const getTrending = defineTool({
  name: 'get_trending',
  title: 'Trending now',
  description:
    'Lists movies, TV shows or both that are popular today or this week. Use it when somebody wants something current ' +
    'and names no title.',
  permission: 'media:discover',
  hint: 'read',
  input: z.object({ media_type: z.enum(['movie', 'tv', 'all']), time_window: z.enum(['day', 'week']) }),
  output: z.object({ results: z.array(TitleRow) }),
  async run({ media_type, time_window }, { call }) {
    // The provider mixes both types; two pages hold about one page of each.
    const pages = media_type === 'all' ? [1] : [1, 2]
    const read = pages.map(page => call(route, { query: { time_window, page } }))
    const rows = (await Promise.all(read)).flatMap(({ results }) => titleRows(results))
    const wanted = rows.filter(row => media_type === 'all' || row.media_type === media_type)
    return { results: wanted.slice(0, MAX_TITLES) }
  },
})
