import type { TitleFile } from '@foyer/contract/media-files/media-files'
import { useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import Link2 from 'lucide-react/icons/link-2'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useMediaQuery } from '#ui/use-media-query.ts'
import { type FilesOf, filesQuery } from './api.ts'
import { FileFailure } from './file-failure.tsx'
import { FileList } from './file-list.tsx'
import { sharedOf } from './file-text.ts'
import { LinkDialog } from './link-dialog.tsx'
import { useFileActions } from './use-file-actions.ts'

interface DownloadFilesProps {
  of: FilesOf
  /** The files to include; all if absent. */
  pick?: (file: TitleFile) => boolean
  /** What is downloaded: the title, a season, a format. */
  heading: string
  /** The library's name, if several have it. */
  library?: string | undefined
  /** In a narrow row: an icon on a phone, which opens the list. */
  compact?: boolean
}

/** The download button of a title or a part of it: one file directly, several as a list. */
export function DownloadFiles({ of, pick, compact = false, ...rest }: DownloadFilesProps) {
  const { t } = useTranslation()
  const is_wide = useMediaQuery('(min-width: 40rem)')
  const is_icon = compact && !is_wide
  const read = useQuery(filesQuery(of))
  const { data, error } = read
  if (error && !data) return <ReadFailure of={read} compact title={t('media_files.unreadable')} />
  if (!data)
    return is_icon ? (
      <Skeleton className="size-12" />
    ) : (
      <Button loading size={compact ? 'lg' : 'md'} icon={<Download aria-hidden />}>
        {t('media_files.download')}
      </Button>
    )
  const files = pick ? data.filter(pick) : data
  if (files.length === 0) return null
  if (!files.some(file => file.downloadable))
    return (
      <p className="flex min-h-control items-center text-sm text-muted">
        {t('media_files.not_shared', { count: files.length })}
      </p>
    )
  return <Shared {...rest} compact={compact} is_icon={is_icon} files={files} instance_id={of.instance_id} />
}

interface SharedProps extends Pick<DownloadFilesProps, 'heading' | 'library' | 'compact'> {
  is_icon: boolean
  files: readonly TitleFile[]
  instance_id: string
}

function Shared({ files, instance_id, heading, library, compact, is_icon }: SharedProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const actions = useFileActions(instance_id)
  const [listed, setListed] = useState(false)
  const { size_bytes } = sharedOf(files)
  const [only] = files.length === 1 ? files : []
  const word = library ? t('media_files.download_from', { library }) : t('media_files.download')
  const list = (
    <FileList
      open={listed}
      onOpenChange={setListed}
      heading={heading}
      files={files}
      instance_id={instance_id}
    />
  )
  if (is_icon)
    return (
      <>
        <IconButton
          variant="solid"
          className="size-12"
          label={`${word} ${heading}`}
          icon={<Download />}
          aria-haspopup="dialog"
          onClick={() => setListed(true)}
        />
        {list}
      </>
    )
  const facts = [!only && t('media_files.files', { count: files.length }), format.bytes(size_bytes)].filter(
    Boolean,
  )
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="flex items-center gap-1">
        <Button
          size={compact ? 'lg' : 'md'}
          icon={<Download aria-hidden />}
          loading={only ? actions.isBusy(only, 'download') : false}
          aria-haspopup={only ? undefined : 'dialog'}
          onClick={() => (only ? actions.start(only, 'download') : setListed(true))}
        >
          {word}
          <span className="sr-only">{heading}</span>
          <span className="font-normal text-muted tabular-nums">{facts.join(' · ')}</span>
        </Button>
        {only && (
          <IconButton
            label={t('media_files.copy_link_of', { what: heading })}
            title={t('media_files.copy_hint')}
            icon={<Link2 />}
            aria-busy={actions.isBusy(only, 'copy')}
            onClick={() => actions.start(only, 'copy')}
          />
        )}
      </div>
      {only && <FileFailure error={actions.failureOf(only)} className="max-w-xs" />}
      <LinkDialog actions={actions} />
      {!only && list}
    </div>
  )
}
