import type { Db, Tx } from '#db/database.ts'
import type { AiHealthFailure } from '#features/ai-accounts/index.ts'
import type { Issues } from '../issue.ts'

const AI_HEALTH = {
  key: 'ai_health',
  title: 'The included AI profile does not answer',
  resolution_kind: 'ai_health_restored',
  resolution: 'The included AI profile answers again.',
} as const

const AGENT_PROVIDER = {
  key: 'agent_provider',
  title: 'The agent has no AI profile',
  resolution_kind: 'remediation_provider_configured',
  resolution: 'The agent has an AI profile again, or was turned off.',
  // It is looked at every minute, and a decision of an admin must outlive that.
  stays_ended: true,
} as const

const CAUSES: Record<AiHealthFailure['category'], string> = {
  invalid_credentials: 'The provider refused the credentials.',
  unsupported_model: 'The provider does not offer the model.',
  quota_or_rate_limit: 'The provider refused because of a quota or a rate limit.',
  upstream_unavailable: 'The provider did not answer.',
  invalid_response: 'The provider sent an unusable response.',
}

type SetSystemIssue = Pick<Issues, 'setSystemIssue'>

/** 2:4.7.3: one issue while the daily check fails, refreshed by each further failure. */
export async function noteAiHealth(
  issues: SetSystemIssue,
  tx: Tx,
  failure: AiHealthFailure | null,
): Promise<void> {
  await issues.setSystemIssue(tx, AI_HEALTH, failure && describeFailure(failure))
}

function describeFailure({ category, failing_since, last_checked_at }: AiHealthFailure): string {
  return `${CAUSES[category]} Failing since ${failing_since}, last checked ${last_checked_at}.`
}

interface ProviderFacts {
  enabled: boolean
  has_profile: boolean
}

/** Open while the agent is on and no shared AI profile is complete; call it when either changes. */
export async function noteAgentProvider(issues: SetSystemIssue, tx: Tx, facts: ProviderFacts): Promise<void> {
  await issues.setSystemIssue(tx, AGENT_PROVIDER, describeProvider(facts))
}

/** Whether `noteAgentProvider` would change nothing. */
export async function isAgentProviderNoted(
  issues: Pick<Issues, 'isSystemIssueCurrent'>,
  db: Db,
  facts: ProviderFacts,
): Promise<boolean> {
  return issues.isSystemIssueCurrent(db, AGENT_PROVIDER, describeProvider(facts))
}

function describeProvider({ enabled, has_profile }: ProviderFacts): string | null {
  return enabled && !has_profile
    ? 'Remediation is on, but there is no complete shared AI profile. Issues wait for an admin until there is one.'
    : null
}
