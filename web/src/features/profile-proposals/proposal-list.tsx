import { useQuery } from '@tanstack/react-query'
import ListChecks from 'lucide-react/icons/list-checks'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#lib/link.tsx'
import { ReadFailure } from '#lib/read-failure.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type ProposalFilter, proposalsQuery } from './api.ts'
import { ProposalCard } from './proposal-card.tsx'

interface ProposalListProps {
  filter: ProposalFilter
  onFilter: (filter: ProposalFilter) => void
}

export function ProposalList({ filter, onFilter }: ProposalListProps) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-4">
      <div>
        <Segmented
          label={t('profile_proposals.which')}
          value={filter}
          onChange={onFilter}
          choices={[
            { value: 'pending', label: t('profile_proposals.pending') },
            { value: 'all', label: t('profile_proposals.all') },
          ]}
        />
      </div>
      <Proposals filter={filter} />
    </div>
  )
}

function Proposals({ filter }: Pick<ProposalListProps, 'filter'>) {
  const { t } = useTranslation()
  const read = useQuery(proposalsQuery(filter))
  const { data, error } = read
  if (!data && !error)
    return (
      <div aria-busy className="flex flex-col gap-4">
        <Skeleton className="h-72 w-full rounded-card" />
        <Skeleton className="h-72 w-full rounded-card" />
      </div>
    )
  if (!data) return <ReadFailure of={read} title={t('profile_proposals.unreadable')} />
  if (data.length === 0)
    return (
      <EmptyState
        icon={<ListChecks />}
        title={filter === 'pending' ? t('profile_proposals.empty_title') : t('profile_proposals.none_title')}
        action={
          <ButtonLink to="/settings/configuration-history">
            {t('settings.configuration_history.title')}
          </ButtonLink>
        }
      >
        {t('profile_proposals.empty_text')}
      </EmptyState>
    )
  const first = data.find(({ status }) => status === 'pending')
  return (
    <ul aria-label={t('profile_proposals.list')} className="flex flex-col gap-4">
      {data.map(proposal => (
        <li key={proposal.id}>
          <ProposalCard proposal={proposal} leads={proposal === first} />
        </li>
      ))}
    </ul>
  )
}
