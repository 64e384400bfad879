import type { QueueRow } from '@foyer/contract/requests/admin-requests'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { useBackCloses } from '#lib/use-back-closes.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Modal } from '#ui/modal.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { FIRST_FOCUS } from '#ui/use-focus-return.ts'
import { identityOf } from '../queue/queue-groups.ts'
import { namesOf, peopleOf } from '../queue/requesters.ts'

const QUICK = ['elsewhere', 'space', 'fewer', 'unsuitable', 'later'] as const
/** 1/4.7 */
const LONGEST = 1024

interface DenyDialogProps {
  rows: readonly QueueRow[]
  /** One request of several for the same title, so the dialog says whose. */
  for_one: boolean
  open: boolean
  onOpenChange: (open: boolean) => void
  onDeny: (reason: string | undefined) => void
}

/** Declines with an optional reason that the requester sees: a preset or a custom one. */
export function DenyDialog({ rows, for_one, open, onOpenChange, onDeny }: DenyDialogProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const title = rows[0]?.title ?? ''
  const name = format.list(rows.flatMap(namesOf))
  const [reason, setReason] = useState('')
  useBackCloses(open, () => onOpenChange(false))
  return (
    <Modal
      open={open}
      onOpenChange={onOpenChange}
      title={
        new Set(rows.map(identityOf)).size === 1
          ? t(for_one ? 'approvals.deny_title_for' : 'approvals.deny_title', { title, name })
          : t('approvals.deny_many', { count: rows.length })
      }
      text={t('approvals.deny_text', { count: peopleOf(rows).length })}
      actions={
        <>
          <Button variant="ghost" onClick={() => onOpenChange(false)}>
            {t('ui.cancel')}
          </Button>
          <Button variant="danger" onClick={() => onDeny(reason.trim() || undefined)}>
            {t('approvals.deny')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">{t('approvals.quick')}</legend>
          {QUICK.map(one => (
            <Button key={one} size="sm" onClick={() => setReason(t(`approvals.reason.${one}`))}>
              {t(`approvals.reason_short.${one}`)}
            </Button>
          ))}
        </fieldset>
        <Field label={t('approvals.reason_label')} hint={t('approvals.reason_hint')} optional>
          {wiring => (
            <Textarea
              {...wiring}
              // Opened by key: focus the text. On a phone the keyboard would cover the preset reasons.
              {...(matchMedia('(pointer: fine)').matches && FIRST_FOCUS)}
              maxLength={LONGEST}
              value={reason}
              onChange={event => setReason(event.target.value)}
              onKeyDown={event => {
                if (event.key === 'Enter' && (event.metaKey || event.ctrlKey))
                  onDeny(reason.trim() || undefined)
              }}
            />
          )}
        </Field>
      </div>
    </Modal>
  )
}
