import { MINUTE_MS } from '#kit/durations.ts'
import type { Transport } from '#kit/outbound.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { Connection } from '#ports/instance-connection.ts'
import type { WebhookInstaller, WebhookRecord } from '#ports/webhook-installer.ts'
import { createServarrClient, type ServarrProduct } from './servarr-client.ts'
import {
  fillIn,
  isComplete,
  isEnabled,
  Notification,
  Notifications,
  textField,
} from './servarr-webhook-wire.ts'

const WEBHOOK = 'Webhook'
/** The manager calls back before it answers, with its own timeout. */
const SAVE_TIMEOUT_MS = MINUTE_MS

/** The notification provider "Webhook" of the family (servarr-common.md, 9). */
export function createServarrWebhooks(internal: Transport, product: ServarrProduct): WebhookInstaller {
  const client = createServarrClient(internal, product)
  const { events } = product
  // C34: elsewhere it would skip the test that shows an admin whether Foyer can be reached.
  const query = product.warns_of_private_addresses ? { forceSave: true } : {}

  async function readForm(connection: Connection, signal: AbortSignal | undefined) {
    const forms = await client.get(Notifications, connection, { path: 'notification/schema', signal })
    const form = forms.find(one => one.implementation === WEBHOOK)
    if (!form) throw new UpstreamFault({ upstream: product.product, kind: 'bad_answer' })
    return form
  }

  function describe(record: Notification): WebhookRecord[] {
    const { id, name } = record
    if (id === undefined) return []
    return [
      {
        id,
        name: name ?? '',
        is_webhook: record.implementation === WEBHOOK,
        url: textField(record, 'url'),
        username: textField(record, 'username'),
        is_enabled: isEnabled(record, events),
        is_complete: isComplete(record, events),
      },
    ]
  }

  return {
    async list(connection, signal) {
      const all = await client.get(Notifications, connection, { path: 'notification', signal })
      return all.flatMap(describe)
    },
    async save(connection, id, form, signal) {
      const call = { query, timeout_ms: SAVE_TIMEOUT_MS, signal }
      if (id === null) {
        const json = fillIn(await readForm(connection, signal), form, events)
        await client.send(connection, { ...call, method: 'POST', path: 'notification', json })
        return
      }
      const path = `notification/${id}`
      const record = await client.get(Notification, connection, { path, signal })
      const json = fillIn(record, form, events)
      await client.send(connection, { ...call, method: 'PUT', path, json, idempotent: true })
    },
    async remove(connection, id, signal) {
      const path = `notification/${id}`
      await client.send(connection, {
        method: 'DELETE',
        path,
        idempotent: true,
        accept_statuses: [404],
        signal,
      })
    },
  }
}
