import { z } from 'zod'
import { Time } from '../primitives.ts'
import { defineRoute } from '../route.ts'
import { operatorChanges, operatorReads } from './operated.ts'

export const Backup = z.object({
  name: z.string(),
  /** `other`: somebody put it there; it is never removed by itself. */
  kind: z.enum(['nightly', 'upgrade', 'manual', 'other']),
  bytes: z.int(),
  created_at: Time,
})
export type Backup = z.infer<typeof Backup>

const Named = z.object({ name: z.string().min(1) })

export const listBackups = defineRoute({
  ...operatorReads,
  permission: 'admin:*',
  method: 'GET',
  path: '/api/admin/operations/backups',
  summary: 'The copies of the database, newest first, and when the next one is made',
  response: z.object({
    /** False with PostgreSQL, which has tools of its own. */
    supported: z.boolean(),
    backups: z.array(Backup),
    next_at: Time.nullable(),
    /** How many are kept before the oldest is removed. */
    kept: z.object({ nightly: z.int(), upgrade: z.int() }),
  }),
})

export const makeBackup = defineRoute({
  ...operatorChanges,
  method: 'POST',
  path: '/api/admin/operations/backups',
  summary: 'Copy the database now; the copy is kept until somebody removes it',
  status: 201,
  response: Backup,
  refusals: ['not_supported', 'busy'],
})

export const downloadBackup = defineRoute({
  ...operatorReads,
  permission: 'admin:*',
  method: 'GET',
  path: '/api/admin/operations/backups/{name}',
  summary: 'One copy as a file; the encryption key is not part of it',
  params: Named,
  kind: 'stream',
  refusals: ['not_found'],
})

export const deleteBackup = defineRoute({
  ...operatorChanges,
  method: 'DELETE',
  path: '/api/admin/operations/backups/{name}',
  summary: 'Remove one copy',
  params: Named,
  response: z.object({ status: z.literal('deleted') }),
  refusals: ['not_found'],
})
