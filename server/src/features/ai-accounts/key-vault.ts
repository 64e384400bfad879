import type { AiKeyProvider } from '@foyer/contract/assistant/ai-providers'
import type { SecretBox } from '#kit/crypto.ts'
import type { Scrubber } from '#kit/scrub.ts'
import { fromStorage } from '#kit/storage-fault.ts'

const purposeOf = (user_id: number, provider: AiKeyProvider) => `ai_keys ${user_id} ${provider}`

/** Seals people's own keys. The purpose names the row, so that a box cannot be moved to another person. */
export function createKeyVault({ box, scrubber }: { box: SecretBox; scrubber: Scrubber }) {
  return {
    /**
     * Only for a key that has answered: what is sealed is removed from everybody's texts from then on, and somebody
     * could enter any word as a key.
     */
    seal(user_id: number, provider: AiKeyProvider, key: string): string {
      scrubber.register(key)
      return box.seal(key, purposeOf(user_id, provider))
    },
    /** Throws StorageFault when the box cannot be opened. */
    open(user_id: number, provider: AiKeyProvider, key_box: string): string {
      const key = fromStorage(() => box.open(key_box, purposeOf(user_id, provider)))
      scrubber.register(key)
      return key
    },
  }
}

export type KeyVault = ReturnType<typeof createKeyVault>
