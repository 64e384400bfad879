import type { RuleCandidate } from '@foyer/contract/remediation/approval-rules'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { useFormat } from '#lib/i18n.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { ruleLabel } from '#lib/remediation-words.ts'
import { useNow } from '#lib/use-now.ts'
import { Button } from '#ui/button.tsx'
import { SectionCard } from '#ui/card.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast-store.ts'
import { candidatesQuery, rulesQuery, useArmRule } from './api.ts'

/** Fixes that were approved by hand and could have a rule. Nothing is shown while there are none. */
export function CandidateList() {
  const { t } = useTranslation()
  const read = useQuery(candidatesQuery())
  const { data, error } = read
  // Below the rules, which would push it down.
  const { isPending: awaits_rules } = useQuery(rulesQuery())
  const arm = useArmRule()
  const [asking, setAsking] = useState<RuleCandidate | null>(null)
  if (awaits_rules) return null
  if (error && !data)
    return <ReadFailure of={read} compact title={t('approval_rules.candidates.unreadable')} />
  if (!data || data.length === 0) return null
  return (
    <SectionCard title={t('approval_rules.candidates.title')} text={t('approval_rules.candidates.text')}>
      <ul className="-my-3 divide-y divide-line">
        {data.map(candidate => (
          <CandidateRow key={keyOf(candidate)} candidate={candidate} onArm={() => setAsking(candidate)} />
        ))}
      </ul>
      {asking && (
        <Confirm
          open
          onOpenChange={() => setAsking(null)}
          title={t('approval_rules.candidates.arm_title')}
          confirmLabel={t('approval_rules.candidates.arm')}
          tone="primary"
          loading={arm.isPending}
          onConfirm={() =>
            arm.mutate(asking, {
              onSuccess: () => {
                toast(t('approval_rules.candidates.armed'), { tone: 'ok' })
                setAsking(null)
              },
            })
          }
        >
          <p className="font-medium wrap-anywhere text-text">{ruleLabel(t, asking)}</p>
          <p className="mt-2">{t('approval_rules.candidates.arm_text')}</p>
          {arm.error && (
            <div className="mt-3">
              <Notice tone="danger">{errorText(t, arm.error)}</Notice>
            </div>
          )}
        </Confirm>
      )}
    </SectionCard>
  )
}

function keyOf({ problem_kind, action_kind, action_facet }: RuleCandidate): string {
  return `${problem_kind} ${action_kind} ${action_facet}`
}

function CandidateRow({ candidate, onArm }: { candidate: RuleCandidate; onArm: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const label = ruleLabel(t, candidate)
  const { approved_count, last_approved_at } = candidate
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium wrap-anywhere">{label}</p>
        <p className="text-sm text-muted" title={format.dateTime(last_approved_at)}>
          {t('approval_rules.candidates.times', {
            count: approved_count,
            when: format.relative(last_approved_at, now),
          })}
        </p>
      </div>
      <Button size="sm" aria-label={t('approval_rules.candidates.arm_this', { label })} onClick={onArm}>
        {t('approval_rules.candidates.arm')}
      </Button>
    </li>
  )
}
