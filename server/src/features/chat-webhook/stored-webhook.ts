import { z } from 'zod'
import type { Db } from '#db/database.ts'
import { WrongKey } from '#kit/crypto.ts'
import type { Scrubber } from '#kit/scrub.ts'
import { StorageFault } from '#kit/storage-fault.ts'
import type { Settings } from '#settings/settings.ts'
import { chatWebhook, type SavedChatWebhook } from './chat-webhook-settings.ts'
import type { ReadAddress } from './chat-webhook-rules.ts'

interface Parts {
  settings: Settings
  scrubber: Scrubber
  readAddress: ReadAddress
}

/** Reads the saved webhook; its address is registered as a secret before anybody sees it. */
export function createStoredWebhook({ settings, scrubber, readAddress }: Parts) {
  function register(address: string): void {
    scrubber.register(address)
    scrubber.register(readAddress(address)?.token)
  }

  return {
    register,
    /** `unreadable`: something is saved, but cannot be decrypted. */
    async read(db: Db): Promise<SavedChatWebhook | 'unreadable'> {
      try {
        const saved = await settings.read(db, chatWebhook)
        register(saved.webhook_url)
        return saved
      } catch (error) {
        if (isUnreadable(error)) return 'unreadable'
        throw error
      }
    },
  }
}

export type StoredWebhook = ReturnType<typeof createStoredWebhook>

/** The value itself is at fault, not the database. */
function isUnreadable(error: unknown): boolean {
  if (!(error instanceof StorageFault)) return false
  const { cause } = error
  return cause instanceof WrongKey || cause instanceof z.ZodError || cause instanceof SyntaxError
}
