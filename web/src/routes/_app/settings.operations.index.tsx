import { createFileRoute } from '@tanstack/react-router'
import DatabaseBackup from 'lucide-react/icons/database-backup'
import { useTranslation } from 'react-i18next'
import { OperationRow, SettingsRow } from '#features/app-config/settings-row.tsx'
import { OperationsOverview } from '#features/operations/overview.tsx'
import { IconTile } from '#ui/icon-tile.tsx'
import { RowLink } from '#ui/row-link.tsx'
import { SettingsPage } from './-settings-page.tsx'

export const Route = createFileRoute('/_app/settings/operations/')({ component: Operations })

function Operations() {
  const { t } = useTranslation()
  return (
    <SettingsPage title={t('settings.operations.title')} text={t('settings.operations.text')}>
      <OperationsOverview row={OperationRow}>
        <li>
          <RowLink
            href="settings/backups"
            mark={
              <IconTile>
                <DatabaseBackup />
              </IconTile>
            }
            title={t('operations.backups_title')}
            text={t('operations.backups_text')}
          />
        </li>
        <SettingsRow id="server" />
      </OperationsOverview>
    </SettingsPage>
  )
}
