import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ActionList } from '#features/agent-actions/action-list.tsx'
import { actionsQuery } from '#features/agent-actions/api.ts'
import { requirePermission } from '#lib/guard.ts'
import { remediationTexts } from '#lib/texts/remediation-texts.ts'
import { SettingsPage } from './-settings-page.tsx'
import { statusChange, validateStatus } from './-status-filter.ts'

export const Route = createFileRoute('/_app/settings/agent-actions')({
  validateSearch: validateStatus,
  loaderDeps: ({ search }) => search,
  loader({ context, deps }) {
    requirePermission('remediation:manage')
    void context.queries.prefetchQuery(actionsQuery(deps.status ?? 'awaiting'))
    return remediationTexts()
  },
  component: AgentActions,
})

function AgentActions() {
  const { t } = useTranslation()
  const { status = 'awaiting' } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <SettingsPage title={t('settings.agent_actions.title')} text={t('settings.agent_actions.text')}>
      <ActionList filter={status} onFilter={next => void navigate(statusChange(next))} />
    </SettingsPage>
  )
}
