import { z } from 'zod'
import { Time } from '../primitives.ts'
import { QuotaView } from '../request-quotas.ts'
import { SELECTION_LIMIT, SentSelection } from './requests.ts'
import { defineRoute } from '../route.ts'

/** The cost of the selection for each allowance; nothing is reserved (1:4.6). */
export const RequestPreview = QuotaView.extend({
  fits: z.boolean(),
  seasons: z.array(z.int()).optional(),
  earliest_fits_at: Time.optional(),
  reduce_selection: z.boolean(),
})
export type RequestPreview = z.infer<typeof RequestPreview>

export const postRequestPreview = defineRoute({
  access: 'user',
  permission: 'media:request',
  spec: '1:4.6',
  method: 'POST',
  path: '/api/requests/preview',
  summary: 'The cost of a request; nothing is reserved',
  body: SentSelection,
  body_limit: SELECTION_LIMIT,
  response: RequestPreview,
  refusals: [
    'instance_forbidden',
    'instance_not_found',
    'no_grant',
    'no_instance',
    'title_hidden',
    'choice_not_allowed',
    'catalog_retired',
    'upstream_failed',
    'unavailable',
  ],
})
