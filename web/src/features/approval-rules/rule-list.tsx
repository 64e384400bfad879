import { useQuery } from '@tanstack/react-query'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#lib/link.tsx'
import { ReadFailure } from '#lib/read-failure.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { RowList } from '#ui/row-link.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { rulesQuery } from './api.ts'
import { RuleRow } from './rule-row.tsx'

export function RuleList() {
  const { t } = useTranslation()
  const read = useQuery(rulesQuery())
  const { data, error } = read
  if (!data && error) return <ReadFailure of={read} title={t('approval_rules.unreadable')} />
  if (!data)
    return (
      <div aria-busy>
        <Skeleton className="h-64 w-full rounded-card" />
      </div>
    )
  if (data.length === 0)
    return (
      <EmptyState
        icon={<ShieldCheck />}
        title={t('approval_rules.empty_title')}
        action={<ButtonLink to="/settings/agent-actions">{t('approval_rules.empty_action')}</ButtonLink>}
      >
        {t('approval_rules.empty_text')}
      </EmptyState>
    )
  return (
    <RowList aria-label={t('approval_rules.list')}>
      {data.map(rule => (
        <RuleRow key={rule.id} rule={rule} />
      ))}
    </RowList>
  )
}
