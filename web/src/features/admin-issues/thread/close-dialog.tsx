import { type Issue, MAX_NOTE_BYTES } from '@foyer/contract/issues/issue'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { useBackCloses } from '#lib/use-back-closes.ts'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { Field } from '#ui/field.tsx'
import { Modal } from '#ui/modal.tsx'
import { Notice } from '#ui/notice.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { FIRST_FOCUS } from '#ui/use-focus-return.ts'
import { toast } from '#ui/toast-store.ts'
import { type Closing, useCloseIssue } from '../api.ts'
import { fitsBytes } from './text-bytes.ts'

interface CloseDialogProps {
  issue: Issue
  as: Closing
  onClose: () => void
}

/** Closes an issue: resolved or left as it is, with a note; or dismissed. */
export function CloseDialog({ issue, as, onClose }: CloseDialogProps) {
  const { t } = useTranslation()
  const close = useCloseIssue(issue.id, ended => {
    toast(t(`admin_issues.closed_${ended}`), { tone: 'ok' })
    onClose()
  })
  const [note, setNote] = useState('')
  // It leaves the page at once when it is closed, so nobody else gives the focus back.
  const [opener] = useState(() => document.activeElement)
  useEffect(() => () => (opener instanceof HTMLElement ? opener.focus() : undefined), [opener])
  useBackCloses(true, onClose, close.isPending)
  const is_short = fitsBytes(note, MAX_NOTE_BYTES)

  function send() {
    if (is_short) close.mutate({ as, note })
  }

  const failure = close.error && <Notice tone="danger">{errorText(t, close.error)}</Notice>
  if (as === 'dismissed')
    return (
      <Confirm
        open
        onOpenChange={onClose}
        title={t('admin_issues.close.dismiss_title')}
        confirmLabel={t('admin_issues.dismiss')}
        tone="primary"
        loading={close.isPending}
        onConfirm={send}
      >
        {t('admin_issues.close.dismiss_text')}
        {failure && <div className="mt-3">{failure}</div>}
      </Confirm>
    )
  const is_reported = issue.reporter_id !== undefined
  return (
    <Modal
      open
      busy={close.isPending}
      onOpenChange={onClose}
      title={t(`admin_issues.close.${as}_title`)}
      text={is_reported ? t(`admin_issues.close.${as}_text`) : t(`admin_issues.close.${as}_auto`)}
      actions={
        <>
          <Button variant="ghost" disabled={close.isPending} onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button variant="primary" loading={close.isPending} onClick={send}>
            {t(`admin_issues.close.confirm_${as}`)}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {failure}
        <Field
          label={t('admin_issues.close.note')}
          hint={is_reported ? t('admin_issues.close.note_hint') : t('admin_issues.close.note_hint_auto')}
          error={is_short ? undefined : t('admin_issues.too_long')}
          optional
        >
          {wiring => (
            <Textarea
              {...wiring}
              // Opened by key: focus the text.
              {...(matchMedia('(pointer: fine)').matches && FIRST_FOCUS)}
              value={note}
              onChange={event => setNote(event.target.value)}
              onKeyDown={event => {
                if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) send()
              }}
            />
          )}
        </Field>
      </div>
    </Modal>
  )
}
