import type { AlertCategory } from '@foyer/contract/notifications'
import type { Database, Db } from '#db/database.ts'
import { type AlertRecord, CATEGORY_OF, type OrderedChannel } from '#features/notifications/index.ts'
import type { TextsOf } from '#features/person-preferences/index.ts'
import { findUser } from '#features/sessions/index.ts'
import type { SecretBox } from '#kit/crypto.ts'
import type { Log } from '#kit/log.ts'
import type { MessageOutcome } from '#ports/message-sender.ts'
import { openConfig } from '../edit/destination-config.ts'
import * as store from '../destination-store.ts'
import { type Audience, effectiveEvents } from './event-rules.ts'
import type { MessageDispatch, Recipient } from './message-dispatch.ts'
import { type MessageFacts, messageOf } from './message-rules.ts'

export interface DestinationChannelParts {
  database: Database
  log: Pick<Log, 'warn'>
  box: SecretBox
  dispatch: MessageDispatch
  /** Keeps addresses and secrets out of logs. */
  registerSecrets: (to: Recipient) => void
  textsOf: TextsOf
  server_name: string
  /** Addresses of links and pictures, read when the message is sent. */
  linksOf: (alert: AlertRecord) => Promise<Pick<MessageFacts, 'link_base' | 'image_url'>>
}

/** Alerts to destinations, through the outbox (C64). */
export function createDestinationChannel(parts: DestinationChannelParts): OrderedChannel {
  const { database, box, dispatch, linksOf } = parts

  async function isChosen(db: Db, found: store.StoredDestination, category: AlertCategory): Promise<boolean> {
    if (found.owner_id === null) return found.events.includes(category)
    // An admin may have lost the role since the alert was addressed.
    const owner = await findUser(db, found.owner_id)
    if (!owner) return false
    return effectiveEvents(found.events, { is_personal: true, role: owner.role }).includes(category)
  }

  return {
    channel: 'destination',

    async listeningPlaces(db, user_ids) {
      const rows = await store.listListening(db, user_ids)
      return rows.map(({ id, owner_id, owner_role, events }) => {
        const of: Audience =
          owner_role === null ? { is_personal: false } : { is_personal: true, role: owner_role }
        return { destination: id, user_id: owner_id, events: new Set(effectiveEvents(events, of)) }
      })
    },

    async isWanted(db, { destination, user_id }, alert) {
      const category: AlertCategory | null = CATEGORY_OF[alert.type]
      const found = await store.findOwned(db, user_id, destination)
      if (!found?.enabled || !found.confirmed || category === null) return false
      return isChosen(db, found, category)
    },

    async send({ destination, user_id }, alert, signal) {
      const found = await store.findOwned(database.read, user_id, destination)
      // Removed, turned off or given another address after it was claimed: nothing was sent.
      if (!found) return { kind: 'failed', reason: 'not_found' }
      if (!found.enabled) return { kind: 'failed', reason: 'not_configured' }
      if (!found.confirmed) return { kind: 'failed', reason: 'not_confirmed' }
      const outcome = await post(found, alert, signal)
      try {
        await dispatch.note(found, outcome)
      } catch (err) {
        // What became of the message is known, and counts for more than the health of its place.
        parts.log.warn({ err }, 'the health of a destination could not be saved')
      }
      return outcome
    },
  }

  async function post(
    found: store.StoredDestination,
    alert: AlertRecord,
    signal: AbortSignal,
  ): Promise<MessageOutcome> {
    const config = openConfig(box, found)
    if (!config) return { kind: 'failed', reason: 'secret_unreadable' }
    const to = { ...found, config }
    parts.registerSecrets(to)
    const texts = await parts.textsOf(found.owner_id)
    const facts = { user_id: found.owner_id, texts, server_name: parts.server_name }
    const message = messageOf(alert, { ...facts, ...(await linksOf(alert)) })
    return dispatch.post(to, message, signal)
  }
}
