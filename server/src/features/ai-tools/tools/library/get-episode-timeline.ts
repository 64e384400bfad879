import { z } from 'zod'
import { defineTool } from '../../define-tool.ts'
import { presentTimeline, TimelineOutput } from './timelines.ts'

export const getEpisodeTimeline = defineTool({
  name: 'get_episode_timeline',
  title: 'Timeline of a season',
  description:
    'Lists in order of time what happened to the episodes of one season: grabs, failures, imports, deletions, what is in the queue and which files are there. ' +
    'season_number is that of the metadata provider; rows show the numbers of the library. Use it to answer why an episode is missing or was replaced.',
  permission: 'library:read',
  hint: 'read',
  input: z.object({ tmdb_id: z.int().positive(), season_number: z.int().min(0).max(1000) }),
  output: TimelineOutput,
  async run(input, { caller, operations, signal }) {
    return presentTimeline(await operations.reads.seasonTimeline({ ...input, caller, signal }))
  },
})
