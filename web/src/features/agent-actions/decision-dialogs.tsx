import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { useBackCloses } from '#lib/use-back-closes.ts'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { Field } from '#ui/field.tsx'
import { Modal } from '#ui/modal.tsx'
import { Notice } from '#ui/notice.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { actionSentence, refusalText } from './action-words.ts'
import { EditDialog } from './edit-dialog.tsx'
import type { Decisions } from './use-decisions.ts'

/** The one dialog that is open, if any. */
export function DecisionDialogs({ decisions }: { decisions: Decisions }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { dialog, busy, remembered, refused, run, ask } = decisions
  if (!dialog) return null
  const { action, what } = dialog
  const sentence = actionSentence(t, format, action, action.params)
  const is_busy = busy.has(action.id)
  const close = () => ask(null)
  const refusal = refused.get(action.id)
  const problem = refusal !== undefined && <Notice tone="danger">{refusalText(t, refusal)}</Notice>
  if (what === 'deny')
    return (
      <DenyDialog
        key={action.id}
        sentence={sentence}
        denying={is_busy}
        problem={problem}
        onClose={close}
        onDeny={note => void run(action, { verdict: 'deny', note })}
      />
    )
  if (what === 'edit')
    return (
      <EditDialog
        key={action.id}
        action={action}
        approving={is_busy}
        problem={problem}
        onClose={close}
        onApprove={override => void run(action, { verdict: 'approve', override })}
      />
    )
  return (
    <Confirm
      open
      onOpenChange={close}
      title={t('agent_actions.confirm_title')}
      confirmLabel={t('agent_actions.approve')}
      loading={is_busy}
      onConfirm={() => void run(action, { verdict: 'approve', remember: remembered.has(action.id) })}
    >
      <p className="wrap-anywhere">{sentence}</p>
      <p className="mt-2">{t('agent_actions.confirm_text')}</p>
      {problem && <div className="mt-4">{problem}</div>}
    </Confirm>
  )
}

/** 2:8 */
const LONGEST_NOTE = 4096

interface DenyDialogProps {
  sentence: string
  denying: boolean
  /** Why the last attempt was refused. */
  problem: ReactNode
  onClose: () => void
  onDeny: (note: string) => void
}

function DenyDialog({ sentence, denying, problem, onClose, onDeny }: DenyDialogProps) {
  const { t } = useTranslation()
  const [note, setNote] = useState('')
  useBackCloses(true, onClose, denying)
  return (
    <Modal
      open
      busy={denying}
      onOpenChange={onClose}
      title={t('agent_actions.deny_title')}
      text={t('agent_actions.deny_text')}
      actions={
        <>
          <Button variant="ghost" disabled={denying} onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button variant="danger" loading={denying} onClick={() => onDeny(note)}>
            {t('agent_actions.deny')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <p className="wrap-anywhere">{sentence}</p>
        <Field label={t('agent_actions.deny_note')} hint={t('agent_actions.deny_hint')} optional>
          {wiring => (
            <Textarea
              {...wiring}
              maxLength={LONGEST_NOTE}
              value={note}
              onChange={event => setNote(event.target.value)}
            />
          )}
        </Field>
        {problem}
      </div>
    </Modal>
  )
}
