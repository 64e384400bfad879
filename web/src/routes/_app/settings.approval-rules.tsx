import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { candidatesQuery, rulesQuery } from '#features/approval-rules/api.ts'
import { CandidateList } from '#features/approval-rules/candidate-list.tsx'
import { RuleList } from '#features/approval-rules/rule-list.tsx'
import { requirePermission } from '#lib/guard.ts'
import { remediationTexts } from '#lib/texts/remediation-texts.ts'
import { SettingsPage } from './-settings-page.tsx'

export const Route = createFileRoute('/_app/settings/approval-rules')({
  loader({ context }) {
    requirePermission('remediation:manage')
    void context.queries.prefetchQuery(rulesQuery())
    void context.queries.prefetchQuery(candidatesQuery())
    return remediationTexts()
  },
  component: ApprovalRules,
})

function ApprovalRules() {
  const { t } = useTranslation()
  return (
    <SettingsPage title={t('settings.approval_rules.title')} text={t('settings.approval_rules.text')}>
      <RuleList />
      <CandidateList />
    </SettingsPage>
  )
}
