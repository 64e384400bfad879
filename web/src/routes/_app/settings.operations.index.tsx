import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { OperationRow, SettingsRow } from '#features/app-config/settings-row.tsx'
import { OperationsOverview } from '#features/operations/overview.tsx'
import { SettingsPage } from './-settings-page.tsx'

export const Route = createFileRoute('/_app/settings/operations/')({ component: Operations })

function Operations() {
  const { t } = useTranslation()
  return (
    <SettingsPage title={t('settings.operations.title')} text={t('settings.operations.text')}>
      <OperationsOverview row={OperationRow}>
        <SettingsRow id="backups" />
        <SettingsRow id="server" />
      </OperationsOverview>
    </SettingsPage>
  )
}
