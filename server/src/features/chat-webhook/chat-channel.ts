import type { Database } from '#db/database.ts'
import { externalAddress } from '#features/connect-links/index.ts'
import type { AlertRecord, OrderedChannel } from '#features/notifications/index.ts'
import type { TextsOf } from '#features/person-preferences/index.ts'
import { linkBase } from '#kit/link-base.ts'
import type { MessageSender } from '#ports/message-sender.ts'
import type { Settings } from '#settings/settings.ts'
import { messageOf } from './chat-message-rules.ts'
import type { StoredWebhook } from './stored-webhook.ts'

interface Parts {
  database: Database
  settings: Settings
  stored: StoredWebhook
  sender: MessageSender
  base_path: string
  image_url: string
  textsOf: TextsOf
}

/** The chat room as a place of the outbox (2:4.10). Alerts reach it only through `raiseTo`. */
export function createChatChannel(parts: Parts): OrderedChannel {
  const { database, settings, stored, sender, base_path, image_url } = parts

  async function compose(alert: AlertRecord) {
    const { external_url } = await settings.read(database.read, externalAddress)
    const server_url = external_url === '' ? null : linkBase(external_url, base_path)
    return messageOf(alert, { server_url, image_url, texts: await parts.textsOf(null) })
  }

  return {
    channel: 'chat_webhook',
    listeningPlaces: async () => [],

    async isWanted(db, { destination }, { type }) {
      const saved = await stored.read(db)
      // Wanted as far as anybody knows: sending it says what is wrong.
      if (saved === 'unreadable') return true
      if (!saved.enabled || saved.place !== destination) return false
      return type !== 'request_auto_approved' || saved.include_auto_approved
    },

    async send({ destination }, alert, signal) {
      const saved = await stored.read(database.read)
      if (saved === 'unreadable') return { kind: 'failed', reason: 'secret_unreadable' }
      // Turned off or replaced since it was claimed: there is nowhere to send it any more.
      if (!saved.enabled || saved.place !== destination) return { kind: 'failed', reason: 'not_configured' }
      const target = { address: saved.webhook_url, secret: null, is_personal: false }
      return sender.send(target, await compose(alert), signal)
    },
  }
}
