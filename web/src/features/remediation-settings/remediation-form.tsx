import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ReadFailure } from '#lib/read-failure.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { AgentCard } from './agent-card.tsx'
import { remediationQuery } from './api.ts'
import { type Ai, ModelCard } from './model-card.tsx'
import { NumberCard } from './number-card.tsx'
import { ReportsCard } from './reports-card.tsx'

const OBSERVATION = [
  'observation_min_minutes',
  'observation_quiet_minutes',
  'observation_settle_minutes',
] as const
const LIMITS = [
  'max_steps',
  'max_wall_clock_secs',
  'max_turn_tokens',
  'daily_run_cap',
  'circuit_breaker_giveups',
  'max_user_wait_hours',
] as const

/** Reports and detection first: they work without any AI. */
export function RemediationForm({ ai }: { ai: Ai }) {
  const { t } = useTranslation()
  const read = useQuery(remediationQuery())
  const { data, error } = read
  if (data)
    return (
      <>
        <ReportsCard settings={data} />
        <NumberCard
          title={t('remediation_settings.observation.title')}
          text={t('remediation_settings.observation.text')}
          names={OBSERVATION}
          settings={data}
        />
        <AgentCard settings={data} ai={ai.state} unread={ai.unread} />
        <ModelCard settings={data} ai={ai} />
        <NumberCard
          title={t('remediation_settings.limits.title')}
          text={t('remediation_settings.limits.text')}
          names={LIMITS}
          settings={data}
        />
      </>
    )
  if (error) return <ReadFailure of={read} title={t('remediation_settings.unreadable')} />
  return (
    <div aria-busy className="flex flex-col gap-6">
      <Skeleton className="h-60 w-full rounded-card" />
      <Skeleton className="h-80 w-full rounded-card" />
      <Skeleton className="h-112 w-full rounded-card" />
    </div>
  )
}
