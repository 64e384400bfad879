import type { AgentAction } from '@foyer/contract/remediation/agent-actions'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { useBackCloses } from '#lib/use-back-closes.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Modal } from '#ui/modal.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { editableOf, overrideOf, QUEUE_ACTIONS, type QueueAction } from './action-edit.ts'
import { actionSentence } from './action-words.ts'
import type { Override } from './api.ts'

interface EditDialogProps {
  action: AgentAction
  approving: boolean
  /** Why the last attempt was refused. */
  problem: ReactNode
  onClose: () => void
  onApprove: (override: Override | undefined) => void
}

/** Changes the one value that may be changed, and shows what approving does then. */
export function EditDialog({ action, approving, problem, onClose, onApprove }: EditDialogProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const name = editableOf(action)
  const [value, setValue] = useState(() => valueOf(action))
  const override = overrideOf(action, value)
  useBackCloses(true, onClose, approving)
  return (
    <Modal
      open
      busy={approving}
      onOpenChange={onClose}
      title={t('agent_actions.edit_title')}
      text={t('agent_actions.edit_text')}
      actions={
        <>
          <Button variant="ghost" disabled={approving} onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button variant="primary" loading={approving} onClick={() => onApprove(override)}>
            {t('agent_actions.approve')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {typeof value !== 'boolean' && (
          <RadioGroup
            label={t('agent_actions.edit_action')}
            value={value}
            onChange={setValue}
            choices={QUEUE_ACTIONS.map(one => ({
              value: one,
              label: t(`agent_actions.edit_actions.${one}`),
            }))}
          />
        )}
        {typeof value === 'boolean' && (name === 'force' || name === 'blocklist') && (
          <Checkbox
            label={t(`agent_actions.edit_${name}`)}
            hint={t(`agent_actions.edit_${name}_hint`)}
            checked={value}
            onChange={event => setValue(event.target.checked)}
          />
        )}
        <p aria-live="polite" className="rounded-control bg-raised px-4 py-3 text-sm wrap-anywhere">
          {actionSentence(t, format, action, { ...action.params, ...override })}
        </p>
        {problem}
      </div>
    </Modal>
  )
}

function valueOf(action: AgentAction): QueueAction | boolean {
  const name = editableOf(action)
  if (name === 'action')
    return QUEUE_ACTIONS.find(one => one === action.params['action']) ?? 'blocklist_search'
  return name !== undefined && action.params[name] === true
}
