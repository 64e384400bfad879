import type { ActionContext, ActionResult, LibraryOperations } from '#features/library-operations/index.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { ActionOrder } from './action-params.ts'

/** What came of sending. `partial`: some of it was done, which the message says. */
export type SentResult = Pick<ActionResult, 'outcome' | 'message'> & { partial?: boolean }

type Actions = LibraryOperations['actions']

/** Sends an approved action to its library, once, from its stored values alone. */
export async function sendAction(
  actions: Actions,
  order: ActionOrder,
  instance_id: string,
  context: ActionContext,
): Promise<SentResult> {
  const { kind, params } = order
  switch (kind) {
    case 'remediate_queue': {
      const { media_type, queue_id, download_id, action } = params
      return actions.remediateQueueItem({ media_type, queue_id, download_id, action, instance_id }, context)
    }
    case 'manual_import': {
      const { media_type, queue_id, download_id, force } = params
      return actions.executeManualImport({ media_type, queue_id, download_id, force, instance_id }, context)
    }
    case 'trigger_search':
      return actions.triggerSearch({ ...params, instance_id }, context)
    case 'rescan':
      return actions.rescanMedia({ ...params, instance_id }, context)
    case 'delete_media_files':
      return actions.deleteMediaFiles({ ...params, instance_id }, context)
    default:
      return grab(actions, params, instance_id, context)
  }
}

async function grab(
  actions: Actions,
  params: Extract<ActionOrder, { kind: 'grab_release' }>['params'],
  instance_id: string,
  context: ActionContext,
): Promise<SentResult> {
  const { media_type, guid, indexer_id, queue_id_to_replace, tmdb_id, season, episode } = params
  const { book_id, album_id, replaced_download_id: download_id } = params
  const scope = { media_type, instance_id, tmdb_id, season, episode, book_id, album_id }
  const grabbed = await actions.grabRelease({ ...scope, guid, indexer_id }, context)
  if (queue_id_to_replace === undefined || grabbed.outcome !== 'done') return grabbed
  // The new download first: if it cannot be had, the old one stays.
  const old = { media_type, queue_id: queue_id_to_replace, download_id, instance_id } as const
  try {
    const removed = await actions.remediateQueueItem({ ...old, action: 'remove' }, context)
    if (removed.outcome === 'done')
      return { outcome: 'done', message: `${grabbed.message} The former download was removed.` }
    return { outcome: 'outcome_unknown', partial: true, message: `${grabbed.message} ${removed.message}` }
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof UpstreamFault)) throw error
    const isGone = error instanceof Refusal && error.code === 'not_found'
    if (isGone) return { ...grabbed, message: `${grabbed.message} The former download was gone already.` }
    return {
      outcome: 'done',
      partial: true,
      message: `${grabbed.message} The former download is still there: ${error.message}`,
    }
  }
}
