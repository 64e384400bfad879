import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { SettingsList } from '#features/app-config/settings-list.tsx'
import { attentionQuery } from '#features/attention/api.ts'
import { hasPermission, requirePermission } from '#lib/guard.ts'
import { usePageTitle } from '#lib/page-title.ts'
import { searchTexts } from '#lib/texts/search-texts.ts'
import { Page } from '#ui/page.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SetupChecklist } from './-setup-checklist.tsx'

export const Route = createFileRoute('/_app/settings/')({
  loader() {
    requirePermission('instances:manage')
    return searchTexts()
  },
  component: Settings,
})

function Settings() {
  const { t } = useTranslation()
  const can_decide = hasPermission('requests:manage')
  const { data: attention } = useQuery({ ...attentionQuery(), enabled: can_decide })
  usePageTitle(t('settings.title'))
  return (
    <Page>
      <PageHeader title={t('settings.title')} text={t('settings.text')} />
      <SettingsList
        counts={{
          proposals: attention?.pending_proposals ?? 0,
          agent_actions: attention?.pending_actions ?? 0,
          included_ai: attention?.included_ai ? 1 : 0,
          backups: attention?.backup_problem ? 1 : 0,
        }}
      />
      <SetupChecklist collapsed />
    </Page>
  )
}
