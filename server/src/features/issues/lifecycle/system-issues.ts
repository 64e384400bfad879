import { SYSTEM_ISSUE_TITLES } from '@foyer/contract/issues/system-issues'
import { REMEDIATION_SENTENCES } from '@foyer/contract/remediation/sentences'
import { fillSentence } from '@foyer/contract/sentences'
import type { Db, Tx } from '#db/database.ts'
import type { AiHealthFailure } from '#features/ai-accounts/index.ts'
import type { Issues } from '../issue.ts'

const AI_HEALTH = {
  key: 'ai_health',
  title: SYSTEM_ISSUE_TITLES.ai_health,
  resolution_kind: 'ai_health_restored',
  resolution: 'The included AI profile answers again.',
} as const

const AGENT_PROVIDER = {
  key: 'agent_provider',
  title: SYSTEM_ISSUE_TITLES.agent_provider,
  resolution_kind: 'remediation_provider_configured',
  resolution: 'The agent has an AI profile again, or was turned off.',
  // It is looked at every minute, and a decision of an admin must outlive that.
  stays_ended: true,
} as const

const CAUSES: Record<AiHealthFailure['category'], string> = {
  invalid_credentials: REMEDIATION_SENTENCES.refused_credentials,
  unsupported_model: REMEDIATION_SENTENCES.model_not_offered,
  quota_or_rate_limit: REMEDIATION_SENTENCES.refused_by_quota,
  upstream_unavailable: REMEDIATION_SENTENCES.provider_silent,
  invalid_response: REMEDIATION_SENTENCES.provider_unusable,
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
  // Line by line, as clients translate it.
  return [
    CAUSES[category],
    fillSentence(REMEDIATION_SENTENCES.failing_since, { value: failing_since }),
    fillSentence(REMEDIATION_SENTENCES.last_checked, { value: last_checked_at }),
  ].join('\n')
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
  return enabled && !has_profile ? REMEDIATION_SENTENCES.agent_waits : null
}
