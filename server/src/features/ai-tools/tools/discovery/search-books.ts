import { searchBooks as route } from '@foyer/contract/book-search'
import { z } from 'zod'
import { defineTool } from '../../define-tool.ts'
import { catalogRetired } from './retired-catalog.ts'
import { InstanceId, Query } from './search-inputs.ts'
import { shorten } from './title-rows.ts'

const MAX_BOOKS = 20

export const searchBooks = defineTool({
  name: 'search_books',
  title: 'Search books',
  description:
    "Finds books by title, author or ISBN in a book library's own catalogue. To request one, pass foreign_id, " +
    'instance_id and search_term of the result to request_media unchanged.',
  permission: 'media:discover',
  hint: 'read',
  input: z.object({
    query: Query.describe('Title, author, or both; or an ISBN.'),
    instance_id: InstanceId,
    catalog: z
      .enum(['all', 'public'])
      .default('all')
      .describe('Only "all". The public catalogue is retired.'),
  }),
  output: z.object({
    instance_id: z.string(),
    search_term: z.string(),
    results: z.array(
      z.object({
        foreign_id: z.string(),
        instance_id: z.string(),
        title: z.string(),
        author: z.string().optional(),
        year: z.int().optional(),
        series: z.string().optional(),
        overview: z.string().optional(),
        rating: z.number().optional(),
      }),
    ),
    /** Whether the library found more than these. */
    truncated: z.boolean(),
  }),
  async run({ query, instance_id, catalog }, { call }) {
    if (catalog === 'public') throw catalogRetired()
    const found = await call(route, { query: { query, ...(instance_id && { instance_id }) } })
    return {
      instance_id: found.instance_id,
      search_term: found.search_term,
      results: found.results.slice(0, MAX_BOOKS).map(book => ({
        ...book,
        overview: shorten(book.overview),
        instance_id: found.instance_id,
      })),
      truncated: found.results.length > MAX_BOOKS,
    }
  },
})
