import type { BookFormat } from '@foyer/contract/requests/requests'
import type { TitleRemovalPreview } from '@foyer/contract/title-tools'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#lib/api-error.ts'
import { upstreamText } from '#lib/upstream-sentence.ts'
import { useFormat } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Modal } from '#ui/modal.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast-store.ts'
import { type ManagedTitle, removalQuery, useRemoveTitle } from './api.ts'

/** Where it is removed from. */
export interface RemovedFrom {
  id: string
  name: string
  /** Of a book or album. */
  record_id: number | undefined
  book_format: BookFormat | undefined
}

interface RemovalStepProps {
  open: boolean
  title: ManagedTitle
  library: RemovedFrom
  onOpenChange: (open: boolean) => void
  onBack: () => void
}

/** Shows exactly what a removal deletes; only that is confirmed. */
export function RemovalStep({ open, title, library, onOpenChange, onBack }: RemovalStepProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [delete_files, setDeleteFiles] = useState(true)
  const place = { instance_id: library.id, record_id: library.record_id }
  const { data, error, isFetching, refetch } = useQuery(removalQuery(title, place))
  const removal = useRemoveTitle(title)
  const has_files = (data?.files.length ?? 0) > 0

  function confirm({ confirmation }: TitleRemovalPreview) {
    removal.mutate(
      { ...place, confirmation, delete_files },
      {
        onSuccess({ state }) {
          const tone = state === 'done' ? 'ok' : 'danger'
          toast(t(`title_tools.removed_${state === 'done' ? 'done' : 'unknown'}`, names), { tone })
          onBack()
        },
        // The list that was shown is no longer true.
        onError: failure => failure instanceof ApiError && failure.status === 409 && void refetch(),
      },
    )
  }

  const { book_format } = library
  const name = book_format ? `${title.name} (${t(`requests.format.${book_format}`)})` : title.name
  const names = { name, library: library.name }
  const deletes = has_files && delete_files
  return (
    <Modal
      open={open}
      busy={removal.isPending}
      onOpenChange={onOpenChange}
      title={t('title_tools.remove_title', names)}
      actions={
        <>
          <Button variant="ghost" disabled={removal.isPending} onClick={onBack}>
            {t('ui.cancel')}
          </Button>
          <Button
            variant="danger"
            disabled={!data || isFetching}
            loading={removal.isPending}
            onClick={() => data && confirm(data)}
          >
            {deletes
              ? t('title_tools.remove_and_delete', { size: format.bytes(data?.total_bytes ?? 0) })
              : t('title_tools.remove_entry')}
          </Button>
        </>
      }
    >
      {error && !data ? (
        <ErrorState compact retrying={isFetching} onRetry={() => void refetch()}>
          {upstreamText(t, error)}
        </ErrorState>
      ) : !data ? (
        <div aria-busy className="flex flex-col gap-3">
          <Skeleton className="h-5 w-3/4" />
          <Skeleton className="h-28" />
        </div>
      ) : (
        <div className="flex flex-col gap-4">
          {removal.error && <Notice tone="danger">{upstreamText(t, removal.error)}</Notice>}
          <p>{t('title_tools.entry_goes', { title: data.title, library: library.name })}</p>
          {!('tmdb_id' in title) && (
            <p className="text-sm text-muted">{t('work_tools.returns', { library: library.name })}</p>
          )}
          {has_files && (
            <Checkbox
              label={t('title_tools.delete_files')}
              hint={t('title_tools.delete_files_hint')}
              checked={delete_files}
              onChange={event => setDeleteFiles(event.target.checked)}
            />
          )}
          <FileSummary preview={data} deletes={deletes} />
        </div>
      )}
    </Modal>
  )
}

function FileSummary({ preview, deletes }: { preview: TitleRemovalPreview; deletes: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { files, folder, total_bytes } = preview
  if (files.length === 0) return <p className="text-sm text-muted">{t('title_tools.no_files')}</p>
  const parts = { count: files.length, size: format.bytes(total_bytes) }
  return (
    <div className="flex flex-col gap-2 text-sm">
      <p className="font-medium">
        {deletes ? t('title_tools.files_deleted', parts) : t('title_tools.files_kept', parts)}
      </p>
      {folder && (
        <p className="text-muted wrap-anywhere">
          {deletes ? t('title_tools.folder_deleted', { folder }) : t('title_tools.folder_kept', { folder })}
        </p>
      )}
      <ul
        aria-label={t('title_tools.files')}
        className="divide-y divide-line rounded-card border border-line"
      >
        {files.map(({ name, size_bytes }) => (
          // Discs of an album may have tracks of the same name.
          <li key={`${name} ${size_bytes}`} className="flex items-baseline justify-between gap-4 px-3 py-2">
            <span className="min-w-0 wrap-anywhere">{name}</span>
            <span className="shrink-0 text-muted tabular-nums">{format.bytes(size_bytes)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
