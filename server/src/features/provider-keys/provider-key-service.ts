import type { CredentialKey, Credentials } from '@foyer/contract/credentials'
import type { Database, Db } from '#db/database.ts'
import type { Events } from '#events/events.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Scrubber } from '#kit/scrub.ts'
import type { ProviderKeyCheck } from '#ports/provider-key-check.ts'
import type { Settings } from '#settings/settings.ts'
import {
  type EnvironmentKeys,
  submittedKeys,
  isCredentialKey,
  isPossibleKey,
  keyInForce,
  presentKeys,
} from './provider-key-rules.ts'
import { providerKeys, type SavedKeys } from './provider-key-settings.ts'

export interface ProviderKeyParts {
  database: Database
  settings: Settings
  events: Events
  scrubber: Scrubber
  environment: EnvironmentKeys
  checks: Readonly<Record<CredentialKey, ProviderKeyCheck>>
}

type SubmittedKey = ReturnType<typeof submittedKeys>[number]

export function createProviderKeys(parts: ProviderKeyParts) {
  const { database, settings, events, scrubber, environment, checks } = parts

  /** Every secret in memory is registered with the scrubber, whichever process saved it. */
  async function readSaved(db: Db): Promise<SavedKeys> {
    const saved = await settings.read(db, providerKeys)
    for (const secret of Object.values(saved)) scrubber.register(secret)
    return saved
  }

  /** All are tested before any is saved, outside every transaction. */
  async function assertAccepted(submitted: readonly SubmittedKey[]): Promise<void> {
    const outcomes = await Promise.allSettled(
      submitted.map(async ({ key, value }) => isPossibleKey(value) && (await checks[key].accepts(value))),
    )
    const refused = submitted.filter((_, i) => {
      const outcome = outcomes[i]
      return outcome?.status === 'fulfilled' && !outcome.value
    })
    if (refused.length > 0) {
      const fields = Object.fromEntries(refused.map(({ key }) => [key, 'The provider refused this key.']))
      throw new Refusal('credential_rejected', { fields })
    }
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  }

  async function change(keys: Partial<SavedKeys>): Promise<Credentials> {
    for (const secret of Object.values(keys)) scrubber.register(secret)
    const saved = await settings.lock(async tx => {
      const next = await settings.update<SavedKeys>(tx, providerKeys, keys)
      // The available discovery depends on the keys (1/4.2).
      await events.publish(tx, { type: 'config_changed', data: {} }, { to: 'everyone' })
      return next
    })
    return presentKeys(saved, environment)
  }

  const inForce = async (db: Db, key: CredentialKey) => keyInForce(key, await readSaved(db), environment)

  return {
    /** Which providers are configured, in one read. */
    async configured(db: Db): Promise<{ metadata: boolean; lists: boolean }> {
      const saved = await readSaved(db)
      const has = (key: CredentialKey) => keyInForce(key, saved, environment) !== null
      return { metadata: has('tmdb_access_token'), lists: has('list_provider_client_id') }
    },
    /** The key for the movie and TV metadata provider; null when none is configured. */
    metadataKey: (db: Db) => inForce(db, 'tmdb_access_token'),
    /** The client id for the list provider; null when none is configured. */
    listProviderClientId: (db: Db) => inForce(db, 'list_provider_client_id'),

    present: async () => presentKeys(await readSaved(database.read), environment),

    async save(body: Partial<Record<CredentialKey, string | undefined>>): Promise<Credentials> {
      const submitted = submittedKeys(body)
      if (submitted.length === 0) return presentKeys(await readSaved(database.read), environment)
      await assertAccepted(submitted)
      return change(Object.fromEntries(submitted.map(({ key, value }) => [key, value])))
    },

    async forget(key: string): Promise<void> {
      if (!isCredentialKey(key)) throw new Refusal('unknown_key')
      await change({ [key]: '' })
    },
  }
}

export type ProviderKeys = ReturnType<typeof createProviderKeys>
