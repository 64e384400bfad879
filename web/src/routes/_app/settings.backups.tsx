import type { Backup, LastRestore } from '@foyer/contract/operations/backups'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { backupsQuery } from '#features/backups/api.ts'
import { BackupsCard } from '#features/backups/backups-card.tsx'
import { LastRestoreNotice } from '#features/backups/last-restore-notice.tsx'
import { RestoreDialog } from '#features/backups/restore-dialog.tsx'
import { Restoring } from '#features/backups/restoring.tsx'
import { ScheduleForm } from '#features/backups/schedule-form.tsx'
import { backupTexts } from '#lib/texts/backup-texts.ts'
import { requirePermission } from '#lib/guard.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { SettingsPage } from './-settings-page.tsx'

export const Route = createFileRoute('/_app/settings/backups')({
  loader: () => {
    requirePermission('admin:*')
    return backupTexts()
  },
  component: BackupsPage,
})

function BackupsPage() {
  const { t } = useTranslation()
  const read = useQuery(backupsQuery())
  const { data, error } = read
  const [chosen, setChosen] = useState<Backup>()
  const [restoring, setRestoring] = useState<LastRestore>()
  return (
    <SettingsPage title={t('settings.backups.title')} text={t('settings.backups.text')}>
      {restoring ? (
        <Restoring restore={restoring} onDone={() => setRestoring(undefined)} />
      ) : data ? (
        <>
          {data.last_restore && <LastRestoreNotice restore={data.last_restore} />}
          <BackupsCard list={data} onRestore={setChosen} />
          <ScheduleForm schedule={data.schedule} next_at={data.next_at} />
          <Notice>{t('backups.key')}</Notice>
        </>
      ) : error ? (
        <ReadFailure of={read} />
      ) : (
        <Skeleton className="h-72 w-full rounded-card" />
      )}
      {chosen && (
        <RestoreDialog
          backup={chosen}
          onClose={() => setChosen(undefined)}
          onAccepted={accepted => {
            setChosen(undefined)
            setRestoring(accepted)
          }}
        />
      )}
    </SettingsPage>
  )
}
