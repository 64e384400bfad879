import { z } from 'zod'
import { LIBRARY_MANAGERS } from '../instances/instance-types.ts'
import { NumericId, NumericIdParam, OpaqueId, RowIdParam, Time } from '../primitives.ts'
import { defineRoute, type RouteDefinition } from '../route.ts'

/** What assistants changed in the configuration of library managers (2:4.8). */
const ofAdmin = {
  spec: '2:4.8',
  access: 'admin',
  permission: 'instances:manage',
} as const satisfies Partial<RouteDefinition>

/** The values of one setting are shown as they are; null when there was none. */
const SettingValue = z.json()

export const ChangedSetting = z.object({
  key: z.string(),
  label: z.string(),
  before: SettingValue,
  after: SettingValue,
})

export const SettingsChange = z.object({
  id: NumericId,
  /** The change that this one restored. */
  parent_id: NumericId.optional(),
  actor_user_id: NumericId.nullable(),
  actor_name: z.string(),
  source: z.enum(['in_app_chat', 'external_mcp']),
  service_type: z.enum(LIBRARY_MANAGERS),
  instance_id: OpaqueId,
  instance_name: z.string(),
  resource_type: z.enum(['quality_profile', 'custom_format']),
  resource_id: z.int().nullable(),
  resource_name: z.string(),
  operation: z.enum(['create', 'update', 'revert']),
  status: z.enum(['executing', 'applied', 'failed', 'outcome_unknown']),
  summary: z.string(),
  changes: z.array(ChangedSetting),
  error_text: z.string().optional(),
  created_at: Time,
  completed_at: Time.optional(),
  can_revert: z.boolean(),
})
export type SettingsChange = z.infer<typeof SettingsChange>

export const CURRENT_STATES = ['as_before', 'as_recorded', 'different', 'missing'] as const

export const NOT_RESTORABLE_REASONS = [
  'drifted',
  'consumed',
  'executing',
  'outcome_unknown',
  'unsupported',
  'instance_changed',
] as const
export type NotRestorableReason = (typeof NOT_RESTORABLE_REASONS)[number]

export const SettingsChangeDetail = SettingsChange.extend({
  recorded_label: z.enum(['applied', 'attempted', 'intended']),
  current_status: z.enum(['matches_applied', 'different', 'unavailable']),
  current_error: z.string().optional(),
  /** Additive: why it cannot be restored now, in the words of the refusal. */
  not_restorable_reason: z.enum(NOT_RESTORABLE_REASONS).optional(),
  changes: z.array(
    ChangedSetting.extend({
      current: SettingValue.optional(),
      current_state: z.enum(CURRENT_STATES).optional(),
    }),
  ),
})
export type SettingsChangeDetail = z.infer<typeof SettingsChangeDetail>

const byId = z.object({ id: NumericIdParam })

export const getSettingsChanges = defineRoute({
  ...ofAdmin,
  method: 'GET',
  path: '/api/admin/external-settings-changes',
  summary: 'What assistants changed in library managers, newest first',
  query: z.object({
    limit: z.coerce.number().int().min(1).max(200).default(50),
    before_id: RowIdParam.optional(),
  }),
  response: z.object({ changes: z.array(SettingsChange), next_before_id: NumericId.optional() }),
})

export const getSettingsChange = defineRoute({
  ...ofAdmin,
  method: 'GET',
  path: '/api/admin/external-settings-changes/{id}',
  summary: 'One change, compared with the library manager as it is now',
  params: byId,
  response: SettingsChangeDetail,
  refusals: ['not_found'],
})

export const postSettingsChangeRevert = defineRoute({
  ...ofAdmin,
  method: 'POST',
  path: '/api/admin/external-settings-changes/{id}/revert',
  summary: 'Restore a quality profile to how it was before the change, once',
  params: byId,
  response: SettingsChange,
  status: 201,
  refusals: ['not_found', 'not_restorable', 'upstream_failed'],
})
