import type { BrowserSubscription, SubscribedBrowser } from '@foyer/contract/web-push'
import type { Database } from '#db/database.ts'
import { ownerOfDevice } from '#features/sessions/index.ts'
import type { Caller } from '#kit/caller.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { type SecretBox, sha256 } from '#kit/crypto.ts'
import { Refusal } from '#kit/refusal.ts'
import type { VapidKeys } from '#ports/browser-push.ts'
import type { Settings } from '#settings/settings.ts'
import { isAuthSecret, isBrowserKey, isPushService } from './subscription-rules.ts'
import { webPushOrigin } from './web-push-settings.ts'
import { deleteOfDevice, listBrowsers, saveSubscription } from './web-push-store.ts'

export interface WebPushParts {
  database: Database
  settings: Settings
  clock: Clock
  box: SecretBox
  keys: () => Promise<VapidKeys>
  /** The push services alerts may be sent to. */
  hosts: readonly string[]
}

type Subscriber = Pick<Caller, 'user_id' | 'device_id'>

/** The purpose an endpoint's secret is sealed for, so that it cannot be moved to another. */
export const authPurpose = (endpoint_hash: string) => `web push ${endpoint_hash}`

/** Browser subscriptions to alerts, each bound to the signed-in device. */
export function createWebPushService(parts: WebPushParts) {
  const { database, settings, clock, box, keys, hosts } = parts

  function check({ endpoint, keys: browser_keys }: BrowserSubscription): void {
    const fields: Record<string, string> = {}
    if (!isPushService(endpoint, hosts)) fields['endpoint'] = 'This push service is not allowed here.'
    if (!isBrowserKey(browser_keys.p256dh))
      fields['keys.p256dh'] =
        'Send the p256dh key of the subscription: a point on P-256, uncompressed, in base64url.'
    if (!isAuthSecret(browser_keys.auth))
      fields['keys.auth'] = 'Send the auth secret of the subscription: 16 bytes in base64url.'
    if (Object.keys(fields).length > 0) throw new Refusal('validation', { fields })
  }

  async function rememberOrigin(origin: string): Promise<void> {
    if (!origin.startsWith('https://')) return
    if ((await settings.read(database.read, webPushOrigin)).origin === origin) return
    await settings.lock(tx => settings.update(tx, webPushOrigin, { origin }))
  }

  return {
    async publicKey() {
      return { public_key: (await keys()).public_key }
    },

    async subscribe(
      { user_id, device_id }: Subscriber,
      subscription: BrowserSubscription,
      origin: string,
    ): Promise<SubscribedBrowser> {
      check(subscription)
      await rememberOrigin(origin)
      const { endpoint, keys: browser_keys } = subscription
      const endpoint_hash = sha256(endpoint)
      const auth_box = box.seal(browser_keys.auth, authPurpose(endpoint_hash))
      const browsers = await database.withWriteLock(`web-push:${user_id}`, async tx => {
        // The device may have been revoked since the request arrived.
        if ((await ownerOfDevice(tx, device_id)) !== user_id) throw new Refusal('forbidden')
        const created_at = iso(clock.now())
        const { p256dh } = browser_keys
        await saveSubscription(tx, {
          user_id,
          device_id,
          endpoint,
          endpoint_hash,
          p256dh,
          auth_box,
          created_at,
        })
        return listBrowsers(tx, user_id)
      })
      const mine = browsers.find(browser => browser.device_id === device_id)
      if (!mine) throw new Error('a subscription vanished inside its own transaction')
      return mine
    },

    list: (user_id: number): Promise<SubscribedBrowser[]> => listBrowsers(database.read, user_id),

    /** As with phone tokens: repeating it changes nothing, and another person's device is refused (1/4.14). */
    async unsubscribe(user_id: number, device_id: string) {
      await database.transaction(async tx => {
        const owner = await ownerOfDevice(tx, device_id)
        if (owner !== undefined && owner !== user_id) throw new Refusal('forbidden')
        await deleteOfDevice(tx, user_id, device_id)
      })
      return { success: true as const }
    },
  }
}

export type WebPushService = ReturnType<typeof createWebPushService>
