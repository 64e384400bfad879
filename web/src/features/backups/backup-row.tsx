import type { Backup } from '@foyer/contract/operations/backups'
import ArrowUpToLine from 'lucide-react/icons/arrow-up-to-line'
import Download from 'lucide-react/icons/download'
import Ellipsis from 'lucide-react/icons/ellipsis'
import FileQuestionMark from 'lucide-react/icons/file-question-mark'
import Hand from 'lucide-react/icons/hand'
import History from 'lucide-react/icons/history'
import Moon from 'lucide-react/icons/moon'
import PackageCheck from 'lucide-react/icons/package-check'
import Trash2 from 'lucide-react/icons/trash-2'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { useNow } from '#lib/use-now.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { IconTile } from '#ui/icon-tile.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { Notice } from '#ui/notice.tsx'
import { useDeleteBackup, useDownloadBackup } from './api.ts'
import { backupError } from './backup-error.ts'

const ICONS: Readonly<Record<Backup['kind'], ReactNode>> = {
  nightly: <Moon />,
  upgrade: <PackageCheck />,
  manual: <Hand />,
  uploaded: <ArrowUpToLine />,
  restore_point: <History />,
  other: <FileQuestionMark />,
}

interface BackupRowProps {
  backup: Backup
  onRestore: () => void
}

export function BackupRow({ backup, onRestore }: BackupRowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const save = useDownloadBackup()
  const remove = useDeleteBackup()
  const [confirming, setConfirming] = useState(false)
  const { name, kind, bytes, created_at, schema, newer } = backup
  const when = format.dateTime(created_at)
  const failure = save.error ?? remove.error
  return (
    <li className="flex flex-col gap-2 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <IconTile tone={kind === 'restore_point' ? 'accent' : 'neutral'}>{ICONS[kind]}</IconTile>
        <div className="flex min-w-0 flex-1 basis-48 flex-col gap-0.5">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
            <time dateTime={created_at} title={name}>
              {when}
            </time>
            {newer && <Badge tone="warn">{t('backups.newer')}</Badge>}
            {schema === null && <Badge tone="danger">{t('backups.unreadable')}</Badge>}
          </span>
          <span className="text-sm wrap-anywhere text-muted">
            {[t(`backups.kind.${kind}`), format.bytes(bytes), format.relative(created_at, now)].join(' · ')}
          </span>
          {schema !== null && (
            <span className="text-sm wrap-anywhere text-muted">{t('backups.schema', { schema })}</span>
          )}
        </div>
        <div className="flex items-center gap-2 max-sm:ms-14">
          <Button
            size="sm"
            aria-label={t('backups.restore_this', { when })}
            disabled={newer || schema === null}
            onClick={onRestore}
          >
            {t('backups.restore')}
          </Button>
          <Menu
            trigger={
              <IconButton label={t('backups.more', { when })} icon={<Ellipsis />} disabled={save.isPending} />
            }
          >
            <MenuItem icon={<Download />} onSelect={() => save.mutate(name)}>
              {t('backups.download')}
            </MenuItem>
            <MenuItem icon={<Trash2 />} tone="danger" onSelect={() => setConfirming(true)}>
              {t('backups.delete')}
            </MenuItem>
          </Menu>
        </div>
      </div>
      {save.isPending && <output className="text-sm text-muted">{t('backups.downloading')}</output>}
      {failure && <Notice tone="danger">{backupError(t, failure)}</Notice>}
      <Confirm
        open={confirming}
        onOpenChange={setConfirming}
        title={t('backups.delete_title', { when })}
        confirmLabel={t('backups.delete')}
        loading={remove.isPending}
        onConfirm={() => remove.mutate(name, { onSettled: () => setConfirming(false) })}
      >
        {t(kind === 'restore_point' ? 'backups.delete_point_text' : 'backups.delete_text')}
      </Confirm>
    </li>
  )
}
