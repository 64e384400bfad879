import { MediaType } from '@foyer/contract/instances/instance-types'
import { getReleases, Release } from '@foyer/contract/releases'
import { z } from 'zod'
import { defineTool } from '../../define-tool.ts'
import { fitRows } from '../fit-result.ts'

const MAX_RELEASES = 120

export const getCalendar = defineTool({
  name: 'get_calendar',
  title: 'Show coming releases',
  description:
    'Lists what comes out in the next days according to the libraries: movies, episodes, books and albums, by date, and whether each is already there. ' +
    'A library with status_known false could not be read, so there may be more.',
  permission: 'library:read',
  hint: 'read',
  input: z.object({
    media_type: MediaType.optional(),
    days: z.int().min(1).max(60).default(14).describe('How many days from today on.'),
  }),
  output: z.object({
    start: z.string(),
    end: z.string(),
    items: z.array(Release.omit({ poster: true })),
    total: z.int(),
    truncated: z.boolean(),
    libraries: z.array(
      z.object({
        instance_id: z.string(),
        instance_name: z.string(),
        status_known: z.boolean(),
        error: z.string().optional(),
      }),
    ),
  }),
  async run({ media_type, days }, { call, operations }) {
    const window = operations.reads.daysAhead(days)
    const { items, sources, start, end } = await call(getReleases, {
      query: { ...window, ...(media_type && { media_type }) },
    })
    const { rows } = fitRows(items.slice(0, MAX_RELEASES).map(({ poster: _poster, ...release }) => release))
    return {
      start,
      end,
      items: rows,
      total: items.length,
      truncated: rows.length < items.length,
      libraries: sources.map(({ instance_id, name, ok, error }) => ({
        instance_id,
        instance_name: name,
        status_known: ok,
        ...(error !== undefined && { error: `${name} could not be read: ${error}` }),
      })),
    }
  },
})
