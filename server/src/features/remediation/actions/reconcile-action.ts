import type { LibraryOperations } from '#features/library-operations/index.ts'
import { MINUTE_MS } from '#kit/durations.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Scrubber } from '#kit/scrub.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { ActionOrder } from './action-params.ts'
import { releaseText } from './action-text.ts'
import type { ActionRecord } from './agent-action.ts'
import { AGENT, onlyAnswer, readingContext } from './agent-context.ts'

/** `done`: the library shows the effect. `not_done`: it was read and does not. `unreadable`: it says nothing. */
export type Evidence = 'done' | 'not_done' | 'unreadable'

/** Managers forget what they ran after five minutes (servarr-common.md, 4); later its absence proves nothing. */
const COMMANDS_KEPT_MS = 4 * MINUTE_MS
const HISTORY_EVENTS = 200
/** Managers cut their times to seconds, and clocks differ a little. */
const CLOCK_SKEW_MS = 30_000

interface Sent {
  action: Pick<ActionRecord, 'instance_id'> & { sent_at: string }
  order: ActionOrder
  now: Date
  signal: AbortSignal
}

/** What the library shows of a change that was sent and whose answer was lost. Nothing is sent here. */
export function createReconcileAction(
  { reads, actions }: LibraryOperations,
  scrubber: Pick<Scrubber, 'scrub'>,
) {
  async function history({ action, order, signal }: Sent) {
    const { media_type } = order.params
    const { instance_id } = action
    const of_title = 'tmdb_id' in order.params ? { tmdb_id: order.params.tmdb_id } : {}
    const query = { caller: AGENT, media_type, instance_id, signal, limit: HISTORY_EVENTS, ...of_title }
    const { events } = onlyAnswer(await reads.history(query))
    const earliest = Date.parse(action.sent_at) - CLOCK_SKEW_MS
    return events.filter(event => Date.parse(event.at) >= earliest)
  }

  async function queue({ action: { instance_id }, order, signal }: Sent) {
    const { media_type } = order.params
    return onlyAnswer(await reads.queue({ caller: AGENT, media_type, instance_id, signal }))
  }

  async function look(sent: Sent): Promise<Evidence> {
    const { kind, params } = sent.order
    switch (kind) {
      case 'remediate_queue':
      case 'manual_import':
        return lookForDownload(sent, kind, params)
      case 'grab_release': {
        const isIt = ({ release }: { release: string }) =>
          releaseText(scrubber, release) === params.release_title
        const { entries } = await queue(sent)
        if (entries.some(isIt)) return 'done'
        const events = await history(sent)
        return events.some(event => event.kind === 'grabbed' && isIt(event)) ? 'done' : 'not_done'
      }
      case 'delete_media_files':
        return lookForFiles(sent, params)
      default:
        return lookForCommand(sent, kind === 'rescan' ? 'rescan' : 'search')
    }
  }

  async function lookForDownload(
    sent: Sent,
    kind: 'remediate_queue' | 'manual_import',
    { queue_id, download_id }: { queue_id: number; download_id: string | null },
  ): Promise<Evidence> {
    const { entries, total } = await queue(sent)
    const row = entries.find(one => one.queue_id === queue_id && one.download_id === download_id)
    // A large file is copied for minutes.
    if (row) return kind === 'manual_import' && row.state === 'importing' ? 'unreadable' : 'not_done'
    if (total > entries.length) return 'unreadable'
    if (kind === 'manual_import') return 'done'
    const events = await history(sent)
    const wasImported = events.some(
      event => event.kind === 'imported' && download_id !== null && event.download_id === download_id,
    )
    // It left the queue by itself, and nothing was removed.
    return wasImported ? 'not_done' : 'done'
  }

  async function lookForFiles(
    sent: Sent,
    { blocklist, ...scope }: Extract<ActionOrder, { kind: 'delete_media_files' }>['params'],
  ): Promise<Evidence> {
    const { instance_id } = sent.action
    const { files } = await actions.findFiles({ ...scope, instance_id }, readingContext(sent.signal))
    const events = await history(sent)
    const areGone = files.length === 0 || events.some(event => event.kind === 'file_deleted')
    const isBlocked = !blocklist || events.some(event => event.kind === 'download_failed')
    return areGone && isBlocked ? 'done' : 'not_done'
  }

  async function lookForCommand(sent: Sent, work: 'search' | 'rescan'): Promise<Evidence> {
    const { action, order, now, signal } = sent
    const { instance_id, sent_at: since } = action
    const scope = { ...order.params, instance_id, since }
    if (await actions.hasStarted(work, scope, readingContext(signal))) return 'done'
    return now.getTime() - Date.parse(since) < COMMANDS_KEPT_MS ? 'not_done' : 'unreadable'
  }

  return async (sent: Sent): Promise<Evidence> => {
    try {
      return await look(sent)
    } catch (error) {
      sent.signal.throwIfAborted()
      // Also a title that is gone, or a key that cannot be opened: whatever happened cannot be seen any more.
      if (error instanceof UpstreamFault || error instanceof Refusal) return 'unreadable'
      throw error
    }
  }
}

export type ReconcileAction = ReturnType<typeof createReconcileAction>
