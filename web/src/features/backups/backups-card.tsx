import type { Backup, BackupList } from '@foyer/contract/operations/backups'
import Archive from 'lucide-react/icons/archive'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { SectionCard } from '#ui/card.tsx'
import { IconTile } from '#ui/icon-tile.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast-store.ts'
import { useMakeBackup } from './api.ts'
import { backupError } from './backup-error.ts'
import { BackupRow } from './backup-row.tsx'
import { UploadControl } from './upload-control.tsx'

interface BackupsCardProps {
  list: BackupList
  onRestore: (backup: Backup) => void
}

export function BackupsCard({ list: { backups, kept }, onRestore }: BackupsCardProps) {
  const { t } = useTranslation()
  const make = useMakeBackup()
  const [refusal, setRefusal] = useState<unknown>()
  const failure = make.error ?? refusal

  function backUp() {
    setRefusal(undefined)
    make.mutate(undefined, { onSuccess: () => toast(t('backups.made'), { tone: 'ok' }) })
  }

  return (
    <SectionCard title={t('backups.list_title')} text={t('backups.list_text')}>
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap gap-3">
          <Button variant="primary" icon={<Plus />} loading={make.isPending} onClick={backUp}>
            {t('backups.make')}
          </Button>
          <UploadControl
            onBegin={() => {
              make.reset()
              setRefusal(undefined)
            }}
            onFail={setRefusal}
          />
        </div>
        {failure ? <Notice tone="danger">{backupError(t, failure)}</Notice> : null}
        {backups.length > 0 ? (
          <ul aria-label={t('backups.list_title')} className="divide-y divide-line border-t border-line">
            {backups.map(backup => (
              <BackupRow key={backup.name} backup={backup} onRestore={() => onRestore(backup)} />
            ))}
          </ul>
        ) : (
          <div className="flex items-center gap-4">
            <IconTile tone="neutral">
              <Archive />
            </IconTile>
            <p className="text-sm text-muted">{t('backups.none')}</p>
          </div>
        )}
        <p className="max-w-prose text-sm text-muted">
          {t('backups.kept', { nightly: kept.nightly, upgrade: kept.upgrade })}
        </p>
      </div>
    </SectionCard>
  )
}
