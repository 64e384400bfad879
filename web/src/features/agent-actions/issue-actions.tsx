import type { AgentAction } from '@foyer/contract/remediation/agent-actions'
import { useTranslation } from 'react-i18next'
import { ActionCard } from './action-card.tsx'
import { DecisionDialogs } from './decision-dialogs.tsx'
import { useNamedActions } from './named-actions.ts'
import { useDecisions } from './use-decisions.ts'

/** The fixes that were proposed for one issue, to decide about them there. */
export function IssueActions({ actions: stored }: { actions: readonly AgentAction[] }) {
  const { t } = useTranslation()
  const actions = useNamedActions(stored)
  const decisions = useDecisions()
  const first = actions.find(({ status }) => status === 'proposed')
  return (
    <>
      <ul aria-label={t('agent_actions.list')} className="flex flex-col gap-3">
        {actions.map(action => (
          <li key={action.id} className="rounded-control border border-line p-4">
            <ActionCard action={action} decisions={decisions} leads={action === first} level={3} />
          </li>
        ))}
      </ul>
      <DecisionDialogs decisions={decisions} />
    </>
  )
}
