import type { Backup, LastRestore, RestorePreview } from '@foyer/contract/operations/backups'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Modal } from '#ui/modal.tsx'
import { Notice } from '#ui/notice.tsx'
import { RowSkeleton } from '#ui/skeleton.tsx'
import { useRestore, useRestorePreview } from './api.ts'
import { backupError } from './backup-error.ts'

interface RestoreDialogProps {
  backup: Backup
  onClose: () => void
  onAccepted: (restore: LastRestore) => void
}

/** What the backup holds, what restoring it does, and the button that does it. */
export function RestoreDialog({ backup, onClose, onAccepted }: RestoreDialogProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { data, error, isFetching, refetch } = useRestorePreview(backup.name)
  const restore = useRestore()
  const confirmation = data?.confirmation
  return (
    <Modal
      open
      busy={restore.isPending}
      onOpenChange={open => !open && onClose()}
      title={t('backups.restore_title')}
      text={t('backups.restore_text', { when: format.dateTime(backup.created_at) })}
      actions={
        <>
          <Button variant="ghost" disabled={restore.isPending} onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button
            variant="danger"
            loading={restore.isPending}
            disabled={!confirmation}
            onClick={() => {
              if (!confirmation) return
              restore.mutate({ name: backup.name, confirmation }, { onSuccess: onAccepted })
            }}
          >
            {t('backups.restore_confirm')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {restore.error && <Notice tone="danger">{backupError(t, restore.error)}</Notice>}
        {data ? (
          <Preview preview={data} />
        ) : error ? (
          <ErrorState
            compact
            title={t('backups.not_usable')}
            retrying={isFetching}
            onRetry={() => void refetch()}
          >
            {backupError(t, error)}
          </ErrorState>
        ) : (
          <div aria-busy>
            <p className="text-sm text-muted">{t('backups.checking')}</p>
            <RowSkeleton />
          </div>
        )}
      </div>
    </Modal>
  )
}

const COUNTED = ['people', 'instances', 'requests'] as const

function Preview({ preview: { contents, now, last_used_at } }: { preview: RestorePreview }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <>
      <table className="w-full text-sm">
        <caption className="sr-only">{t('backups.compare')}</caption>
        <thead>
          <tr className="border-b border-line text-muted">
            <th scope="col" className="py-2">
              <span className="sr-only">{t('backups.what')}</span>
            </th>
            <th scope="col" className="py-2 text-end font-medium">
              {t('backups.in_backup')}
            </th>
            <th scope="col" className="py-2 text-end font-medium">
              {t('backups.now')}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line tabular-nums">
          {COUNTED.map(what => (
            <tr key={what}>
              <th scope="row" className="py-2 text-start font-normal text-muted">
                {t(`backups.counted.${what}`)}
              </th>
              <td className="py-2 text-end">{format.number(contents[what])}</td>
              <td className="py-2 text-end">{format.number(now[what])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {last_used_at && (
        <p className="text-sm text-muted">
          {t('backups.last_used', { when: format.dateTime(last_used_at) })}
        </p>
      )}
      <ul className="flex list-disc flex-col gap-2 ps-5 text-sm">
        <li>{t('backups.effect.restart')}</li>
        <li>{t('backups.effect.since')}</li>
        <li>{t('backups.effect.work')}</li>
        <li>{t('backups.effect.sessions')}</li>
        <li>{t('backups.effect.point')}</li>
      </ul>
    </>
  )
}
