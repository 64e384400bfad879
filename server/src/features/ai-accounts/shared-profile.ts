import { isDeepStrictEqual } from 'node:util'
import type { AiCatalogEntry, AiOauthProvider } from '@foyer/contract/assistant/ai-providers'
import { AI_KEYS, type AiKey, type SharedAiChange, type SharedAiProfile } from '@foyer/contract/credentials'
import type { Database, Db, Tx } from '#db/database.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Scrubber } from '#kit/scrub.ts'
import { secretRequired } from '#kit/secret-required.ts'
import type { Settings } from '#settings/settings.ts'
import type { AiHealthCheck } from './ai-health.ts'
import type { AiResolution } from './ai-resolution.ts'
import { credentialMissing, type Proof } from './proof.ts'
import { sharedReason } from './resolution-rules.ts'
import {
  accountInForce,
  applyChange,
  findProblems,
  isOauth,
  isSameAccount,
  type KnownModels,
  movesLocalKey,
  type Proofs,
  proofsOf,
} from './shared-ai-rules.ts'
import { type SavedSharedAi, sharedAi } from './shared-ai-settings.ts'

export interface SharedProfileParts {
  database: Database
  settings: Settings
  scrubber: Scrubber
  models: KnownModels & { catalog: readonly AiCatalogEntry[] }
  resolution: Pick<AiResolution, 'readShared' | 'findShared'>
  proof: Proof
  health: AiHealthCheck
  /** Runs in the transaction of a change. */
  changed(tx: Tx): Promise<void>
}

interface Plan {
  before: SavedSharedAi
  next: SavedSharedAi
  proofs: Proofs & { link_id: string | null }
}

/** A change that passed all rules. */
export interface PreparedChange {
  /** Throws `ai_validation_failed`. Outside every transaction. */
  prove(signal: AbortSignal): Promise<void>
  /**
   * Under the lock of settings. `outdated`: another save came in between, so that other accounts would have to answer;
   * nothing was written. Otherwise whether clients have to read their configuration again.
   */
  commit(tx: Tx): Promise<'outdated' | { is_visible: boolean }>
}

/** The AI profile that the server includes (2:4.7). */
export function createSharedProfile(parts: SharedProfileParts) {
  const { database, settings, scrubber, models, proof, health } = parts
  const { readShared, findShared } = parts.resolution

  /** What the change leads to, and what has to answer before it is saved. Refuses what the rules refuse. */
  async function plan(db: Db, change: SharedAiChange): Promise<Plan> {
    const before = await readShared(db)
    const next = applyChange(before, change, models)
    const fields = findProblems(next, change, models)
    const [first] = Object.values(fields)
    if (first) throw new Refusal('validation', { error: first, fields })
    if (movesLocalKey(before, next, change)) throw secretRequired('local_openai_key')
    const found = await findShared(db, next)
    const link_id = found?.reason === '' ? found.link_id : null
    return { before, next, proofs: { ...proofsOf(before, next, change, models), link_id } }
  }

  async function prepare(change: SharedAiChange): Promise<PreparedChange> {
    for (const key of AI_KEYS) scrubber.register(change[key]?.trim())
    const { proofs } = await plan(database.read, change)
    const { in_force, others, link_id } = proofs
    return {
      async prove(signal) {
        const accounts = in_force ? [in_force, ...others] : others
        if (in_force && isOauth(in_force.provider) && link_id === null) throw credentialMissing()
        const outcomes = await Promise.allSettled(
          accounts.map(account => proof.prove('shared', account, signal)),
        )
        for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
      },

      async commit(tx) {
        const now = await plan(tx, change)
        if (!isDeepStrictEqual(now.proofs, proofs)) return 'outdated'
        const { before, next } = now
        const enabled = change.ai_health_check_enabled
        const is_changed = !isDeepStrictEqual(before, next)
        if (!is_changed && !in_force && enabled === undefined) return { is_visible: false }
        if (is_changed) await settings.update<SavedSharedAi>(tx, sharedAi, next)
        if (enabled !== undefined) await health.setEnabled(tx, enabled)
        return { is_visible: await afterWrite(tx, before, next, in_force !== null) }
      },
    }
  }

  /** Whether another account is in force, so that clients have to look again. */
  async function afterWrite(
    tx: Tx,
    before: SavedSharedAi,
    next: SavedSharedAi,
    is_proved: boolean,
  ): Promise<boolean> {
    const is_other = !isSameAccount(accountInForce(before, models), accountInForce(next, models))
    // C47: a save-time turn counts as a check.
    if (is_proved) await health.recordSuccess(tx)
    else if (is_other) await health.forgetOutcome(tx)
    await health.schedule(tx)
    await parts.changed(tx)
    return is_other
  }

  return {
    prepare,

    async present(db: Db): Promise<{ keys: Record<AiKey, boolean>; ai: SharedAiProfile }> {
      const saved = await readShared(db)
      const reason = sharedReason(true, await findShared(db, saved))
      const present = AI_KEYS.map(key => [key, saved.keys[key] !== ''])
      return {
        keys: Object.fromEntries(present) as Record<AiKey, boolean>,
        ai: {
          config: saved.profile,
          providers: [...models.catalog],
          openai_reasoning_effort: saved.openai_reasoning_effort,
          local_openai_base_url: saved.local_openai_base_url,
          local_openai_reasoning_effort: saved.local_openai_reasoning_effort,
          local_openai_use_proxy: saved.local_openai_use_proxy,
          health_check: await health.present(db),
          shared: { configured: reason === '', reason },
        },
      }
    },

    /** Under the lock of settings. The profile stays, and reads as incomplete. */
    async forgetKey(tx: Tx, key: AiKey): Promise<void> {
      const before = await readShared(tx)
      const next = { ...before, keys: { ...before.keys, [key]: '' } }
      await settings.update<SavedSharedAi>(tx, sharedAi, next)
      await afterWrite(tx, before, next, false)
    },

    /** 2:4.7.1: a linked account that answered becomes the profile, in the transaction of the link. */
    async adoptLink(tx: Tx, provider: AiOauthProvider, model: string): Promise<void> {
      await database.alsoLock(tx, 'settings')
      const before = await readShared(tx)
      const next = { ...before, profile: { provider, model } }
      await settings.update<SavedSharedAi>(tx, sharedAi, next)
      await afterWrite(tx, before, next, true)
    },
  }
}

export type SharedProfile = ReturnType<typeof createSharedProfile>
