import { z } from 'zod'
import { defineRoute } from '../route.ts'
import { operatorChanges, operatorReads } from './operator-access.ts'

export const CacheFigures = z.object({
  name: z.string(),
  entries: z.int(),
  bytes: z.int(),
  hits: z.int(),
  misses: z.int(),
  /** Between 0 and 1, since the start; null as long as nothing was looked up. */
  hit_rate: z.number().nullable(),
})
export type CacheFigures = z.infer<typeof CacheFigures>

export const listCaches = defineRoute({
  ...operatorReads,
  method: 'GET',
  path: '/api/admin/operations/caches',
  summary: 'The caches in the memory of the process that answers',
  response: z.object({ caches: z.array(CacheFigures) }),
})

const Cleared = z.object({ status: z.literal('cleared') })

export const clearCache = defineRoute({
  ...operatorChanges,
  method: 'DELETE',
  path: '/api/admin/operations/caches/{name}',
  summary: 'Empty one cache, in every process; what it held is read anew',
  params: z.object({ name: z.string().min(1) }),
  response: Cleared,
  refusals: ['not_found'],
})

export const clearAllCaches = defineRoute({
  ...operatorChanges,
  method: 'DELETE',
  path: '/api/admin/operations/caches',
  summary: 'Empty all caches, in every process',
  response: Cleared,
})
