import type { Tx } from '#db/database.ts'
import type { Events } from '#events/events.ts'
import type { IssueRecord } from '#features/issues/index.ts'
import type { Alerts } from '#features/notifications/index.ts'
import { countProposed } from './action-store.ts'
import type { ActionRecord } from './agent-action.ts'

/** Tells admins about actions, in the transaction that changes them (1/6). */
export function createActionAnnouncements({
  events,
  alerts,
}: {
  events: Events
  alerts: Pick<Alerts, 'raise'>
}) {
  async function publish(
    tx: Tx,
    type: 'agent_action_pending' | 'agent_action_decided',
    { id: action_id, issue_id, status }: Pick<ActionRecord, 'id' | 'issue_id' | 'status'>,
  ): Promise<number> {
    const pending_count = await countProposed(tx)
    const data = { action_id, issue_id, status, pending_count }
    await events.publish(tx, { type, data }, { to: 'admins' })
    return pending_count
  }

  return {
    /** Every change after that it was proposed: a decision, and later what came of it. */
    async decided(tx: Tx, action: ActionRecord): Promise<void> {
      await publish(tx, 'agent_action_decided', action)
    },
    async pending(tx: Tx, action: ActionRecord, issue: IssueRecord): Promise<void> {
      const count = await publish(tx, 'agent_action_pending', action)
      const { title, media_type, tmdb_id, foreign_id } = issue
      await alerts.raise(tx, {
        type: 'agent_action_pending',
        audience: { to: 'admins' },
        data: {
          issue_id: action.issue_id,
          title,
          count,
          ...(media_type !== 'system' && { media_type }),
          ...(tmdb_id !== null && { tmdb_id }),
          ...(foreign_id !== null && { foreign_id, instance_id: action.instance_id }),
        },
      })
    },
  }
}

export type ActionAnnouncements = ReturnType<typeof createActionAnnouncements>
