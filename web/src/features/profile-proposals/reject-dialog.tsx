import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBackCloses } from '#lib/use-back-closes.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Modal } from '#ui/modal.tsx'
import { Textarea } from '#ui/textarea.tsx'

/** 2/4.8 */
const LONGEST_NOTE = 1024

interface RejectDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  names: { profile: string; library: string }
  rejecting: boolean
  onReject: (note: string) => void
}

export function RejectDialog({ open, onOpenChange, names, rejecting, onReject }: RejectDialogProps) {
  const { t } = useTranslation()
  const [note, setNote] = useState('')
  useBackCloses(open, () => onOpenChange(false), rejecting)
  return (
    <Modal
      open={open}
      busy={rejecting}
      onOpenChange={onOpenChange}
      title={t('profile_proposals.reject_title', names)}
      text={t('profile_proposals.reject_text', names)}
      actions={
        <>
          <Button variant="ghost" disabled={rejecting} onClick={() => onOpenChange(false)}>
            {t('ui.cancel')}
          </Button>
          <Button variant="danger" loading={rejecting} onClick={() => onReject(note)}>
            {t('profile_proposals.reject')}
          </Button>
        </>
      }
    >
      <Field label={t('profile_proposals.reject_note')} hint={t('profile_proposals.reject_hint')} optional>
        {wiring => (
          <Textarea
            {...wiring}
            maxLength={LONGEST_NOTE}
            value={note}
            onChange={event => setNote(event.target.value)}
          />
        )}
      </Field>
    </Modal>
  )
}
