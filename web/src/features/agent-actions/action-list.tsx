import type { AgentAction } from '@foyer/contract/remediation/agent-actions'
import { useQuery } from '@tanstack/react-query'
import ListChecks from 'lucide-react/icons/list-checks'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#lib/link.tsx'
import { ReadFailure } from '#lib/read-failure.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { ActionAbout } from './action-about.tsx'
import { ActionCard } from './action-card.tsx'
import { type ActionFilter, actionsQuery } from './api.ts'
import { useNamedActions } from './named-actions.ts'
import { useDecisions } from './use-decisions.ts'
import { WaitingView } from './waiting-view.tsx'

interface ActionListProps {
  filter: ActionFilter
  onFilter: (filter: ActionFilter) => void
}

/** Fixes that wait for a decision, or those that no longer do. */
export function ActionList({ filter, onFilter }: ActionListProps) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-4">
      <div>
        <Segmented
          label={t('agent_actions.which')}
          value={filter}
          onChange={onFilter}
          choices={[
            { value: 'awaiting', label: t('agent_actions.pending') },
            { value: 'all', label: t('agent_actions.all') },
          ]}
        />
      </div>
      <Actions filter={filter} />
    </div>
  )
}

function Actions({ filter }: Pick<ActionListProps, 'filter'>) {
  const { t } = useTranslation()
  const read = useQuery(actionsQuery(filter))
  const { data, error } = read
  if (data) return filter === 'awaiting' ? <WaitingView actions={data} /> : <HistoryView actions={data} />
  if (error) return <ReadFailure of={read} title={t('agent_actions.unreadable')} />
  return (
    <div aria-busy className="flex flex-col gap-4">
      <Skeleton className="h-80 w-full rounded-card sm:h-56" />
      <Skeleton className="h-80 w-full rounded-card sm:h-56" />
    </div>
  )
}

function HistoryView({ actions: all }: { actions: readonly AgentAction[] }) {
  const { t } = useTranslation()
  const decisions = useDecisions()
  const decided = useMemo(() => all.filter(({ status }) => status !== 'proposed'), [all])
  const actions = useNamedActions(decided)
  if (actions.length === 0)
    return (
      <EmptyState
        icon={<ListChecks />}
        title={t('agent_actions.none_title')}
        action={<ButtonLink to="/settings/problems">{t('settings.problems.title')}</ButtonLink>}
      >
        {t('agent_actions.none_text')}
      </EmptyState>
    )
  return (
    <ul aria-label={t('agent_actions.list')} className="flex flex-col gap-4">
      {actions.map(action => (
        <li key={action.id}>
          <Card>
            <ActionCard action={action} decisions={decisions} about={<ActionAbout action={action} />} />
          </Card>
        </li>
      ))}
    </ul>
  )
}
