import type { DestinationChange } from '@foyer/contract/destinations/destination'
import { needsSecretAgain } from '@foyer/contract/secret-origin'
import type { DestinationConfig } from './destination-config.ts'

export interface SavedSecret {
  has_secret: boolean
  /** Null: it can no longer be decrypted. */
  config: DestinationConfig | null
}

type ConfigChange = Pick<DestinationChange, 'address' | 'secret' | 'clear_secret'>

/** Why a change cannot be applied: the field that must be entered, and whether it is a stored secret that moved. */
export type Merge =
  | { config: DestinationConfig }
  | { missing: 'address' }
  /** C67: the stored secret would be sent to another server than it was saved for. */
  | { missing: 'secret' }

/** Omitted or blank values are kept (C64). */
export function mergeConfig({ has_secret, config }: SavedSecret, change: ConfigChange): Merge {
  const address = change.address || config?.address
  if (!address) return { missing: 'address' }
  const keeps_secret = has_secret && !change.secret && !change.clear_secret
  // An address that cannot be read may be anything.
  const saved_for = config?.address ?? ''
  if (keeps_secret && config === null) return { missing: 'secret' }
  if (needsSecretAgain({ keeps_secret, saved_for, address })) return { missing: 'secret' }
  return { config: { address, secret: change.secret || (keeps_secret ? (config?.secret ?? null) : null) } }
}

/** Whether something would be sent to another place, or with another secret. */
export function isOtherPlace(before: DestinationConfig | null, after: DestinationConfig): boolean {
  return before === null || before.address !== after.address || before.secret !== after.secret
}
