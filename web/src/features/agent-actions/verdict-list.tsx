import type { ActionStatus, AgentAction } from '@foyer/contract/remediation/agent-actions'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import X from 'lucide-react/icons/x'
import { useTranslation } from 'react-i18next'
import { remediationSentence } from '#lib/remediation-sentence.ts'
import { useFormat } from '#lib/i18n.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { actionSentence } from './action-words.ts'

export interface Verdict {
  action: AgentAction
  status: ActionStatus | 'skipped' | 'error'
  detail?: string | undefined
}

/** What came of each of several approvals. */
export function VerdictList({ verdicts, onClose }: { verdicts: readonly Verdict[]; onClose: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <section className="rounded-card border border-line bg-surface p-5 sm:p-6">
      <div className="flex items-center justify-between gap-4">
        <h2 className="font-semibold">{t('agent_actions.verdicts')}</h2>
        <IconButton label={t('ui.dismiss')} icon={<X />} className="-me-2" onClick={onClose} />
      </div>
      <ul aria-live="polite" className="mt-2 flex flex-col gap-3 text-sm">
        {verdicts.map(({ action, status, detail }) => {
          const is_fine = status === 'executing' || status === 'executed'
          const Mark = is_fine ? CircleCheck : CircleAlert
          const word =
            status === 'skipped' || status === 'error'
              ? t(`agent_actions.verdict.${status}`)
              : t(`remediation_words.action_status.${status}`)
          return (
            <li key={action.id} className="flex items-start gap-3">
              <Mark
                aria-hidden
                className={is_fine ? 'mt-px size-4.5 shrink-0 text-ok' : 'mt-px size-4.5 shrink-0 text-warn'}
              />
              <span className="flex min-w-0 flex-col wrap-anywhere">
                <span>
                  <span className="font-medium">{word}:</span> {action.issue_title}
                </span>
                <span className="text-muted">
                  {actionSentence(t, format, action, action.params)}
                  {detail && ` ${remediationSentence(t, detail)}`}
                </span>
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
