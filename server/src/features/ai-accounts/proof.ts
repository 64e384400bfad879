import type { AiModels } from '#features/ai-models/index.ts'
import { validationFailed } from '#features/ai-models/index.ts'
import type { AiLinks, LinkOwner } from '#features/ai-links/index.ts'
import { ModelFault } from '#kit/model-fault.ts'
import { isPossibleKey } from '#kit/possible-key.ts'
import { Refusal } from '#kit/refusal.ts'
import type { ModelAccount } from '#ports/language-model.ts'
import { hasAllItNeeds, isOauth } from './shared-ai-rules.ts'

/** How often a save is repeated because another save changed what it was based on. */
const TRIES = 3

/** 2/4.6: without a credential, no provider is asked. */
export function credentialMissing(): Refusal {
  return validationFailed(new ModelFault('invalid_credentials'))
}

/** Tests each account with one real answer, using exactly the values to be saved (2:4.6.3, 2:4.7.1). */
export function createProof({ models, links }: { models: Pick<AiModels, 'prove'>; links: AiLinks }) {
  /**
   * Requests an answer exactly as the account is used later. Linked ones get a token that should work; if the provider
   * refuses it all the same, it is renewed once, as in a chat. Throws ModelFault.
   */
  async function tryAccount(owner: LinkOwner, account: ModelAccount, signal: AbortSignal): Promise<void> {
    const { provider } = account
    if (!isOauth(provider)) return models.prove(account, signal)
    for (let was_refused = false; ; was_refused = true) {
      const secret = await links.accessToken(owner, provider)
      try {
        return await models.prove({ ...account, secret }, signal)
      } catch (error) {
        if (!(error instanceof ModelFault) || !error.is_secret_refused) throw error
        const may_work = await links.reportRefused(owner, provider, secret)
        if (!may_work || was_refused) throw error
      }
    }
  }

  async function prove(owner: LinkOwner, account: ModelAccount, signal: AbortSignal): Promise<void> {
    const { secret, provider } = account
    if (!isOauth(provider)) {
      if (!hasAllItNeeds(account) || (secret !== '' && !isPossibleKey(secret))) throw credentialMissing()
    }
    try {
      await tryAccount(owner, account, signal)
    } catch (error) {
      throw error instanceof ModelFault ? validationFailed(error) : error
    }
  }

  return { prove, tryAccount }
}

export type Proof = ReturnType<typeof createProof>

/**
 * A test counts only for the account it was made with. `attempt` returns null if another save changed its basis in the
 * meantime; then everything is repeated, so that two saves are never mixed.
 */
export async function untilUnchanged<T>(attempt: () => Promise<T | null>): Promise<T> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const saved = await attempt()
    if (saved !== null) return saved
  }
  throw new Refusal('conflict')
}
