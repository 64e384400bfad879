import type { Database, Db, Tx } from '#db/database.ts'
import { oneLine, type SendQueue } from '#features/notifications/index.ts'
import { type Clock, iso } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import type { SavedRequest } from '#ports/request-record.ts'
import type { Settings } from '#settings/settings.ts'
import { alertDataOf } from './chat-message-rules.ts'
import { chatQueueFailure } from './chat-webhook-settings.ts'
import type { StoredWebhook } from './stored-webhook.ts'

const TITLE_LENGTH = 200

interface Parts {
  database: Database
  settings: Settings
  clock: Clock
  log: Log
  queue: Pick<SendQueue, 'raiseTo'>
  stored: StoredWebhook
}

/** Queues one alert for each new request, in the request's own transaction but never at its expense (2:4.10.4). */
export function createRequestAnnouncer({ database, settings, clock, log, queue, stored }: Parts) {
  /** Set when not even the failure could be saved. */
  let isFailing = false

  async function announce(tx: Tx, { request, requester, formats }: SavedRequest): Promise<void> {
    const saved = await stored.read(tx)
    if (saved === 'unreadable') throw new Error('The saved chat webhook cannot be decrypted')
    const type = request.decision === 'pending' ? 'request_pending' : 'request_auto_approved'
    if (!saved.enabled || (type === 'request_auto_approved' && !saved.include_auto_approved)) return
    const data = alertDataOf(request, requester, formats)
    await queue.raiseTo(
      tx,
      { type, data: { ...data, title: oneLine(request.title, TITLE_LENGTH) } },
      {
        channel: 'chat_webhook',
        destination: saved.place,
        user_id: null,
        // One alert for each request, ever.
        receipt: `request:${request.id}`,
      },
    )
    if (await settings.isSaved(tx, chatQueueFailure)) await settings.remove(tx, chatQueueFailure)
    isFailing = false
  }

  return {
    async onRequestSaved(tx: Tx, saved: SavedRequest): Promise<void> {
      const tried = await database.attempt(tx, part => announce(part, saved))
      if (tried.ok) return
      const request_id = saved.request.id
      log.error({ err: tried.error, request_id }, 'The chat alert of a request could not be queued.')
      const failure = { failed_at: iso(clock.now()) }
      const noted = await database.attempt(tx, part => settings.update(part, chatQueueFailure, failure))
      isFailing = !noted.ok
    },

    isFailing: async (db: Db): Promise<boolean> =>
      isFailing || (await settings.isSaved(db, chatQueueFailure)),

    async forgetFailure(tx: Tx): Promise<void> {
      await settings.remove(tx, chatQueueFailure)
      isFailing = false
    },
  }
}

export type RequestAnnouncer = ReturnType<typeof createRequestAnnouncer>
