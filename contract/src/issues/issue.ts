import { z } from 'zod'
import { MEDIA_TYPES } from '../instances/instance-types.ts'
import { NumericId, OpaqueId, Time } from '../primitives.ts'
import { PROBLEM_KINDS } from './problem-kinds.ts'

export const OPEN_ISSUE_STATUSES = [
  'observing',
  'recovering',
  'open',
  'investigating',
  'waiting',
  'awaiting_user',
  'awaiting_approval',
  'needs_admin',
] as const
export const CLOSED_ISSUE_STATUSES = ['resolved', 'wont_fix', 'failed', 'dismissed'] as const
export const ISSUE_STATUSES = [...OPEN_ISSUE_STATUSES, ...CLOSED_ISSUE_STATUSES] as const
export type IssueStatus = (typeof ISSUE_STATUSES)[number]
export type OpenIssueStatus = (typeof OPEN_ISSUE_STATUSES)[number]
export type ClosedIssueStatus = (typeof CLOSED_ISSUE_STATUSES)[number]

export const ISSUE_SOURCES = ['user', 'auto', 'system'] as const
export type IssueSource = (typeof ISSUE_SOURCES)[number]

/** The kinds of problem that people can report. */
export const ISSUE_CATEGORIES = ['wrong_content', 'bad_copy', 'wrong_audio', 'other'] as const
export type IssueCategory = (typeof ISSUE_CATEGORIES)[number]

/** What an issue is about; `system` is Foyer itself. */
export const ISSUE_MEDIA_TYPES = [...MEDIA_TYPES, 'system'] as const
export type IssueMediaType = (typeof ISSUE_MEDIA_TYPES)[number]

/** Why an issue was closed; empty while it is open. */
export const RESOLUTION_KINDS = [
  '',
  'agent_concluded',
  'library_state_cleared',
  'reporter_confirmed',
  'reporter_timeout',
  'admin_completed',
  'admin_dismissed',
  'ai_health_restored',
  'push_delivery_restored',
  'book_import_cleared',
  'remediation_provider_configured',
  'prevention_setting_changed',
  'removed_no_replacement',
  'removed_waiting_for_air',
] as const
export type ResolutionKind = (typeof RESOLUTION_KINDS)[number]

export const Issue = z.object({
  id: NumericId,
  source: z.enum(ISSUE_SOURCES),
  status: z.enum(ISSUE_STATUSES),
  category: z.enum(ISSUE_CATEGORIES).optional(),
  reporter_id: NumericId.optional(),
  reporter_name: z.string().optional(),
  media_type: z.enum(ISSUE_MEDIA_TYPES),
  tmdb_id: z.int().optional(),
  tvdb_id: z.int().optional(),
  foreign_id: z.string().optional(),
  book_format: z.enum(['ebook', 'audiobook']).optional(),
  title: z.string(),
  /** 0 with an episode is a special; without an episode it is the whole season. */
  season_number: z.int().optional(),
  episode_number: z.int().optional(),
  detail: z.string(),
  /** How often it was reported or seen. */
  occurrences: z.int(),
  /** By the reporter in their own list, and by admins elsewhere. */
  read: z.boolean(),
  resolution: z.string(),
  resolution_kind: z.enum(RESOLUTION_KINDS),
  created_at: Time,
  updated_at: Time,
  closed_at: Time.optional(),
  /** C50: the caller reported it, and it is not closed. */
  can_confirm_fixed: z.boolean(),
  /** About a setting that keeps causing problems, not about one title. */
  is_prevention: z.boolean(),
  instance_id: OpaqueId.optional(),
  instance_name: z.string().optional(),
  /** What was detected; for admins only. */
  problem_kind: z.enum(PROBLEM_KINDS).optional(),
})
export type Issue = z.infer<typeof Issue>

export const ISSUE_AUTHORS = ['user', 'agent', 'admin', 'system'] as const
export type IssueAuthor = (typeof ISSUE_AUTHORS)[number]

export const IssueMessage = z.object({
  id: NumericId,
  author_kind: z.enum(ISSUE_AUTHORS),
  author_name: z.string().optional(),
  body: z.string(),
  created_at: Time,
  /** For admins: the reporter does not see it. */
  internal: z.literal(true).optional(),
})
export type IssueMessage = z.infer<typeof IssueMessage>

/** 2:8: notes, reasons and replies. */
export const MAX_NOTE_BYTES = 8192

/** Text whose length is limited in bytes. */
export function textOfBytes(max: number) {
  const encoder = new TextEncoder()
  return z
    .string()
    .refine(text => encoder.encode(text).length <= max, { error: `Use at most ${max} bytes.`, abort: true })
}
