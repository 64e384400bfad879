import type { TitleFile } from '@foyer/contract/media-files/media-files'
import { useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type FilesOf, filesQuery } from './api.ts'
import { FileFailure } from './file-failure.tsx'
import { fileText } from './file-text.ts'
import { useFileActions } from './use-file-actions.ts'

interface RowDownloadProps {
  of: FilesOf
  /** The row's file. */
  find: (file: TitleFile) => boolean
}

/**
 * The download at the end of an episode or track row; an error is shown below the row. A file that is not shared has
 * none: the message above the rows covers all of them.
 */
export function RowDownload({ of, find }: RowDownloadProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { data, isPending } = useQuery(filesQuery(of))
  const actions = useFileActions(of.instance_id)
  if (isPending) return <Skeleton className="h-control-sm w-24 shrink-0" />
  const file = data?.find(find)
  if (!file?.downloadable) return null
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        icon={<Download aria-hidden />}
        loading={actions.isBusy(file, 'download')}
        onClick={() => actions.start(file, 'download')}
        className="-me-2 pointer-coarse:min-h-control"
      >
        <span className="sr-only">{t('media_files.download_what', { what: fileText(t, file) })}</span>
        <span className="text-muted tabular-nums">{format.bytes(file.size_bytes)}</span>
      </Button>
      <FileFailure error={actions.failureOf(file)} className="order-last basis-full" />
    </>
  )
}
