import type { QueueRow } from '@foyer/contract/requests/admin-requests'
import type { QualityProfile } from '@foyer/contract/request-settings'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { useFormat } from '#lib/i18n.ts'
import { useBackCloses } from '#lib/use-back-closes.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Modal } from '#ui/modal.tsx'
import { Notice } from '#ui/notice.tsx'
import { Select } from '#ui/select.tsx'
import { namesOf } from '../queue/requesters.ts'

interface EditDialogProps {
  row: QueueRow
  profiles: readonly QualityProfile[]
  /** 0: the default, whatever it is when the request is delivered. */
  quality: number
  /** The words for the default, and where it comes from. */
  default_label: string
  default_hint: string | undefined
  onQuality: (id: number) => void
  busy: boolean
  error: unknown
  can_approve: boolean
  onApprove: () => void
  onClose: () => void
  /** The seasons of a show. */
  children?: ReactNode
  /** The library, where there is more than one of the kind. */
  library?: ReactNode
  /** The root folder, where there is more than one. */
  folder?: ReactNode
  /** In place of choices that are not read yet, or could not be read. */
  unread?: ReactNode
}

/** Additions count against the requester's limit. */
export function EditDialog(props: EditDialogProps) {
  const { row, profiles, quality, default_label, default_hint, onQuality } = props
  const { busy, error, can_approve, onApprove, onClose, children, library, folder, unread } = props
  const { t } = useTranslation()
  const format = useFormat()
  useBackCloses(true, onClose, busy)
  const has_choice = row.media_type === 'tv' || profiles.length > 1 || Boolean(library) || Boolean(folder)
  return (
    <Modal
      open
      busy={busy}
      onOpenChange={open => {
        if (!open) onClose()
      }}
      title={t('approvals.edit_title', { title: row.title })}
      text={t('approvals.edit_text', { name: format.list(namesOf(row)) })}
      actions={
        <>
          <Button variant="ghost" disabled={busy} onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button variant="primary" loading={busy} disabled={!can_approve} onClick={onApprove}>
            {t('approvals.approve')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {children}
        {library}
        {profiles.length > 1 && (
          <Field label={t('approvals.quality')} hint={quality === 0 && default_hint}>
            {wiring => (
              <Select
                {...wiring}
                value={String(quality)}
                onChange={id => onQuality(Number(id))}
                choices={[
                  { value: '0', label: default_label },
                  ...profiles.map(({ id, name }) => ({ value: String(id), label: name })),
                ]}
              />
            )}
          </Field>
        )}
        {folder}
        {unread || (!has_choice && <p className="text-sm text-muted">{t('approvals.nothing_to_change')}</p>)}
        {error !== undefined && error !== null && <Notice tone="danger">{errorText(t, error)}</Notice>}
      </div>
    </Modal>
  )
}
