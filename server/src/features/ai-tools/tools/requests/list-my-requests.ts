import { listRequests } from '@foyer/contract/requests/requests'
import { z } from 'zod'
import { defineTool } from '../../define-tool.ts'
import { shorten } from '../discovery/title-rows.ts'
import { fitRows } from '../fit-result.ts'
import { statusWords } from './request-words.ts'

const MAX_REQUESTS = 40

export const listMyRequests = defineTool({
  name: 'list_my_requests',
  title: 'My requests',
  description:
    'The latest requests of this person, newest first, with their status. Use the request_id of one with ' +
    'check_request_status or request_media (retry, cancel).',
  permission: 'media:request',
  hint: 'read',
  input: z.object({}),
  output: z.object({
    requests: z.array(
      z.object({
        request_id: z.int(),
        media_type: z.enum(['movie', 'tv', 'book', 'music']),
        title: z.string(),
        title_unverified: z.literal(true).optional(),
        tmdb_id: z.int().optional(),
        foreign_id: z.string().optional(),
        book_format: z.string().optional(),
        seasons: z.array(z.int()).optional(),
        library: z.string().optional(),
        status: z.string(),
        /** False: the library could not be read; the status is only what is saved. */
        status_known: z.boolean(),
        status_words: z.string(),
        deny_reason: z.string().optional(),
        requested_at: z.string(),
        delivery_message: z.string().optional(),
        can_cancel: z.boolean(),
      }),
    ),
    /** Whether there are older requests than these. */
    has_more: z.boolean(),
  }),
  async run(_input, { call }) {
    const rows = await call(listRequests, { query: { limit: MAX_REQUESTS + 1 } })
    const requests = rows.slice(0, MAX_REQUESTS).map(({ delivery, instance_name, deny_reason, ...row }) => ({
      ...row,
      library: instance_name,
      deny_reason: shorten(deny_reason),
      status_words: statusWords(row.status),
      delivery_message: delivery[0]?.message || undefined,
      can_cancel: delivery.some(({ can_cancel }) => can_cancel),
    }))
    const { rows: fitting, truncated } = fitRows(requests)
    return { requests: fitting, has_more: truncated || rows.length > MAX_REQUESTS }
  },
})
