import { z } from 'zod'
import { defineTool } from '../../define-tool.ts'
import { presentTimeline, TimelineOutput } from './timelines.ts'

export const getAlbumTimeline = defineTool({
  name: 'get_album_timeline',
  title: 'Timeline of an album',
  description:
    'Lists in order of time what happened to one album: grabs, failures, imports, deletions, what is in the queue and which files are there. ' +
    'album_id is the id of the library, from get_library. When several libraries use the same id, each answers for its own album.',
  permission: 'library:read',
  hint: 'read',
  input: z.object({ album_id: z.int().positive() }),
  output: TimelineOutput,
  async run({ album_id }, { caller, operations, signal }) {
    const scope = { caller, signal, media_type: 'music', record_id: album_id } as const
    return presentTimeline(await operations.reads.recordTimeline(scope))
  },
})
