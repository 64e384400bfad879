import { z } from 'zod'
import { OpaqueId } from './primitives.ts'
import { defineRoute } from './route.ts'
import { StatusResponse } from './title-statuses.ts'

export const getBookStatus = defineRoute({
  access: 'user',
  permission: 'media:request',
  spec: '1:4.6',
  method: 'GET',
  path: '/api/requests/book-status',
  summary: 'The status of a book in each format',
  query: z.object({
    /** Required; validated after the library, because a 403 precedes a 400 (C17). */
    foreign_id: z.string().optional(),
    instance_id: OpaqueId.optional(),
    /** The search result of the book: used to find exactly the chosen record again, never a similar title. */
    title: z.string().optional(),
    q: z.string().optional(),
  }),
  response: StatusResponse,
  refusals: ['instance_forbidden', 'instance_not_found', 'no_grant', 'no_instance', 'validation'],
})
