import type { MediaType } from '@foyer/contract/instances/instance-types'
import { REMEDIATION_SENTENCES } from '@foyer/contract/remediation/sentences'
import type { InstanceRecord, Inventory, ManagerRecord } from '#features/instances/index.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Connection } from '#ports/instance-connection.ts'
import type { ManagerActions, QueueItem, QueueRemoval } from '#ports/manager-actions.ts'
import { type ManagerSelection, queueRowRefusals } from '../manager-selection.ts'
import type { ActionContext, ActionResult } from './action-context.ts'
import type { ActionEntry, ActionLog } from './action-log.ts'
import { chooseFiles, type SkippedFile } from './import-rules.ts'

export const REMEDIATIONS = ['remove', 'blocklist_search', 'blocklist_only', 'change_category'] as const
export type Remediation = (typeof REMEDIATIONS)[number]

export interface QueueScope {
  media_type: MediaType
  queue_id: number
  /** Absent: every library of this type is searched for the row. */
  instance_id?: string | undefined
  /** The download that was approved. Absent: whatever the row is now. */
  download_id?: string | null | undefined
}

export interface ImportResult extends ActionResult {
  imported: string[]
  skipped: SkippedFile[]
}

interface FoundItem {
  instance: ManagerRecord
  connection: Connection
  item: QueueItem
}

/** servarr-common.md, 5. */
const REMOVALS: Record<Remediation, QueueRemoval> = {
  remove: { remove_from_client: true, blocklist: false, skip_redownload: false, change_category: false },
  blocklist_search: {
    remove_from_client: true,
    blocklist: true,
    skip_redownload: false,
    change_category: false,
  },
  blocklist_only: {
    remove_from_client: true,
    blocklist: true,
    skip_redownload: true,
    change_category: false,
  },
  // Without removal: the client keeps the files, and the manager lets go of them.
  change_category: {
    remove_from_client: false,
    blocklist: false,
    skip_redownload: false,
    change_category: true,
  },
}

const DONE: Record<Remediation, string> = {
  remove: REMEDIATION_SENTENCES.removed,
  blocklist_search: REMEDIATION_SENTENCES.removed_and_searching,
  blocklist_only: REMEDIATION_SENTENCES.removed_and_blocked,
  change_category: REMEDIATION_SENTENCES.handed_over,
}

const NEXT: Record<Remediation, string> = {
  remove: 'Call trigger_search or search_releases if the title is still wanted.',
  blocklist_search:
    'Call get_queue in a minute to see whether another release was grabbed; if not, call search_releases.',
  blocklist_only: 'Call search_releases to choose another release.',
  change_category: 'Nothing more to do here.',
}

export interface QueueActionsParts {
  selection: Pick<ManagerSelection, 'findIn'>
  inventory: Pick<Inventory, 'connectionOf'>
  managers: Readonly<Record<MediaType, ManagerActions<never, never>>>
  action_log: ActionLog
}

/** Removals and imports of downloads, by the row of the queue. */
export function createQueueActions({ selection, inventory, managers, action_log }: QueueActionsParts) {
  async function find(scope: QueueScope, { actor, signal }: ActionContext): Promise<FoundItem> {
    const { media_type, queue_id, instance_id, download_id } = scope
    const { manager: instance, found: item } = await selection.findIn(
      { caller: actor, media_type, instance_id, signal },
      manager => managers[media_type].queueItem(inventory.connectionOf(manager), queue_id, signal),
      queueRowRefusals(media_type),
    )
    if (download_id !== undefined && item.download_id !== download_id)
      throw refused('This row of the queue is another download now. Nothing was changed.')
    return { instance, connection: inventory.connectionOf(instance), item }
  }

  async function remove(
    tool: string,
    scope: QueueScope,
    action: Remediation,
    context: ActionContext,
  ): Promise<ActionResult> {
    const { instance, connection, item } = await find(scope, context)
    if (action === 'change_category' && !item.has_import_category)
      throw refused(
        'The download client of this item has no category for imported downloads, so it cannot be changed. Use remove or blocklist_only instead.',
      )
    const { media_type, queue_id } = scope
    const entry: ActionEntry = { tool, instance, what: { media_type, queue_id, action } }
    const answer = await action_log.perform(context, entry, async () => {
      const removed = await managers[media_type].removeQueueItem(connection, queue_id, REMOVALS[action])
      if (removed === 'gone') throw queueRowRefusals(media_type).none()
      if (removed === 'no_client')
        throw refused('The download client of this item is not configured any more. Nothing was removed.')
    })
    const base = { instance: shortOf(instance), subject: item.title }
    if (answer === 'outcome_unknown')
      return {
        ...base,
        ...lost(managers[media_type].product),
        next_step:
          'Call get_queue: if the row is gone, it was done. Repeat this only if the row is still there.',
      }
    const packed =
      item.row_count > 1 ? ` It had ${item.row_count} rows in the queue; all of them are gone.` : ''
    return { ...base, outcome: 'done', message: `${DONE[action]}${packed}`, next_step: NEXT[action] }
  }

  return {
    /** `blocklist`: the release is never grabbed again, and the manager may search for another one. */
    removeQueueItem: (scope: QueueScope & { blocklist?: boolean | undefined }, context: ActionContext) =>
      remove('remove_queue_item', scope, scope.blocklist ? 'blocklist_search' : 'remove', context),

    remediateQueueItem: (scope: QueueScope & { action: Remediation }, context: ActionContext) =>
      remove('remediate_queue_item', scope, scope.action, context),

    async executeManualImport(
      scope: QueueScope & { force?: boolean | undefined },
      context: ActionContext,
    ): Promise<ImportResult> {
      const { media_type, queue_id, force = false } = scope
      const manager = managers[media_type]
      const { instance, connection, item } = await find(scope, context)
      if (item.download_id === null || !item.is_import_waiting)
        throw refused(
          'This download is not waiting for an import: it is still running, delayed or being imported. Call get_queue to see its state.',
        )
      const files = await manager.importableFiles(connection, item.download_id, context.signal)
      const { chosen, skipped } = chooseFiles(files, force)
      const what = { media_type, queue_id, force, files: chosen.length }
      const entry: ActionEntry = { tool: 'execute_manual_import', instance, what }
      const answer = await action_log.perform(context, entry, () => manager.startImport(connection, chosen))
      const imported = chosen.map(file => file.name)
      const base = { instance: shortOf(instance), subject: item.title, imported, skipped }
      if (answer === 'outcome_unknown')
        return {
          ...base,
          ...lost(manager.product),
          next_step:
            'Call get_queue and get_history: an import shows there. Repeat this only if the row still waits.',
        }
      return {
        ...base,
        outcome: 'done',
        message: `${manager.product} is importing ${chosen.length} file${chosen.length === 1 ? '' : 's'}.`,
        next_step: 'Call get_queue in a minute: the row is gone when the import is done.',
        command: { name: answer.name, id: answer.command_id },
      }
    },
  }
}

function lost(product: string): Pick<ActionResult, 'outcome' | 'message'> {
  return {
    outcome: 'outcome_unknown',
    message: `${product} did not confirm the change, so it may or may not have happened.`,
  }
}

function shortOf({ id, name }: InstanceRecord): ActionResult['instance'] {
  return { id, name }
}

function refused(error: string): Refusal {
  return new Refusal('conflict', { error })
}
