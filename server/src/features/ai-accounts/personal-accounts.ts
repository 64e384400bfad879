import type { AiCatalogEntry, AiKeyProvider, AiProvider } from '@foyer/contract/assistant/ai-providers'
import type { AiSettings } from '@foyer/contract/assistant/ai-settings'
import type { Database, Db, Tx } from '#db/database.ts'
import type { Events } from '#events/events.ts'
import type { AiLinks } from '#features/ai-links/index.ts'
import type { Caller, CurrentCaller } from '#kit/caller.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import type { ModelAccount } from '#ports/language-model.ts'
import * as store from './ai-accounts-store.ts'
import type { AiResolution } from './ai-resolution.ts'
import type { KeyVault } from './key-vault.ts'
import { credentialMissing, type Proof, untilUnchanged } from './proof.ts'
import { isOauth, type KnownModels } from './shared-ai-rules.ts'

export interface PersonalAccountParts {
  database: Database
  clock: Clock
  events: Events
  vault: KeyVault
  models: KnownModels & { catalog: readonly AiCatalogEntry[] }
  links: Pick<AiLinks, 'stateOf'>
  resolution: Pick<AiResolution, 'explain'>
  proof: Proof
  /** The caller as stored now; called with the transaction that saves. */
  currentCaller(db: Db): CurrentCaller
}

const NOT_FOR_PEOPLE = 'This provider is set up by admins, for everybody.'

/** Somebody's own provider, model and keys (2:4.6). Whose they are always comes from the session. */
export function createPersonalAccounts(parts: PersonalAccountParts) {
  const { database, clock, events, vault, models, links, resolution, proof } = parts

  const offered = models.catalog.filter(entry => !entry.shared_only)

  function keyProvider(text: string): AiKeyProvider {
    const id = offered.find(entry => entry.id === text)?.id
    if (!id || isOauth(id)) throw new Refusal('not_found')
    return id
  }

  async function present(user_id: number): Promise<AiSettings> {
    const db = database.read
    const [{ personal, shared, effective }, stored] = await Promise.all([
      resolution.explain(db, user_id),
      store.providersWithKey(db, user_id),
    ])
    const with_keys = offered.filter(entry => !isOauth(entry.id))
    return {
      providers: offered,
      default_provider: models.preselected.provider,
      default_model: models.preselected.model,
      personal: {
        ...personal,
        credentials: Object.fromEntries(with_keys.map(({ id }) => [id, stored.has(id)])),
      },
      shared,
      effective,
    }
  }

  /** Saves for somebody who is still signed in, and has their pages look again. */
  async function commit(caller: Caller, write: (tx: Tx) => Promise<boolean>): Promise<boolean> {
    return database.withWriteLock('ai-accounts', async tx => {
      await parts.currentCaller(tx)(caller)
      if (!(await write(tx))) return false
      const audience = { to: 'users' as const, user_ids: [caller.user_id] }
      await events.publish(tx, { type: 'config_changed', data: {} }, audience)
      return true
    })
  }

  /** `attempt` proves and commits; false: what it was built from was changed by another save. */
  async function save(caller: Caller, attempt: () => Promise<boolean>): Promise<AiSettings> {
    await untilUnchanged(async () => ((await attempt()) ? true : null))
    return present(caller.user_id)
  }

  const account = (provider: AiProvider, model: string, secret: string): ModelAccount => ({
    provider,
    model,
    secret,
    base_url: '',
    effort: '',
    use_proxy: false,
  })

  async function selectLinked(
    caller: Caller,
    { provider, model }: { provider: Exclude<AiProvider, AiKeyProvider>; model: string },
    signal: AbortSignal,
  ): Promise<boolean> {
    const { user_id } = caller
    const owner = `user:${user_id}` as const
    const link = await links.stateOf(database.read, owner, provider)
    if (link.state !== 'connected') throw credentialMissing()
    await proof.prove(owner, account(provider, model, ''), signal)
    return commit(caller, async tx => {
      const now = await links.stateOf(tx, owner, provider)
      if (now.state !== 'connected' || now.link_id !== link.link_id) return false
      await store.saveSelection(tx, { user_id, provider, model, updated_at: iso(clock.now()) })
      return true
    })
  }

  async function selectWithKey(
    caller: Caller,
    choice: { provider: AiKeyProvider; model: string; api_key: string },
    signal: AbortSignal,
  ): Promise<boolean> {
    const { user_id } = caller
    const { provider, model, api_key } = choice
    const stored =
      api_key === '' ? ((await store.findKeyBox(database.read, user_id, provider)) ?? null) : null
    const key = stored ? vault.open(user_id, provider, stored) : api_key
    await proof.prove(`user:${user_id}`, account(provider, model, key), signal)
    return commit(caller, async tx => {
      const updated_at = iso(clock.now())
      const key_box = api_key === '' ? null : vault.seal(user_id, provider, api_key)
      if (key_box) await store.saveKey(tx, { user_id, provider, key_box, updated_at })
      // The stored key answered; another one was not tried with this model.
      else if ((await store.findKeyBox(tx, user_id, provider)) !== stored) return false
      await store.saveSelection(tx, { user_id, provider, model, updated_at })
      return true
    })
  }

  async function modelSelectedAt(db: Db, user_id: number, provider: AiKeyProvider): Promise<string | null> {
    const choice = await store.findChoice(db, user_id)
    return choice?.provider === provider ? choice.model : null
  }

  async function replaceKey(
    caller: Caller,
    change: { provider: AiKeyProvider; api_key: string; model: string | undefined },
    signal: AbortSignal,
  ): Promise<boolean> {
    const { user_id } = caller
    const { provider, api_key } = change
    const selected = await modelSelectedAt(database.read, user_id, provider)
    const given = change.model ?? selected ?? models.defaultModel(provider)
    // 2:4.6.3: the key serves the selected model from now on, whichever one it was tried with.
    for (const model of new Set([given, selected ?? given]))
      await proof.prove(`user:${user_id}`, account(provider, model, api_key), signal)
    return commit(caller, async tx => {
      const key_box = vault.seal(user_id, provider, api_key)
      // Another model was selected meanwhile; the key has not answered with that one.
      if ((await modelSelectedAt(tx, user_id, provider)) !== selected) return false
      await store.saveKey(tx, { user_id, provider, key_box, updated_at: iso(clock.now()) })
      return true
    })
  }

  return {
    present,

    select(
      caller: Caller,
      choice: { provider: AiProvider; model: string; api_key?: string | undefined },
      signal: AbortSignal,
    ): Promise<AiSettings> {
      const { provider, model } = choice
      if (!offered.some(entry => entry.id === provider)) {
        throw new Refusal('validation', { error: NOT_FOR_PEOPLE, fields: { provider: NOT_FOR_PEOPLE } })
      }
      const api_key = choice.api_key?.trim() ?? ''
      return save(caller, () =>
        isOauth(provider)
          ? selectLinked(caller, { provider, model }, signal)
          : selectWithKey(caller, { provider, model, api_key }, signal),
      )
    },

    /** The keys stay: only the choice goes. */
    async clear(caller: Caller): Promise<AiSettings> {
      await commit(caller, async tx => {
        await store.deleteSelection(tx, caller.user_id)
        return true
      })
      return present(caller.user_id)
    },

    saveKey(
      caller: Caller,
      name: string,
      { api_key, model }: { api_key: string; model?: string | undefined },
      signal: AbortSignal,
    ): Promise<AiSettings> {
      const provider = keyProvider(name)
      return save(caller, () => replaceKey(caller, { provider, api_key, model }, signal))
    },

    /** A choice that uses it stays, and fails as one's own. */
    async deleteKey(caller: Caller, name: string): Promise<AiSettings> {
      const provider = keyProvider(name)
      await commit(caller, async tx => {
        await store.deleteKey(tx, caller.user_id, provider)
        return true
      })
      return present(caller.user_id)
    },

    /** 2:4.6.3: a linked account that answered becomes the choice, in the transaction of the link. */
    async adoptLink(tx: Tx, choice: { user_id: number; provider: AiProvider; model: string }): Promise<void> {
      await store.saveSelection(tx, { ...choice, updated_at: iso(clock.now()) })
    },
  }
}

export type PersonalAccounts = ReturnType<typeof createPersonalAccounts>
