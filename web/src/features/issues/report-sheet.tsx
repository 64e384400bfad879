import {
  type Issue,
  ISSUE_CATEGORIES,
  type IssueCategory,
  MAX_NOTE_BYTES,
} from '@foyer/contract/issues/issue'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { useBackCloses } from '#lib/use-back-closes.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Modal } from '#ui/modal.tsx'
import { Notice } from '#ui/notice.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { Select } from '#ui/select.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { useReport } from './api.ts'
import { categoryHint, categoryText, partOf, scopeText } from './issue-words.ts'
import { openReportOf, type ReportTarget } from './report-scope.ts'

/** A UTF-16 unit takes at most three bytes, so this always fits. */
export const LONGEST_NOTE = Math.floor(MAX_NOTE_BYTES / 3)

interface ReportSheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  target: ReportTarget
  /** The reader's reports so far. */
  issues: readonly Issue[]
  /** Chooses the season and episode of a show. */
  partFields?: ReactNode
  onSent: (issue_id: number, was_added: boolean) => void
}

/** Says what is wrong with a title. One choice is enough; a text is welcome. */
export function ReportSheet({ open, onOpenChange, target, issues, partFields, onSent }: ReportSheetProps) {
  const { t } = useTranslation()
  const report = useReport()
  const [category, setCategory] = useState<IssueCategory | ''>('')
  const [reason, setReason] = useState('')
  const [chosen, setChosen] = useState<string>()
  const { libraries, name, ...scope } = target
  const instance_id = libraries.find(({ id }) => id === chosen)?.id ?? libraries[0]?.id ?? ''
  const part = partOf(target)
  const existing = openReportOf(issues, { ...scope, instance_id })
  useBackCloses(open, () => onOpenChange(false), report.isPending)
  const can_send = category !== '' && instance_id !== ''

  function send() {
    if (!can_send || report.isPending) return
    const text = reason.trim()
    report.mutate(
      { ...scope, instance_id, category, title: name, ...(text && { reason: text }) },
      // An id from the list is an existing report that this one was added to.
      {
        onSuccess: ({ issue_id }) =>
          onSent(
            issue_id,
            issues.some(({ id }) => id === issue_id),
          ),
      },
    )
  }

  return (
    <Modal
      open={open}
      busy={report.isPending}
      onOpenChange={onOpenChange}
      title={t('issues.sheet.title')}
      text={[name, !partFields && scopeText(t, target)].filter(Boolean).join(' · ')}
      actions={
        <>
          <Button variant="ghost" disabled={report.isPending} onClick={() => onOpenChange(false)}>
            {t('ui.cancel')}
          </Button>
          <Button variant="primary" disabled={!can_send} loading={report.isPending} onClick={send}>
            {t('issues.sheet.send')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {existing && <Notice>{t('issues.sheet.existing')}</Notice>}
        {partFields}
        <RadioGroup<IssueCategory | ''>
          label={t('issues.sheet.what')}
          value={category}
          onChange={setCategory}
          choices={ISSUE_CATEGORIES.map(one => ({
            value: one,
            label: categoryText(t, one, part),
            hint: categoryHint(t, one, part),
          }))}
        />
        {libraries.length > 1 && (
          <Field label={t('issues.sheet.library')}>
            {wiring => (
              <Select
                {...wiring}
                value={instance_id}
                onChange={setChosen}
                choices={libraries.map(({ id, name }) => ({ value: id, label: name }))}
              />
            )}
          </Field>
        )}
        <Field label={t('issues.sheet.details')} hint={t('issues.sheet.details_hint')} optional>
          {wiring => (
            <Textarea
              {...wiring}
              maxLength={LONGEST_NOTE}
              value={reason}
              onChange={event => setReason(event.target.value)}
            />
          )}
        </Field>
        {report.error && (
          // On a phone, it may appear below the visible part of the sheet.
          <div ref={notice => notice?.scrollIntoView({ block: 'nearest' })} className="scroll-mb-4">
            <Notice tone="danger" title={t('issues.sheet.not_sent')}>
              {errorText(t, report.error)}
            </Notice>
          </div>
        )}
      </div>
    </Modal>
  )
}
