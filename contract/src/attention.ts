import { z } from 'zod'
import { ModelFaultCategory } from './assistant/ai-providers.ts'
import { CONNECTION_CATEGORIES, ServiceTypeName } from './instances/instance-types.ts'
import { WebhookState } from './library-webhooks.ts'
import { OpaqueId, Time } from './primitives.ts'
import { defineRoute } from './route.ts'

export const Attention = z.object({
  /** Library managers that did not answer their last read, and media servers that do not answer any more. */
  services_down: z.array(
    z.object({
      instance_id: OpaqueId,
      service_type: ServiceTypeName,
      name: z.string(),
      category: z.enum(CONNECTION_CATEGORIES).exclude(['ok']),
    }),
  ),
  /** C60, additive: libraries whose webhook worked and is lost, so that arrivals are not reported at once. */
  webhooks_lost: z
    .array(z.object({ instance_id: OpaqueId, name: z.string(), state: WebhookState }))
    .optional(),
  /** Requests that need somebody's attention to continue. */
  stuck_requests: z.int(),
  /** Requests that are retried automatically. */
  retrying_requests: z.int(),
  /** Changes that assistants propose and an admin can approve (2:4.8). */
  pending_proposals: z.int(),
  /** People who ask for access to a library. */
  access_asks: z.int(),
  /** Issues that nobody works on until an admin does, and issues that no admin has read (2:4.9). */
  issues_waiting: z.int(),
  issues_unread: z.int(),
  /** Fixes that the agent proposes and an admin can approve (2:4.9). */
  pending_actions: z.int(),
  /** The included AI profile failed its last daily check (2:4.7.3); null when it did not. */
  included_ai: z
    .object({ category: ModelFaultCategory, failing_since: Time, last_checked_at: Time })
    .nullable(),
  /**
   * Additive: backups are made by a schedule, and two in a row are missing, or their folder cannot be read. `last_at`:
   * the newest one known; null or absent: nothing is wrong, or the schedule is off.
   */
  backup_problem: z
    .object({ reason: z.enum(['overdue', 'unreadable']), last_at: Time.nullable() })
    .nullable()
    .optional(),
})
export type Attention = z.infer<typeof Attention>

export const getAttention = defineRoute({
  method: 'GET',
  path: '/api/admin/attention',
  access: 'admin',
  permission: 'requests:manage',
  summary: 'Problems for an admin: services that do not answer, stuck requests and proposed changes',
  spec: '1:4.7',
  response: Attention,
})
