import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { proposalsQuery } from '#features/profile-proposals/api.ts'
import { ProposalList } from '#features/profile-proposals/proposal-list.tsx'
import { assistantSettingsTexts } from '#lib/texts/assistant-texts.ts'
import { requirePermission } from '#lib/guard.ts'
import { SettingsPage } from './-settings-page.tsx'
import { statusChange, validateStatus } from './-status-filter.ts'

export const Route = createFileRoute('/_app/settings/proposals')({
  validateSearch: validateStatus,
  loaderDeps: ({ search }) => search,
  loader({ context, deps }) {
    requirePermission('instances:manage')
    void context.queries.prefetchQuery(proposalsQuery(deps.status ?? 'pending'))
    return assistantSettingsTexts()
  },
  component: Proposals,
})

function Proposals() {
  const { t } = useTranslation()
  const { status = 'pending' } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <SettingsPage title={t('settings.proposals.title')} text={t('settings.proposals.text')}>
      <ProposalList filter={status} onFilter={next => void navigate(statusChange(next))} />
    </SettingsPage>
  )
}
