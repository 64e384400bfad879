import { z } from 'zod'
import { defineTool } from '../../define-tool.ts'
import { actionContext, AuthorId, startedOutput, TitleType, TmdbId } from './action-parts.ts'

export const rescanMedia = defineTool({
  name: 'rescan_media',
  title: 'Rescan the files of a title',
  description:
    'Makes the library manager compare the files on disk with its library for one movie, one whole show (tmdb_id) or one author (author_id). Files that are gone are forgotten, which may start new downloads; files that were added are recognised. Use it when the library and the disk disagree. It runs in the background.',
  permission: 'library:search',
  hint: 'destructive',
  input: z.strictObject({ media_type: TitleType, tmdb_id: TmdbId, author_id: AuthorId }),
  output: z.object(startedOutput),
  run: (input, call) => call.operations.actions.rescanMedia(input, actionContext(call)),
})
