import { z } from 'zod'
import { defineTool } from '../../define-tool.ts'
import {
  actionContext,
  AuthorId,
  BookId,
  Episode,
  Season,
  startedOutput,
  TitleType,
  TmdbId,
} from './action-parts.ts'

export const triggerSearch = defineTool({
  name: 'trigger_search',
  title: 'Search for a title',
  description:
    'Makes the library manager search its indexers now and grab the best release by its own rules. Give exactly the scope: a movie (tmdb_id), a show, one season or one episode (tmdb_id, season, episode), an author or a book. The title must be in the library already. The search runs in the background; look at get_queue afterwards. To choose a release yourself, use search_releases instead.',
  permission: 'library:search',
  hint: 'write',
  input: z.strictObject({
    media_type: TitleType,
    tmdb_id: TmdbId,
    season: Season,
    episode: Episode,
    aired_only: z
      .boolean()
      .optional()
      .describe('Shows only: search only monitored episodes that have aired. Default false.'),
    author_id: AuthorId,
    book_id: BookId,
  }),
  output: z.object(startedOutput),
  run: (input, call) => call.operations.actions.triggerSearch(input, actionContext(call)),
})
