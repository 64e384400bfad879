import { type AiLinks, userIdOf } from '#features/ai-links/index.ts'
import type { AiModels } from '#features/ai-models/index.ts'
import { createCurrentCaller } from '#features/sessions/index.ts'
import type { Platform } from '#platform/platform.ts'
import { aiAccountRoutes } from './ai-account-routes.ts'
import { createAiHealth } from './ai-health.ts'
import { createAiResolution } from './ai-resolution.ts'
import { createKeyVault } from './key-vault.ts'
import { createPersonalAccounts } from './personal-accounts.ts'
import { createProof } from './proof.ts'
import { createSharedProfile } from './shared-profile.ts'

const EVERYONE = { to: 'everyone' } as const

/** Which model somebody talks to: their own choice, or what the server includes. */
export function createAiAccountsSlice(platform: Platform, needs: { models: AiModels; links: AiLinks }) {
  const { database, events, hooks } = platform
  const vault = createKeyVault(platform)
  const proof = createProof(needs)
  const resolution = createAiResolution({ ...platform, ...needs, vault })
  const health = createAiHealth({
    ...platform,
    ...needs,
    changed: hooks.aiHealthChanged.run,
    findShared: async db => resolution.findShared(db, await resolution.readShared(db)),
    tryShared: (account, signal) => proof.tryAccount('shared', account, signal),
  })
  const shared = createSharedProfile({
    ...platform,
    ...needs,
    resolution,
    proof,
    health,
    changed: hooks.sharedAiChanged.run,
  })
  const personal = createPersonalAccounts({
    ...platform,
    ...needs,
    vault,
    resolution,
    proof,
    currentCaller: db => createCurrentCaller({ read: db }),
  })

  hooks.aiAccountLinked.on('ai-accounts', async (tx, { owner, provider, model }) => {
    const user_id = userIdOf(owner)
    if (user_id === null) await shared.adoptLink(tx, provider, model)
    else await personal.adoptLink(tx, { user_id, provider, model })
    const audience = user_id === null ? EVERYONE : { to: 'users' as const, user_ids: [user_id] }
    await events.publish(tx, { type: 'config_changed', data: {} }, audience)
  })

  const { accounts, selectedModel } = resolution
  hooks.selectedModel.provide('ai-accounts', selectedModel)
  return {
    api: { accounts, shared, health },
    routes: aiAccountRoutes(user_id => accounts.availabilityOf(database.read, user_id), personal),
    start: health.start,
  }
}
