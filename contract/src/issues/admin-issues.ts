import { z } from 'zod'
import { NumericIdParam } from '../primitives.ts'
import { AgentAction } from '../remediation/agent-actions.ts'
import { AgentRun } from '../remediation/agent-runs.ts'
import { defineRoute, type RouteDefinition } from '../route.ts'
import { Issue, ISSUE_STATUSES, MAX_NOTE_BYTES, textOfBytes } from './issue.ts'

/** All issues, for admins (2:4.9). */
const ofAdmin = {
  access: 'admin',
  permission: 'remediation:manage',
  spec: '2:4.9',
} as const satisfies Partial<RouteDefinition>

const byId = z.object({ id: NumericIdParam })
const BODY_LIMIT = 64 * 1024
const MAX_CLOSED = 1000
const DEFAULT_CLOSED = 200

export const getAdminIssues = defineRoute({
  ...ofAdmin,
  method: 'GET',
  path: '/api/admin/issues',
  summary: 'Every open issue, then the closed ones, newest first, as many as `closed_limit` allows',
  query: z.object({
    status: z
      .enum(['open', 'closed', 'all', ...ISSUE_STATUSES.filter(status => status !== 'open')])
      .default('all'),
    /** Clamped to 0 to 1 000. */
    closed_limit: z
      .string()
      .regex(/^-?[0-9]+$/, 'Use a whole number.')
      .transform(text => Math.min(Math.max(Number(text), 0), MAX_CLOSED))
      .default(DEFAULT_CLOSED),
  }),
  response: z.object({ issues: z.array(Issue), closed_total: z.int(), unread_total: z.int() }),
  refusals: ['validation'],
})

export const postIssueDismiss = defineRoute({
  ...ofAdmin,
  method: 'POST',
  path: '/api/admin/issues/{id}/dismiss',
  summary: 'Close an issue as none',
  params: byId,
  response: z.object({ ok: z.literal(true) }),
  refusals: ['not_found', 'conflict'],
})

export const postIssueResolve = defineRoute({
  ...ofAdmin,
  method: 'POST',
  path: '/api/admin/issues/{id}/resolve',
  summary: 'Close an issue as resolved, or as one that stays as it is',
  params: byId,
  body: z.object({
    disposition: z.enum(['resolved', 'wont_fix']),
    note: textOfBytes(MAX_NOTE_BYTES).optional(),
  }),
  body_limit: BODY_LIMIT,
  response: Issue,
  refusals: ['validation', 'not_found', 'conflict'],
})

export const postIssueReopen = defineRoute({
  ...ofAdmin,
  method: 'POST',
  path: '/api/admin/issues/{id}/reopen',
  summary: 'Take a closed issue up again, for an admin to look at; no run starts',
  params: byId,
  response: Issue,
  refusals: ['not_found', 'conflict', 'duplicate_issue'],
})

export const getIssueActivity = defineRoute({
  ...ofAdmin,
  method: 'GET',
  path: '/api/admin/issues/{id}/activity',
  summary: 'What was proposed and done about an issue, newest first',
  params: byId,
  response: z.object({ actions: z.array(AgentAction), runs: z.array(AgentRun) }),
  refusals: ['not_found'],
})
