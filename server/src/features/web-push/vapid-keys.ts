import type { Database } from '#db/database.ts'
import type { Scrubber } from '#kit/scrub.ts'
import type { BrowserPush, VapidKeys } from '#ports/browser-push.ts'
import type { Settings } from '#settings/settings.ts'
import { vapidKeys } from './web-push-settings.ts'

export interface VapidParts {
  database: Database
  settings: Settings
  scrubber: Pick<Scrubber, 'register'>
  push: Pick<BrowserPush, 'makeKeys'>
}

/** The server's key pair: read, or created by the first caller in any process. */
export function createVapidKeys({ database, settings, scrubber, push }: VapidParts) {
  async function makeOnce(): Promise<VapidKeys> {
    const made = await push.makeKeys()
    return settings.lock(async tx => {
      const kept = await settings.read(tx, vapidKeys)
      if (kept) return kept
      await settings.update(tx, vapidKeys, made)
      return made
    })
  }

  return async function keys(): Promise<VapidKeys> {
    const found = (await settings.read(database.read, vapidKeys)) ?? (await makeOnce())
    scrubber.register(found.private_key)
    return found
  }
}
