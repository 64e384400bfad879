import { z } from 'zod'
import { defineTool } from '../../define-tool.ts'
import { actionContext, actionOutput, BookId, Episode, Season, TitleType, TmdbId } from './action-parts.ts'

export const grabRelease = defineTool({
  name: 'grab_release',
  title: 'Grab a release',
  description:
    'Downloads one release that search_releases listed. Pass its guid and indexer_id exactly as listed, with the same media_type and ids as in that search. A rejected release can be grabbed too: tell the person why it was rejected first. If the release is not known any more, search again. Follow the download with get_queue.',
  permission: 'downloads:manage',
  hint: 'write',
  input: z.strictObject({
    guid: z.string().max(100).describe('The reference from search_releases: [REDACTED release sha256:…].'),
    indexer_id: z.int(),
    media_type: TitleType,
    tmdb_id: TmdbId,
    season: Season,
    episode: Episode,
    book_id: BookId,
  }),
  output: z.object(actionOutput),
  run: (input, call) => call.operations.actions.grabRelease(input, actionContext(call)),
})
