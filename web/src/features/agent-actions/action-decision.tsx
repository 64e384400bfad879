import type { AgentAction } from '@foyer/contract/remediation/agent-actions'
import Check from 'lucide-react/icons/check'
import Pencil from 'lucide-react/icons/pencil'
import X from 'lucide-react/icons/x'
import { type RefObject, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { remediationSentence } from '#lib/remediation-sentence.ts'
import { useFormat } from '#lib/i18n.ts'
import { ruleLabel } from '#lib/remediation-words.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Notice } from '#ui/notice.tsx'
import { useFocusPassedOn } from '#ui/use-focus-passed-on.ts'
import { editableOf } from './action-edit.ts'
import { actionSentence, refusalText } from './action-words.ts'
import type { Decisions } from './use-decisions.ts'

interface ActionDecisionProps {
  action: AgentAction
  decisions: Decisions
  /** Its button is the primary one of the page. */
  leads: boolean
  /** What takes its place once it is decided, where the fix stays on the page. */
  outcome: RefObject<HTMLElement | null>
}

/** Approve, change, decline; and whether to do the same by itself from now on. */
export function ActionDecision({ action, decisions, leads, outcome }: ActionDecisionProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { id, can_decide, blocked_reason, auto_approval_offer: offer } = action
  const sentence = actionSentence(t, format, action, action.params)
  const is_busy = decisions.busy.has(id)
  const refused = decisions.refused.get(id)
  const part = useRef<HTMLDivElement>(null)
  useFocusPassedOn(part, () => () => outcome.current?.focus({ preventScroll: true }))
  return (
    <div ref={part} className="flex flex-col gap-3">
      {!can_decide && (
        <Notice tone="warn">
          {t('agent_actions.blocked')} {blocked_reason && remediationSentence(t, blocked_reason)}
        </Notice>
      )}
      {offer && can_decide && <Remember offer={offer} id={id} decisions={decisions} />}
      {refused !== undefined && <Notice tone="danger">{refusalText(t, refused)}</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button
          variant={leads ? 'primary' : 'secondary'}
          icon={<Check aria-hidden />}
          disabled={!can_decide}
          loading={is_busy}
          aria-label={t('agent_actions.approve_this', { sentence })}
          onClick={() => decisions.approve(action)}
        >
          {t('agent_actions.approve')}
        </Button>
        <Button
          icon={<X aria-hidden />}
          disabled={is_busy}
          aria-label={t('agent_actions.deny_this', { sentence })}
          onClick={() => decisions.ask({ action, what: 'deny' })}
        >
          {t('agent_actions.deny')}
        </Button>
        {can_decide && editableOf(action) && (
          <Button
            variant="ghost"
            icon={<Pencil aria-hidden />}
            disabled={is_busy}
            aria-label={t('agent_actions.edit_this', { sentence })}
            onClick={() => decisions.ask({ action, what: 'edit' })}
          >
            {t('agent_actions.edit')}
          </Button>
        )}
      </div>
    </div>
  )
}

interface RememberProps {
  offer: NonNullable<AgentAction['auto_approval_offer']>
  id: number
  decisions: Decisions
}

function Remember({ offer, id, decisions }: RememberProps) {
  const { t } = useTranslation()
  const label = ruleLabel(t, offer)
  return (
    <Checkbox
      label={t('agent_actions.remember')}
      hint={
        offer.reactivates_paused_rule
          ? t('agent_actions.remember_again', { label })
          : t('agent_actions.remember_hint', { label })
      }
      checked={decisions.remembered.has(id)}
      onChange={event => decisions.remember(id, event.target.checked)}
    />
  )
}
