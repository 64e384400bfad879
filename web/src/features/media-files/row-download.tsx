import type { TitleFile } from '@foyer/contract/media-files'
import { useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type FilesOf, filesQuery } from './api.ts'
import { FileFailure } from './file-failure.tsx'
import { fileWords } from './file-words.ts'
import { useFileActions } from './use-file-actions.ts'

interface RowDownloadProps {
  of: FilesOf
  /** The file of this row among those of the title. */
  find: (file: TitleFile) => boolean
}

/**
 * The download at the end of an episode's or track's row; what went wrong stands below the row, which wraps.
 * A file that is not shared has none: what stands above the rows speaks for all of them.
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
        <span className="sr-only">{t('media_files.download_what', { what: fileWords(t, file) })}</span>
        <span className="text-muted tabular-nums">{format.bytes(file.size_bytes)}</span>
      </Button>
      <FileFailure error={actions.failureOf(file)} className="order-last basis-full" />
    </>
  )
}
