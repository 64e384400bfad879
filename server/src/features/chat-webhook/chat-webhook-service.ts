import type { ChatNotifications, MessageTest } from '@foyer/contract/chat-notifications'
import { MESSAGE_SENTENCES } from '@foyer/contract/destinations/message-sentences'
import type { Database } from '#db/database.ts'
import { faultSentence, type SendQueue } from '#features/notifications/index.ts'
import type { TextsOf } from '#features/person-preferences/index.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { newId } from '#kit/ids.ts'
import { Refusal } from '#kit/refusal.ts'
import type { MessageSender } from '#ports/message-sender.ts'
import type { Settings } from '#settings/settings.ts'
import { sampleMessage } from './chat-message-rules.ts'
import {
  applyChange,
  type ChatWebhookChange,
  presentAlerts,
  type ReadAddress,
  TEST_STATUS,
} from './chat-webhook-rules.ts'
import { chatWebhook } from './chat-webhook-settings.ts'
import type { RequestAnnouncer } from './request-announcer.ts'
import type { StoredWebhook } from './stored-webhook.ts'

/** 2:4.10.4. */
const SHOWN_AT_MOST = 20

const { posted, not_queued, webhook_unreadable } = MESSAGE_SENTENCES

export interface ChatWebhookParts {
  database: Database
  settings: Settings
  clock: Clock
  queue: SendQueue
  stored: StoredWebhook
  announcer: Pick<RequestAnnouncer, 'isFailing' | 'forgetFailure'>
  sender: MessageSender
  readAddress: ReadAddress
  textsOf: TextsOf
}

/** The settings of the chat webhook (2:4.10). */
export function createChatWebhook(parts: ChatWebhookParts) {
  const { database, settings, clock, queue, stored, announcer, sender, readAddress } = parts

  async function present(): Promise<ChatNotifications> {
    const db = database.read
    const saved = await stored.read(db)
    const recent = presentAlerts(await queue.latest(db, 'chat_webhook', SHOWN_AT_MOST))
    if (saved === 'unreadable') {
      return {
        enabled: false,
        include_auto_approved: false,
        has_webhook: true,
        recent,
        error: webhook_unreadable,
      }
    }
    const { enabled, include_auto_approved, webhook_url } = saved
    const error = (await announcer.isFailing(db)) ? { error: not_queued } : {}
    return { enabled, include_auto_approved, has_webhook: webhook_url !== '', recent, ...error }
  }

  async function save(change: ChatWebhookChange): Promise<ChatNotifications> {
    await settings.lock(async tx => {
      const saved = await stored.read(tx)
      // Nothing can be kept of what cannot be read, so only a new address can go on from there.
      if (saved === 'unreadable' && !change.webhook_url)
        throw new Refusal('unavailable', { error: webhook_unreadable })
      const before = saved === 'unreadable' ? chatWebhook.default : saved
      const changed = applyChange(before, change, { readAddress, newPlace: () => newId('chat') })
      if (typeof changed === 'string') throw new Refusal(changed)
      const { next, cancels } = changed
      stored.register(next.webhook_url)
      if (saved === 'unreadable') await settings.remove(tx, chatWebhook)
      await settings.update(tx, chatWebhook, next)
      if (cancels === 'all') await queue.cancelUnsent(tx, { channel: 'chat_webhook' })
      if (cancels === 'auto_approved')
        await queue.cancelUnsent(tx, { channel: 'chat_webhook', types: ['request_auto_approved'] })
      await announcer.forgetFailure(tx)
    })
    return present()
  }

  async function remove(): Promise<ChatNotifications> {
    await settings.lock(async tx => {
      await settings.remove(tx, chatWebhook)
      await queue.cancelUnsent(tx, { channel: 'chat_webhook' })
      await announcer.forgetFailure(tx)
    })
    return present()
  }

  /** The draft, or what is saved; null if that cannot be read. */
  async function addressToTest(draft: string): Promise<string | null> {
    if (draft !== '') {
      if (!readAddress(draft)) throw new Refusal('invalid_webhook_url')
      stored.register(draft)
      return draft
    }
    const saved = await stored.read(database.read)
    if (saved === 'unreadable') return null
    if (saved.webhook_url === '') throw new Refusal('webhook_required')
    return saved.webhook_url
  }

  async function test(draft: string, signal: AbortSignal): Promise<MessageTest> {
    const address = await addressToTest(draft)
    if (address === null) return { status: 'failed', detail: faultSentence('secret_unreadable') }
    const target = { address, secret: null, is_personal: false }
    const outcome = await sender.send(
      target,
      sampleMessage(iso(clock.now()), await parts.textsOf(null)),
      signal,
    )
    const status = TEST_STATUS[outcome.kind]
    return {
      status,
      detail: outcome.kind === 'sent' ? posted : faultSentence(outcome.reason),
    }
  }

  return { present, save, remove, test }
}

export type ChatWebhook = ReturnType<typeof createChatWebhook>
