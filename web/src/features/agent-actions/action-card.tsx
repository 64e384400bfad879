import type { ActionRisk, ActionStatus, AgentAction } from '@foyer/contract/remediation/agent-actions'
import { type ReactNode, type Ref, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { remediationSentence } from '#lib/remediation-sentence.ts'
import { useFormat } from '#lib/i18n.ts'
import { useNow } from '#lib/use-now.ts'
import { Badge, type Tone } from '#ui/badge.tsx'
import { Notice } from '#ui/notice.tsx'
import { ActionDecision } from './action-decision.tsx'
import { PriorAttempts, ReleaseFacts } from './action-facts.tsx'
import { actionSentence } from './action-words.ts'
import type { Decisions } from './use-decisions.ts'

const STATUS_TONES: Record<ActionStatus, Tone> = {
  proposed: 'warn',
  executing: 'info',
  executed: 'ok',
  denied: 'neutral',
  failed: 'danger',
  superseded: 'neutral',
  outcome_unknown: 'warn',
}
const RISK_TONES: Record<ActionRisk, Tone> = { low: 'neutral', medium: 'warn', high: 'danger' }

interface ActionCardProps {
  action: AgentAction
  decisions: Decisions
  /** Its button is the primary one of the page. */
  leads?: boolean
  /** The link to its issue, where it is shown elsewhere. */
  about?: ReactNode
  /** Before the sentence: the checkbox that selects it. */
  lead?: ReactNode
  level?: 2 | 3
}

/** One fix: what it does, why, what was tried before, and the decision or what became of it. */
export function ActionCard({ action, decisions, leads = false, about, lead, level = 2 }: ActionCardProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const { status, risk, rationale, created_at } = action
  const is_open = status === 'proposed'
  const params = action.approved_params ?? action.params
  const Heading = level === 2 ? 'h2' : 'h3'
  const outcome = useRef<HTMLDivElement>(null)
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-4">
      <div className="flex flex-col gap-2">
        <div className="flex items-start gap-3">
          {lead}
          <Heading className="min-w-0 flex-1 font-semibold wrap-anywhere">
            {actionSentence(t, format, action, params)}
          </Heading>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <Badge tone={STATUS_TONES[status]}>{t(`remediation_words.action_status.${status}`)}</Badge>
          {is_open && <Badge tone={RISK_TONES[risk]}>{t(`remediation_words.risk.${risk}`)}</Badge>}
          <span className="text-sm text-muted" title={format.dateTime(created_at)}>
            {t('agent_actions.proposed', { when: format.relative(created_at, now) })}
          </span>
        </div>
        {about}
      </div>
      {rationale && (
        <div className="flex flex-col gap-1 text-sm">
          <p className="font-medium">{t('agent_actions.why')}</p>
          <p className="max-w-prose wrap-anywhere whitespace-pre-line text-muted">{rationale}</p>
        </div>
      )}
      <ReleaseFacts action={action} params={params} />
      <PriorAttempts attempts={action.prior_attempts} />
      {is_open ? (
        <ActionDecision action={action} decisions={decisions} leads={leads} outcome={outcome} />
      ) : (
        <Outcome ref={outcome} action={action} />
      )}
    </div>
  )
}

/** Who decided, and what came of it. */
function Outcome({ ref, action }: { ref: Ref<HTMLDivElement>; action: AgentAction }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const { status, decided_by, decided_at, deny_reason, result_text, approved_params } = action
  const when = decided_at && format.relative(decided_at, now)
  return (
    <div ref={ref} tabIndex={-1} className="flex flex-col gap-2 text-sm outline-none">
      {when && action.auto_approved && (
        <p className="text-muted" title={format.dateTime(decided_at)}>
          {t('agent_actions.decided_rule', { when })}
        </p>
      )}
      {when && !action.auto_approved && decided_by && (
        <p className="wrap-anywhere text-muted" title={format.dateTime(decided_at)}>
          {t('agent_actions.decided', {
            status: t(`agent_actions.verdict.${status === 'denied' ? 'denied' : 'approved'}`),
            when,
            name: decided_by,
          })}
        </p>
      )}
      {approved_params && (
        <p className="wrap-anywhere text-muted">
          {t('agent_actions.changed')}{' '}
          {t('agent_actions.proposed_as', { sentence: actionSentence(t, format, action, action.params) })}
        </p>
      )}
      {deny_reason && (
        <p className="wrap-anywhere whitespace-pre-line">{t('agent_actions.note', { note: deny_reason })}</p>
      )}
      {result_text && (
        <Notice tone={status === 'failed' ? 'danger' : status === 'executed' ? 'ok' : 'info'}>
          {remediationSentence(t, result_text)}
        </Notice>
      )}
    </div>
  )
}
