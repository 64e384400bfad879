import type { AiHealth } from '#features/ai-accounts/index.ts'
import type { BackupHealth } from '#features/backups/index.ts'
import { countUnread, countWaiting } from '#features/issues/index.ts'
import { countOpenAsks } from '#features/library-access/index.ts'
import { lostWebhooks } from '#features/library-webhooks/index.ts'
import { countPendingProposals } from '#features/manager-configuration/index.ts'
import type { DownLibraries } from '#features/queue-watch/index.ts'
import { countProposedActions } from '#features/remediation/index.ts'
import { countUndelivered } from '#features/requests/index.ts'
import type { Platform } from '#platform/platform.ts'
import { attentionRoutes } from './attention-routes.ts'
import { createAttention } from './attention-service.ts'
import type { Inventory } from '#features/instances/index.ts'

interface Needs {
  inventory: Inventory
  down: DownLibraries
  ai_health: AiHealth
  readBackupHealth: () => Promise<BackupHealth>
}

/** What needs an admin: services that are down, lost webhooks, stuck requests, proposed changes, issues, an AI profile that fails, and missing backups. */
export function createAttentionSlice(platform: Platform, needs: Needs) {
  const attention = createAttention({
    ...platform,
    ...needs,
    countOpenAsks,
    countPendingProposals,
    countUndelivered,
    countProposedActions,
    countUnread,
    countWaiting,
    lostWebhooks,
  })
  return { api: {}, routes: attentionRoutes(attention) }
}
