import { z } from 'zod'
import { MEDIA_TYPES } from '../instances/instance-types.ts'
import { asSent, NUMBER, NumericId, NumericIdParam, OpaqueId, TEXT } from '../primitives.ts'
import { defineRoute, type RouteDefinition } from '../route.ts'
import {
  Issue,
  ISSUE_CATEGORIES,
  ISSUE_STATUSES,
  IssueMessage,
  MAX_NOTE_BYTES,
  textOfBytes,
} from './issue.ts'

/** Reports of people about titles of the library (2:4.9). */
const ofUser = { access: 'user', spec: '2:4.9' } as const satisfies Partial<RouteDefinition>

const BODY_LIMIT = 64 * 1024

const byId = z.object({ id: NumericIdParam })
const Ok = z.object({ ok: z.literal(true) })

const BOOK_FORMATS = ['ebook', 'audiobook']

/** The structure of a report; the slice validates the values for each medium (2/4.9). */
export const NewReport = z.object({
  instance_id: OpaqueId,
  media_type: z.enum(MEDIA_TYPES),
  /** Movies and shows, greater than 0. */
  tmdb_id: z.number().optional(),
  /** Shows, greater than 0. */
  tvdb_id: z.number().optional(),
  /** Shows, 0 to 100000. */
  season_number: z.number().optional(),
  /** With its season, 0 to 100000. */
  episode_number: z.number().optional(),
  /** Books and music, at most 256 bytes. */
  foreign_id: z.string().optional(),
  book_format: z.string().meta({ enum: BOOK_FORMATS }).optional(),
  category: z
    .string()
    .meta({ enum: [...ISSUE_CATEGORIES], default: 'other' })
    .optional(),
  /** At most 8192 bytes. */
  reason: z.string().optional(),
  /** At most 512 bytes. */
  title: z.string().optional(),
})
export type NewReport = z.infer<typeof NewReport>

/** A report as sent: access to the library is checked before everything else that may be wrong with it (C17). */
const SentReport = z
  .object({
    instance_id: OpaqueId,
    media_type: asSent({ ...TEXT, enum: [...MEDIA_TYPES] }),
    tmdb_id: asSent(NUMBER),
    tvdb_id: asSent(NUMBER),
    season_number: asSent(NUMBER),
    episode_number: asSent(NUMBER),
    foreign_id: asSent(TEXT),
    book_format: asSent({ ...TEXT, enum: BOOK_FORMATS }),
    category: asSent({ ...TEXT, enum: [...ISSUE_CATEGORIES], default: 'other' }),
    reason: asSent(TEXT),
    title: asSent(TEXT),
  })
  .meta({ required: ['instance_id', 'media_type'] })
export type SentReport = z.infer<typeof SentReport>

export const postIssue = defineRoute({
  ...ofUser,
  permission: 'media:request',
  method: 'POST',
  path: '/api/issues',
  summary: 'Report a problem with a title; an open report of the same person and scope is continued with 200',
  body: SentReport,
  body_limit: BODY_LIMIT,
  status: 201,
  response: z.object({ issue_id: NumericId, status: z.enum(ISSUE_STATUSES) }),
  refusals: [
    'validation',
    'wrong_service_type',
    'book_format_required',
    'reporting_disabled',
    'instance_forbidden',
    'instance_not_found',
    'not_found',
    'upstream_failed',
  ],
})

export const getIssues = defineRoute({
  ...ofUser,
  method: 'GET',
  path: '/api/issues',
  summary: "The caller's own reports, newest first",
  response: z.object({ issues: z.array(Issue) }),
})

export const getIssue = defineRoute({
  ...ofUser,
  method: 'GET',
  path: '/api/issues/{id}',
  summary: 'A report with its thread, for the reporter and admins; it counts as read from then on',
  params: byId,
  response: z.object({ issue: Issue, thread: z.array(IssueMessage) }),
  refusals: ['not_found'],
})

export const postIssueReply = defineRoute({
  ...ofUser,
  method: 'POST',
  path: '/api/issues/{id}/reply',
  summary: 'Write into the thread of a report, as its reporter or as an admin',
  params: byId,
  body: z.object({
    body: textOfBytes(MAX_NOTE_BYTES).refine(text => text.trim() !== '', { error: 'Write something.' }),
  }),
  body_limit: BODY_LIMIT,
  response: Ok,
  refusals: ['validation', 'not_found', 'issue_closed'],
})

export const postIssueConfirmFixed = defineRoute({
  ...ofUser,
  method: 'POST',
  path: '/api/issues/{id}/confirm-fixed',
  summary: 'The reporter says that the problem is gone; the report is resolved',
  params: byId,
  response: Ok,
  refusals: ['not_found', 'forbidden', 'conflict'],
})
