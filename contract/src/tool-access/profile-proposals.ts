import { z } from 'zod'
import { LIBRARY_MANAGERS } from '../instances/instance-types.ts'
import { NumericId, NumericIdParam, OpaqueId, Time } from '../primitives.ts'
import { defineRoute, type RouteDefinition } from '../route.ts'

/** Changes of quality profiles that a tool client proposed, for an admin to decide (2:4.8). */
const ofAdmin = {
  spec: '2:4.8',
  access: 'admin',
  permission: 'instances:manage',
} as const satisfies Partial<RouteDefinition>

export const PROPOSAL_STATUSES = [
  'pending',
  'executing',
  'applied',
  'rejected',
  'superseded',
  'expired',
  'failed',
] as const
export type ProposalStatus = (typeof PROPOSAL_STATUSES)[number]

export const ProfileProposal = z.object({
  id: NumericId,
  status: z.enum(PROPOSAL_STATUSES),
  service_type: z.enum(LIBRARY_MANAGERS),
  instance_id: OpaqueId,
  instance_name: z.string(),
  profile_id: z.int(),
  profile_name: z.string(),
  proposed_by_name: z.string(),
  /** The name that the tool client gave itself. */
  source_client: z.string().optional(),
  diff: z.array(z.string()),
  created_at: Time,
  expires_at: Time,
  decided_by_name: z.string().optional(),
  decided_at: Time.optional(),
  reject_note: z.string().optional(),
  result_text: z.string().optional(),
  setting_change_id: NumericId.optional(),
  /** Whether the profile is still as it was when the change was proposed; only in the detail. */
  current_status: z.enum(['unchanged', 'different', 'unavailable']).optional(),
})
export type ProfileProposal = z.infer<typeof ProfileProposal>

const byId = z.object({ id: NumericIdParam })

export const getProfileProposals = defineRoute({
  ...ofAdmin,
  method: 'GET',
  path: '/api/admin/profile-change-proposals',
  summary: 'Proposed changes of quality profiles, newest first',
  query: z.object({ status: z.enum(['pending', 'all']).default('pending') }),
  response: z.object({ proposals: z.array(ProfileProposal) }),
})

export const getProfileProposal = defineRoute({
  ...ofAdmin,
  method: 'GET',
  path: '/api/admin/profile-change-proposals/{id}',
  summary: 'One proposal, compared with the profile as it is now',
  params: byId,
  response: ProfileProposal,
  refusals: ['not_found'],
})

export const postProfileProposalApprove = defineRoute({
  ...ofAdmin,
  method: 'POST',
  path: '/api/admin/profile-change-proposals/{id}/approve',
  summary: 'Apply the proposed change',
  params: byId,
  response: ProfileProposal,
  refusals: ['not_found', 'not_pending', 'conflict', 'upstream_failed'],
})

export const postProfileProposalReject = defineRoute({
  ...ofAdmin,
  method: 'POST',
  path: '/api/admin/profile-change-proposals/{id}/reject',
  summary: 'Reject the proposed change',
  params: byId,
  body: z.object({ note: z.string().max(1024).optional() }),
  response: ProfileProposal,
  refusals: ['not_found', 'not_pending'],
})
