import type { TitleFile } from '@foyer/contract/media-files/media-files'
import Download from 'lucide-react/icons/download'
import Link2 from 'lucide-react/icons/link-2'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { useBackCloses } from '#lib/use-back-closes.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Modal } from '#ui/modal.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { FileFailure } from './file-failure.tsx'
import { endingOf, fileText, sharedOf } from './file-text.ts'
import { LinkDialog } from './link-dialog.tsx'
import { type FileActions, useFileActions } from './use-file-actions.ts'

interface FileListProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  heading: string
  files: readonly TitleFile[]
  instance_id: string
}

/** 1:4.13.5: the files of a season, an audiobook or an album are separate files, each with its own link. */
export function FileList({ open, onOpenChange, heading, files, instance_id }: FileListProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const actions = useFileActions(instance_id)
  const { shared, size_bytes } = sharedOf(files)
  useBackCloses(open, () => onOpenChange(false))
  return (
    <Modal
      open={open}
      onOpenChange={onOpenChange}
      title={heading}
      text={t('media_files.list_text', { count: shared.length, size: format.bytes(size_bytes) })}
    >
      <ul aria-label={heading} className="-mx-2 flex flex-col divide-y divide-line">
        {files.map(file => (
          <FileRow key={file.file_id} file={file} actions={actions} />
        ))}
      </ul>
      <LinkDialog actions={actions} />
    </Modal>
  )
}

function FileRow({ file, actions }: { file: TitleFile; actions: FileActions }) {
  const { t } = useTranslation()
  const format = useFormat()
  const what = fileText(t, file)
  // A file name already contains its format.
  const ending = what === file.name ? undefined : endingOf(file.name)
  const facts = [
    format.bytes(file.size_bytes),
    ending,
    !file.downloadable && t('media_files.not_shared_short'),
  ].filter(Boolean)
  const icon = (how: 'download' | 'copy', usual: React.ReactNode) =>
    actions.isBusy(file, how) ? <Spinner /> : usual
  return (
    <li className="flex min-h-16 flex-wrap items-center gap-x-1 px-2 py-2">
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="line-clamp-2 text-sm font-medium wrap-anywhere">{what}</span>
        <span className="text-sm text-muted tabular-nums">{facts.join(' · ')}</span>
      </span>
      {file.downloadable && (
        <>
          <IconButton
            label={t('media_files.copy_link_of', { what })}
            icon={icon('copy', <Link2 />)}
            onClick={() => actions.start(file, 'copy')}
          />
          <IconButton
            label={t('media_files.download_what', { what })}
            icon={icon('download', <Download />)}
            className="text-text"
            onClick={() => actions.start(file, 'download')}
          />
        </>
      )}
      <FileFailure error={actions.failureOf(file)} className="basis-full pt-1" />
    </li>
  )
}
