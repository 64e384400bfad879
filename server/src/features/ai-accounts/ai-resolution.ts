import { createHmac } from 'node:crypto'
import type { AiOauthProvider, AiReason } from '@foyer/contract/assistant/ai-providers'
import { type AiAvailability, AiSelection } from '@foyer/contract/assistant/ai-settings'
import type { Database, Db } from '#db/database.ts'
import { type AiLinks, type LinkOwner, type LinkState, userIdOf } from '#features/ai-links/index.ts'
import type { SecretBox } from '#kit/crypto.ts'
import { ModelFault } from '#kit/model-fault.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Scrubber } from '#kit/scrub.ts'
import { fromStorage, StorageFault } from '#kit/storage-fault.ts'
import type { ModelAccount } from '#ports/language-model.ts'
import type { Settings } from '#settings/settings.ts'
import type { AiAccounts, ResolvedModel } from './ai-accounts.ts'
import { type ChoiceRow, findChoice, hasSharedGrant } from './ai-accounts-store.ts'
import type { KeyVault } from './key-vault.ts'
import {
  type CredentialState,
  credentialReason,
  effectiveAvailability,
  sharedReason,
} from './resolution-rules.ts'
import { hasAllItNeeds, isOauth, type KnownModels, profileInForce, sharedAccount } from './shared-ai-rules.ts'
import { type SavedSharedAi, sharedAi } from './shared-ai-settings.ts'

export interface ResolutionParts {
  database: Database
  settings: Settings
  scrubber: Scrubber
  box: Pick<SecretBox, 'deriveKey'>
  vault: KeyVault
  models: KnownModels
  links: AiLinks
}

/** An account that somebody chose, as far as it is known. */
export interface FoundAccount {
  account: ModelAccount
  reason: AiReason
  /** The linked account, even if it must be linked again. */
  link_id: string | null
}

interface Decided {
  effective: AiAvailability
  /** Null: nothing was chosen, or it cannot be read. */
  found: FoundAccount | null
}

/** Which account somebody uses: their own choice, else what the server includes (2:4.6.4). */
export function createAiResolution(parts: ResolutionParts) {
  const { database, settings, scrubber, vault, models, links } = parts
  const bindingKey = parts.box.deriveKey('ai conversations')

  async function find(
    db: Db,
    source: 'personal' | 'shared',
    owner: LinkOwner,
    account: ModelAccount,
  ): Promise<FoundAccount> {
    const { provider } = account
    if (!isOauth(provider)) {
      const state: CredentialState = hasAllItNeeds(account) ? 'present' : 'missing'
      return { account, reason: credentialReason(source, provider, state), link_id: null }
    }
    const link = await links.stateOf(db, owner, provider)
    return { account, reason: credentialReason(source, provider, link.state), link_id: linkIdOf(link) }
  }

  /** Every secret in memory is registered with the scrubber, whichever process saved it. */
  async function readShared(db: Db): Promise<SavedSharedAi> {
    const saved = await settings.read(db, sharedAi)
    for (const secret of Object.values(saved.keys)) scrubber.register(secret)
    return saved
  }

  /** Null: there is no profile. */
  async function findShared(db: Db, saved: SavedSharedAi): Promise<FoundAccount | null> {
    const profile = profileInForce(saved, models)
    return profile && find(db, 'shared', 'shared', sharedAccount(saved, profile))
  }

  const shared = async (db: Db) => findShared(db, await readShared(db))

  /** Throws StorageFault when a row is invalid or the key cannot be opened. */
  async function ownAccount(db: Db, user_id: number, row: ChoiceRow): Promise<FoundAccount | null> {
    const selection = selectionOf(row)
    if (!selection) return null
    const { provider, model } = selection
    const secret = isOauth(provider) || row.key_box === null ? '' : vault.open(user_id, provider, row.key_box)
    const account = { provider, model, secret, base_url: '', effort: '', use_proxy: false } as const
    return find(db, 'personal', `user:${user_id}`, account)
  }

  async function decide(db: Db, user_id: number): Promise<Decided> {
    const row = await findChoice(db, user_id)
    const granted = row?.granted === 1
    const found = row ? await ownAccount(db, user_id, row) : null
    if (found) {
      const personal = { ...found.account, reason: found.reason }
      return { effective: effectiveAvailability(personal, granted, null), found }
    }
    const included = granted ? await shared(db) : null
    return { effective: effectiveAvailability(null, granted, included), found: included }
  }

  /** What can still be said when storage fails: an own choice fails as such (2:4.6.4). */
  async function sourceOnFailure(db: Db, user_id: number): Promise<AiAvailability> {
    const failed = { available: false, provider: '', model: '', reason: 'storage_error' } as const
    try {
      const row = await findChoice(db, user_id)
      const { provider, model } = row ?? {}
      if (provider) return { ...failed, provider, model: model ?? '', source: 'personal' }
      return { ...failed, source: row?.granted === 1 ? 'shared' : 'none' }
    } catch (error) {
      if (!(error instanceof StorageFault)) throw error
      return { ...failed, source: 'none' }
    }
  }

  async function decideOrExplain(db: Db, user_id: number): Promise<Decided> {
    try {
      return await decide(db, user_id)
    } catch (error) {
      if (!(error instanceof StorageFault)) throw error
      return { effective: await sourceOnFailure(db, user_id), found: null }
    }
  }

  function resolved(
    source: 'personal' | 'shared',
    owner: LinkOwner,
    user_id: number | null,
    { account, link_id }: FoundAccount,
  ): ResolvedModel {
    const { provider, model, secret, base_url } = account
    const facts = [user_id, source, provider, model, link_id ?? secret, base_url]
    return {
      source,
      provider,
      model,
      binding: createHmac('sha256', bindingKey).update(JSON.stringify(facts)).digest('hex'),
      async account() {
        if (!isOauth(provider)) return account
        const link = await links.stateOf(database.read, owner, provider)
        // Linked again during the turn: it may be another account.
        if (linkIdOf(link) !== link_id) throw new ModelFault('invalid_credentials')
        return { ...account, secret: await links.accessToken(owner, provider) }
      },
      ...(isOauth(provider) && {
        reportRefused: (used: ModelAccount) => links.reportRefused(owner, provider, used.secret),
      }),
    }
  }

  async function resolveShared(db: Db): Promise<ResolvedModel | null> {
    const found = await shared(db)
    return found?.reason === '' ? resolved('shared', 'shared', null, found) : null
  }

  const accounts: AiAccounts = {
    availabilityOf: async (db, user_id) => (await decideOrExplain(db, user_id)).effective,

    async resolve(user_id) {
      const { effective, found } = await decideOrExplain(database.read, user_id)
      const { source, reason } = effective
      if (!effective.available || !found || source === 'none') {
        throw new Refusal('ai_unavailable', { extra: { source, reason } })
      }
      return resolved(source, source === 'shared' ? 'shared' : `user:${user_id}`, user_id, found)
    },

    resolveShared: () => resolveShared(database.read),

    sharedBinding: async db => (await resolveShared(db))?.binding ?? null,

    hasSharedGrant: user_id => hasSharedGrant(database.read, user_id),

    isSharedComplete: async db => (await shared(db))?.reason === '',
  }

  /** The own choice and what is included, each with its own failure of storage. */
  async function explain(db: Db, user_id: number) {
    const effective = await accounts.availabilityOf(db, user_id)
    const row = await findChoice(db, user_id)
    const granted = row?.granted === 1
    const reason = await orStorageError(
      async () => (row && (await ownAccount(db, user_id, row)))?.reason ?? '',
    )
    const included = await orStorageError(async () => sharedReason(true, await shared(db)))
    return {
      effective,
      personal: {
        selected: (row?.provider ?? null) !== null,
        config: row ? knownSelection(row) : null,
        reason,
      },
      shared: {
        granted,
        configured: included === '',
        reason: granted ? included : ('shared_access_disabled' as const),
      },
    }
  }

  /** The model in use on a linked account; null when another account is selected. */
  async function selectedModel(db: Db, owner: LinkOwner, provider: AiOauthProvider): Promise<string | null> {
    const user_id = userIdOf(owner)
    const selection =
      user_id === null ? profileInForce(await readShared(db), models) : await findChoice(db, user_id)
    return selection?.provider === provider ? selection.model : null
  }

  return { accounts, explain, readShared, findShared, selectedModel }
}

export type AiResolution = ReturnType<typeof createAiResolution>

async function orStorageError(read: () => Promise<AiReason>): Promise<AiReason> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof StorageFault) return 'storage_error'
    throw error
  }
}

function linkIdOf(link: LinkState): string | null {
  return 'link_id' in link ? link.link_id : null
}

/** Null: nothing was chosen, or a provider that this version does not know. */
function knownSelection({ provider, model }: ChoiceRow): AiSelection | null {
  return AiSelection.safeParse({ provider, model }).data ?? null
}

/** Null: nothing was chosen. A provider that this version does not know is a storage fault. */
function selectionOf({ provider, model }: ChoiceRow): AiSelection | null {
  return provider === null ? null : fromStorage(() => AiSelection.parse({ provider, model }))
}
