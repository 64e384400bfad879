import type { Credentials, MetadataKey, SharedAiChange } from '@foyer/contract/credentials'
import type { Database, Db, Tx } from '#db/database.ts'
import type { Events } from '#events/events.ts'
import { isAiKey, type SharedProfile, untilUnchanged } from '#features/ai-accounts/index.ts'
import { assertMay, type Caller, type CurrentCaller } from '#kit/caller.ts'
import { isPossibleKey } from '#kit/possible-key.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Scrubber } from '#kit/scrub.ts'
import type { ProviderKeyCheck } from '#ports/provider-key-check.ts'
import type { Settings } from '#settings/settings.ts'
import {
  type EnvironmentKeys,
  submittedKeys,
  isMetadataKey,
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
  checks: Readonly<Record<MetadataKey, ProviderKeyCheck>>
  /** The AI profile that the server includes, which is read and saved with the keys (2:4.7). */
  shared_ai: Pick<SharedProfile, 'present' | 'prepare' | 'forgetKey'>
  /** The caller as stored now; called with the transaction that saves. */
  currentCaller(db: Db): CurrentCaller
}

type SubmittedChange = Partial<Record<MetadataKey, string | undefined>> & SharedAiChange

type SubmittedKey = ReturnType<typeof submittedKeys>[number]

export function createProviderKeys(parts: ProviderKeyParts) {
  const { database, settings, events, scrubber, environment, checks, shared_ai } = parts

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

  async function present(db: Db): Promise<Credentials> {
    const { credentials, ...metadata } = presentKeys(await readSaved(db), environment)
    const { keys, ai } = await shared_ai.present(db)
    return { ...metadata, ...keys, credentials: { ...credentials, ...keys }, ai }
  }

  /** The available discovery and assistants depend on the keys (1/4.2). */
  async function announce(tx: Tx): Promise<void> {
    await events.publish(tx, { type: 'config_changed', data: {} }, { to: 'everyone' })
  }

  async function assertAdmin(tx: Tx, caller: Caller): Promise<void> {
    assertMay(await parts.currentCaller(tx)(caller), 'credentials:manage')
  }

  const inForce = async (db: Db, key: MetadataKey) => keyInForce(key, await readSaved(db), environment)

  return {
    /** Which providers are configured, in one read. */
    async configured(db: Db): Promise<{ metadata: boolean; lists: boolean }> {
      const saved = await readSaved(db)
      const has = (key: MetadataKey) => keyInForce(key, saved, environment) !== null
      return { metadata: has('tmdb_access_token'), lists: has('list_provider_client_id') }
    },
    /** The key for the movie and TV metadata provider; null when none is configured. */
    metadataKey: (db: Db) => inForce(db, 'tmdb_access_token'),
    /** The client id for the list provider; null when none is configured. */
    listProviderClientId: (db: Db) => inForce(db, 'list_provider_client_id'),

    present: () => present(database.read),

    /** Everything is tested before anything is saved, and all of it is saved together (2:4.7.1). */
    async save(
      { tmdb_access_token, list_provider_client_id, ...ai }: SubmittedChange,
      { caller, signal }: { caller: Caller; signal: AbortSignal },
    ): Promise<Credentials> {
      const submitted = submittedKeys({ tmdb_access_token, list_provider_client_id })
      const keys: Partial<SavedKeys> = Object.fromEntries(submitted.map(({ key, value }) => [key, value]))
      for (const secret of Object.values(keys)) scrubber.register(secret)
      // Wrong input is refused before anybody is asked.
      let prepared = await shared_ai.prepare(ai)
      await assertAccepted(submitted)
      await untilUnchanged(async () => {
        await prepared.prove(signal)
        const saved = await settings.lock(async tx => {
          await assertAdmin(tx, caller)
          const outcome = await prepared.commit(tx)
          if (outcome === 'outdated') return null
          if (submitted.length > 0) await settings.update<SavedKeys>(tx, providerKeys, keys)
          if (submitted.length > 0 || outcome.is_visible) await announce(tx)
          return true
        })
        if (!saved) prepared = await shared_ai.prepare(ai)
        return saved
      })
      return present(database.read)
    },

    async forget(key: string): Promise<void> {
      if (!isMetadataKey(key) && !isAiKey(key)) throw new Refusal('unknown_key')
      await settings.lock(async tx => {
        if (isAiKey(key)) await shared_ai.forgetKey(tx, key)
        else await settings.update<SavedKeys>(tx, providerKeys, { [key]: '' })
        await announce(tx)
      })
    },
  }
}

export type ProviderKeys = ReturnType<typeof createProviderKeys>
