import { z } from 'zod'
import { type SecretBox, WrongKey } from '#kit/crypto.ts'

/** What an admin or person entered. */
export interface DestinationConfig {
  address: string
  /** Null: none. */
  secret: string | null
  /** Of a webhook: the JSON to send instead of the usual one. */
  template?: string | undefined
}

const StoredConfig = z.object({
  address: z.string(),
  secret: z.string().nullable(),
  template: z.string().optional(),
})

/** Bound to the row: a box cannot be moved to another destination. */
const purposeOf = (id: string) => `destination ${id}`

export function sealConfig(box: SecretBox, id: string, config: DestinationConfig): string {
  return box.seal(JSON.stringify(config), purposeOf(id))
}

/** Null: sealed with another encryption key, so that address and secret must be entered again. */
export function openConfig(
  box: SecretBox,
  { id, config_box }: { id: string; config_box: string },
): DestinationConfig | null {
  try {
    return StoredConfig.parse(JSON.parse(box.open(config_box, purposeOf(id))))
  } catch (error) {
    if (error instanceof WrongKey) return null
    throw error
  }
}
