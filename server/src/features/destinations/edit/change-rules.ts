import type { DestinationChange } from '@foyer/contract/destinations/destination'
import { needsSecretAgain } from '@foyer/contract/secret-origin'
import type { DestinationConfig } from './destination-config.ts'

export interface SavedSecret {
  has_secret: boolean
  /** Null: it can no longer be decrypted. */
  config: DestinationConfig | null
}

/** What a change or a test says about the config. */
export type ConfigChange = Pick<DestinationChange, 'address' | 'secret' | 'clear_secret' | 'template'>

/** Why a change cannot be applied: the field that must be entered, and whether it is a stored secret that moved. */
export type Merge =
  | { config: DestinationConfig }
  | { missing: 'address' }
  /** C67: the stored secret would be sent to another server than it was saved for. */
  | { missing: 'secret' }

/** Omitted or blank values are kept (C64), but a blank template is removed. */
export function mergeConfig({ has_secret, config }: SavedSecret, change: ConfigChange): Merge {
  const address = change.address || config?.address
  if (!address) return { missing: 'address' }
  const keeps_secret = has_secret && !change.secret && !change.clear_secret
  // An address that cannot be read may be anything.
  const saved_for = config?.address ?? ''
  if (keeps_secret && config === null) return { missing: 'secret' }
  if (needsSecretAgain({ keeps_secret, saved_for, address })) return { missing: 'secret' }
  const secret = change.secret || (keeps_secret ? (config?.secret ?? null) : null)
  const template = change.template === undefined ? config?.template : change.template || undefined
  return { config: { address, secret, template } }
}

/** Whether something would be sent to another place, with another secret or in another form. */
export function isOtherPlace(before: DestinationConfig | null, after: DestinationConfig): boolean {
  if (before === null) return true
  const { address, secret, template } = before
  return address !== after.address || secret !== after.secret || template !== after.template
}
