import type { AgentAction } from '@foyer/contract/remediation/agent-actions'
import CircleCheck from 'lucide-react/icons/circle-check'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { fixKeyOf } from '#lib/remediation-words.ts'
import { useNow } from '#lib/use-now.ts'
import { type Params, productOf, textIn } from './action-words.ts'

/** Quality, size and source of a release, and why the library would not choose it. */
export function ReleaseFacts({ action, params }: { action: AgentAction; params: Params }) {
  const { t } = useTranslation()
  const format = useFormat()
  const title = textIn(params, 'release_title')
  // What is grabbed is named by the sentence; what is removed or imported is not.
  if (action.kind !== 'grab_release')
    return title && <p className="text-sm wrap-anywhere text-muted">{title}</p>
  const { size, rejected, rejections } = params
  const facts = [
    [t('agent_actions.release.quality'), textIn(params, 'quality')],
    [t('agent_actions.release.size'), typeof size === 'number' ? format.bytes(size) : undefined],
    [t('agent_actions.release.indexer'), textIn(params, 'indexer')],
  ].filter(([, value]) => value !== undefined)
  const reasons = Array.isArray(rejections) ? rejections.map(String) : []
  return (
    <div className="flex flex-col gap-2 text-sm">
      <p className="font-medium">{t('agent_actions.release.title')}</p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {rejected === true && reasons.length > 0 && (
        <div>
          <p className="text-warn">{t('agent_actions.release.rejected', { product: productOf(action) })}</p>
          <ul className="list-disc ps-5 text-muted">
            {reasons.map(reason => (
              <li key={reason} className="wrap-anywhere">
                {reason}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

/** What was done about the same problem before, and whether it helped. */
export function PriorAttempts({ attempts }: { attempts: AgentAction['prior_attempts'] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  if (!attempts || attempts.length === 0) return null
  return (
    <div className="flex flex-col gap-2 text-sm">
      <p className="font-medium">{t('agent_actions.tried')}</p>
      <ul className="flex flex-col gap-2">
        {attempts.map(({ kind, facet, executed_at, recurred }) => {
          const key = fixKeyOf(kind, facet) ?? fixKeyOf(kind, '')
          const Mark = recurred ? RotateCcw : CircleCheck
          return (
            <li key={`${kind} ${executed_at}`} className="flex items-start gap-2">
              <Mark
                aria-hidden
                className={recurred ? 'mt-0.5 size-4 shrink-0 text-warn' : 'mt-0.5 size-4 shrink-0 text-ok'}
              />
              <span className="min-w-0">
                <span className="inline-block first-letter:uppercase" title={format.dateTime(executed_at)}>
                  {t('agent_actions.tried_line', {
                    fix: key ? t(`remediation_words.fix.${key}`) : kind,
                    when: format.relative(executed_at, now),
                  })}
                </span>
                <span className="block text-muted">
                  {recurred ? t('agent_actions.came_back') : t('agent_actions.stayed_away')}
                </span>
              </span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
