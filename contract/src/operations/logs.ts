import { z } from 'zod'
import { RowIdParam, Time } from '../primitives.ts'
import { defineRoute } from '../route.ts'
import { operatorChanges, operatorReads } from './operator-access.ts'

export const LogLevelName = z.enum(['error', 'warn', 'info', 'debug'])
export type LogLevelName = z.infer<typeof LogLevelName>

export const LogLine = z.object({
  /** Counts up within one process from its start. */
  id: z.int(),
  time: Time,
  level: LogLevelName,
  message: z.string(),
  /** The rest of the line; secrets are removed before a line is written. */
  fields: z.record(z.string(), z.unknown()),
})
export type LogLine = z.infer<typeof LogLine>

export const LogLevelState = z.object({
  level: LogLevelName,
  /** The level the server was started with. */
  configured: LogLevelName,
  /** When another level than the configured one ends by itself; null while it is the configured one. */
  until: Time.nullable(),
})
export type LogLevelState = z.infer<typeof LogLevelState>

export const getLogs = defineRoute({
  ...operatorReads,
  method: 'GET',
  path: '/api/admin/operations/logs',
  summary: 'The last lines of the log of the process that answers; ask with `after` to follow it',
  query: z.object({
    /** This level and worse. */
    level: LogLevelName.optional(),
    /** Part of the message or of a field, whatever the case. */
    text: z.string().max(200).optional(),
    /** Lines newer than this one, oldest first. */
    after: RowIdParam.or(z.literal('0').transform(() => 0)).optional(),
    /** Lines older than this one. */
    before: RowIdParam.optional(),
    limit: z.coerce.number().int().min(1).max(500).default(200),
  }),
  response: LogLevelState.extend({
    /** Oldest first. */
    lines: z.array(LogLine),
    /** The newest line there is, whatever the filter; ask for more after it. */
    last_id: z.int(),
    /** The oldest line still kept. */
    first_id: z.int(),
    /** Differs after a restart, and between processes: ids then start over. */
    log_id: z.string(),
  }),
})

export const putLogLevel = defineRoute({
  ...operatorChanges,
  method: 'PUT',
  path: '/api/admin/operations/log-level',
  summary: 'Log more or less for an hour, in every process',
  body: z.object({ level: LogLevelName }),
  response: LogLevelState,
})

export const deleteLogLevel = defineRoute({
  ...operatorChanges,
  method: 'DELETE',
  path: '/api/admin/operations/log-level',
  summary: 'Back to the configured level, in every process',
  response: LogLevelState,
})
