import type { Attention } from '@foyer/contract/attention'
import type { WebhookState } from '@foyer/contract/library-webhooks'
import type { Database, Db } from '#db/database.ts'
import type { AiHealth } from '#features/ai-accounts/index.ts'
import type { BackupHealth } from '#features/backups/index.ts'
import type { Inventory } from '#features/instances/index.ts'
import type { DownLibraries } from '#features/queue-watch/index.ts'
import type { Clock } from '#kit/clock.ts'

export interface AttentionParts {
  database: Database
  clock: Pick<Clock, 'now'>
  inventory: Pick<Inventory, 'list'>
  down: Pick<DownLibraries, 'among'>
  countPendingProposals: (db: Db, now: string) => Promise<number>
  ai_health: AiHealth
  lostWebhooks: (db: Db) => Promise<ReadonlyMap<string, WebhookState>>
  countWaiting: (db: Db) => Promise<number>
  countUnread: (db: Db) => Promise<number>
  countOpenAsks: (db: Db) => Promise<number>
  countProposedActions: (db: Db) => Promise<number>
  countUndelivered: (db: Db) => Promise<{ stuck: number; retrying: number }>
  readBackupHealth: () => Promise<BackupHealth>
}

/** Lists what needs an admin, from data that is already known: no upstream is called. */
export function createAttention(parts: AttentionParts) {
  const { database, clock, inventory, down, ai_health, countPendingProposals, countUndelivered } = parts
  return {
    async read(): Promise<Attention> {
      const { read } = database
      const [instances, { stuck, retrying }, pending_proposals, included_ai, lost, backups, ...issues] =
        await Promise.all([
          inventory.list(read),
          countUndelivered(read),
          countPendingProposals(read, clock.now().toISOString()),
          ai_health.failure(read),
          parts.lostWebhooks(read),
          parts.readBackupHealth(),
          parts.countWaiting(read),
          parts.countUnread(read),
          parts.countProposedActions(read),
          parts.countOpenAsks(read),
        ])
      const [issues_waiting, issues_unread, pending_actions, access_asks] = issues
      const services = await down.among(instances)
      return {
        services_down: services.map(({ instance: { id, service_type, name }, category }) => ({
          instance_id: id,
          service_type,
          name,
          category,
        })),
        webhooks_lost: instances.flatMap(({ id, name }) => {
          const state = lost.get(id)
          return state ? [{ instance_id: id, name, state }] : []
        }),
        stuck_requests: stuck,
        retrying_requests: retrying,
        pending_proposals,
        access_asks,
        issues_waiting,
        issues_unread,
        pending_actions,
        included_ai,
        backup_problem: backups.problem && { reason: backups.problem, last_at: backups.last_at },
      }
    },
  }
}
