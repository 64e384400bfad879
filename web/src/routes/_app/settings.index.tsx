import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { SettingsList } from '#features/app-config/settings-list.tsx'
import { requirePermission } from '#lib/guard.ts'
import { usePageTitle } from '#lib/page-title.ts'
import { Page } from '#ui/page.tsx'
import { PageHeader } from '#ui/page-header.tsx'

export const Route = createFileRoute('/_app/settings/')({
  loader: () => requirePermission('instances:manage'),
  component: Settings,
})

function Settings() {
  const { t } = useTranslation()
  usePageTitle(t('settings.title'))
  return (
    <Page>
      <PageHeader title={t('settings.title')} text={t('settings.text')} />
      <SettingsList />
    </Page>
  )
}
