import type { Transport } from '#kit/outbound.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { Connection } from '#ports/instance-connection.ts'
import type { WebhookInstaller } from '#ports/webhook-installer.ts'
import { createServarrClient, type ServarrProduct } from './servarr-client.ts'
import { fillIn, isComplete, Notifications, textField } from './servarr-webhook-wire.ts'

const WEBHOOK = 'Webhook'
/** The manager calls us back before it answers, and gives that its own time. */
const SAVE_TIMEOUT_MS = 60_000

/** The notification provider "Webhook" of the family (servarr-common.md, 9). */
export function createServarrWebhooks(internal: Transport, product: ServarrProduct): WebhookInstaller {
  const client = createServarrClient(internal, product)
  const { events } = product
  // C34 — elsewhere it would skip the test that tells an admin whether we can be reached.
  const query = product.warns_of_private_addresses ? { forceSave: true } : {}

  async function read(connection: Connection, name: string, signal: AbortSignal | undefined) {
    const all = await client.get(Notifications, connection, { path: 'notification', signal })
    return all.find(record => record.implementation === WEBHOOK && record.name === name) ?? null
  }

  async function readForm(connection: Connection, signal: AbortSignal | undefined) {
    const forms = await client.get(Notifications, connection, { path: 'notification/schema', signal })
    const form = forms.find(one => one.implementation === WEBHOOK)
    if (!form) throw new UpstreamFault({ upstream: product.product, kind: 'bad_answer' })
    return form
  }

  return {
    async find(connection, name, signal) {
      const record = await read(connection, name, signal)
      return (
        record && {
          url: textField(record, 'url'),
          username: textField(record, 'username'),
          is_complete: isComplete(record, events),
        }
      )
    },
    async save(connection, name, values, signal) {
      const record = await read(connection, name, signal)
      const call = { query, timeout_ms: SAVE_TIMEOUT_MS, signal }
      if (record?.id !== undefined) {
        const path = `notification/${record.id}`
        const json = fillIn(record, name, values, events)
        await client.send(connection, { ...call, method: 'PUT', path, json, idempotent: true })
      } else {
        const json = fillIn(await readForm(connection, signal), name, values, events)
        await client.send(connection, { ...call, method: 'POST', path: 'notification', json })
      }
    },
    async remove(connection, name, signal) {
      const record = await read(connection, name, signal)
      if (record?.id === undefined) return
      const path = `notification/${record.id}`
      await client.send(connection, { method: 'DELETE', path, idempotent: true, signal })
    },
  }
}
