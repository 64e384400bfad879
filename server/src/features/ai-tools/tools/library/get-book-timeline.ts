import { z } from 'zod'
import { defineTool } from '../../define-tool.ts'
import { presentTimeline, TimelineOutput } from './timelines.ts'

export const getBookTimeline = defineTool({
  name: 'get_book_timeline',
  title: 'Timeline of a book',
  description:
    'Lists in order of time what happened to one book: grabs, failures, imports, deletions, what is in the queue and which files are there. ' +
    'book_id is the id of the library, from get_library. When several libraries use the same id, each answers for its own book.',
  permission: 'library:read',
  hint: 'read',
  input: z.object({ book_id: z.int().positive() }),
  output: TimelineOutput,
  async run({ book_id }, { caller, operations, signal }) {
    const scope = { caller, signal, media_type: 'book', record_id: book_id } as const
    return presentTimeline(await operations.reads.recordTimeline(scope))
  },
})
