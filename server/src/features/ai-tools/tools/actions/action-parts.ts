import { z } from 'zod'
import type { ToolCall } from '../../define-tool.ts'

/** The context of an action in a library, for the person and the client that called a tool. */
export function actionContext({ caller, source, client_name, signal, confirm, progress }: ToolCall) {
  const { user_id, role } = caller
  return { actor: { user_id, role, source, client_name }, signal, confirm, progress }
}

export const TmdbId = z.int().positive().optional().describe('Of a movie or show, from a search tool.')
export const Season = z
  .int()
  .min(0)
  .max(9999)
  .optional()
  .describe('Shows only: the season number; specials are season 0.')
export const Episode = z
  .int()
  .min(0)
  .max(99_999)
  .optional()
  .describe('Shows only, together with season: the episode number.')
export const AuthorId = z.int().positive().optional().describe('Books only: the author, from get_library.')
export const BookId = z.int().positive().optional().describe('Books only: the book, from get_library.')
/** Music has no ids in these inputs (2/4.5). */
export const TitleType = z.enum(['movie', 'tv', 'book']).describe('What the ids belong to.')
export const QueueMediaType = z
  .enum(['movie', 'tv', 'book', 'music'])
  .describe('The media type of the queue that the row is in.')
export const QueueId = z.int().describe('The row, from get_queue or diagnose_queue.')

export const Instance = z.object({ id: z.string(), name: z.string() })

export const actionOutput = {
  outcome: z
    .enum(['done', 'outcome_unknown'])
    .describe(
      'outcome_unknown: the answer was lost. Check as next_step says; do not simply repeat the call.',
    ),
  instance: Instance,
  subject: z.string().describe('What was acted on.'),
  message: z.string(),
  next_step: z.string(),
}

export const startedOutput = {
  ...actionOutput,
  command: z
    .object({ name: z.string(), id: z.int() })
    .optional()
    .describe('The command that the library manager runs in the background.'),
}
