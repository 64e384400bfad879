import { createHash } from 'node:crypto'
import type { AiAccounts, ResolvedModel } from '#features/ai-accounts/index.ts'
import type { SavedRemediation } from '#features/remediation-settings/index.ts'

/**
 * The model of a run: that of the included profile, or the override while the provider is the one it was tested with
 * (2:4.7.2). Never anybody's own account (2:4.7.3). Null: the profile is not complete.
 */
export async function resolveRunModel(
  accounts: Pick<AiAccounts, 'resolveShared'>,
  {
    model_override,
    model_override_provider,
  }: Pick<SavedRemediation, 'model_override' | 'model_override_provider'>,
): Promise<ResolvedModel | null> {
  const shared = await accounts.resolveShared()
  if (!shared || model_override === '' || model_override_provider !== shared.provider) return shared
  const { reportRefused } = shared
  return {
    ...shared,
    model: model_override,
    binding: createHash('sha256')
      .update(JSON.stringify([shared.binding, model_override]))
      .digest('hex'),
    account: async () => ({ ...(await shared.account()), model: model_override }),
    ...(reportRefused && { reportRefused: account => reportRefused(account) }),
  }
}
