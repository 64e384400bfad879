import { MediaType } from '@foyer/contract/instances/instance-types'
import { z } from 'zod'
import { historyText } from '#features/library-operations/index.ts'
import { Refusal } from '#kit/refusal.ts'
import { HISTORY_KINDS } from '#ports/manager-reads.ts'
import { defineTool } from '../../define-tool.ts'
import { fitText } from '../fit-result.ts'
import { libraryOf, presentLibraries, TitleFields } from './library-results.ts'

const Event = z.object({
  at: z.string(),
  kind: z.enum(HISTORY_KINDS),
  ...TitleFields,
  sentence: z.string(),
})

export const getHistory = defineTool({
  name: 'get_history',
  title: 'Show what happened in the libraries',
  description:
    'Lists what the libraries of one media type did lately, newest first: grabbed, imported, failed, deleted. ' +
    'With tmdb_id only for that movie or show. For one season, book or album call get_episode_timeline, get_book_timeline or get_album_timeline.',
  permission: 'library:read',
  hint: 'read',
  input: z.object({
    media_type: MediaType,
    limit: z.int().min(1).max(100).default(20),
    tmdb_id: z.int().positive().optional(),
  }),
  output: z.object({ libraries: z.array(libraryOf(Event)) }),
  async run({ media_type, limit, tmdb_id }, { caller, operations, signal }) {
    if (tmdb_id !== undefined && media_type !== 'movie' && media_type !== 'tv')
      throw new Refusal('validation', { fields: { tmdb_id: 'Only movies and shows have a tmdb_id.' } })
    const answers = await operations.reads.history({ caller, media_type, limit, tmdb_id, signal })
    return presentLibraries(answers, limit, ({ events, found }) => ({
      found,
      items: events.map(event => ({
        at: event.at,
        kind: event.kind,
        ...(event.title ?? { title: null }),
        sentence: fitText(historyText(event)),
      })),
    }))
  },
})
