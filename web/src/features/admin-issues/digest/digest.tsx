import type { AgentDigest } from '@foyer/contract/remediation/remediation'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { SectionCard } from '#ui/card.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { DIGEST_DAYS, type DigestDays, digestQuery } from '../api.ts'
import { LaneChart } from './lane-chart.tsx'

export interface DigestProps {
  /** What people call the rule with this label of the server, which is English. */
  ruleName: (label: string) => string
}

/** What came of issues in the last days. */
export function Digest({ ruleName }: DigestProps) {
  const { t } = useTranslation()
  const [days, setDays] = useState<DigestDays>('7')
  const read = useQuery(digestQuery(days))
  const { data, error, isPlaceholderData } = read
  return (
    <SectionCard
      title={t('admin_issues.digest.title')}
      text={t('admin_issues.digest.text')}
      action={
        <Segmented
          label={t('admin_issues.digest.days')}
          value={days}
          onChange={setDays}
          choices={DIGEST_DAYS.map(one => ({
            value: one,
            label: t('admin_issues.digest.last', { count: Number(one) }),
          }))}
        />
      }
    >
      {data ? (
        <div aria-busy={isPlaceholderData} className="flex flex-col gap-6">
          <LaneChart digest={data} />
          <Figures digest={data} ruleName={ruleName} />
          <RightNow digest={data} />
        </div>
      ) : error ? (
        <ReadFailure of={read} compact title={t('admin_issues.digest.unreadable')} />
      ) : (
        <div aria-busy className="flex flex-col gap-6">
          <Skeleton className="h-40 w-full" />
          <Skeleton className="h-44 w-full" />
          <Skeleton className="h-16 w-full" />
        </div>
      )}
    </SectionCard>
  )
}

function Figures({ digest, ruleName }: DigestProps & { digest: AgentDigest }) {
  const { t } = useTranslation()
  const format = useFormat()
  const figures = [
    ['opened', digest.issues_opened],
    ['self_cleared', digest.self_cleared],
    ['reporter_closed', digest.reporter_closed],
    ['zero_touch', digest.zero_touch],
    ['no_fix', digest.closed_no_fix],
    ['dismissed', digest.dismissed],
    ['actions', digest.actions_executed],
    ['by_rule', digest.rule_approved],
  ] as const
  return (
    <div className="flex flex-col gap-4">
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-x-6 gap-y-4">
        {figures.map(([name, count]) => (
          <div key={name} className="flex flex-col-reverse justify-end">
            <dt className="text-sm text-muted">{t(`admin_issues.digest.${name}`)}</dt>
            <dd className="text-xl font-semibold tabular-nums">{format.number(count)}</dd>
          </div>
        ))}
        <div className="flex flex-col-reverse justify-end">
          <dt className="text-sm text-muted">{t('admin_issues.digest.tokens')}</dt>
          <dd className="pt-1 font-semibold wrap-anywhere tabular-nums">
            {format.number(digest.tokens_in)} / {format.number(digest.tokens_out)}
          </dd>
        </div>
      </dl>
      {digest.rule_counts.length > 0 && (
        <div className="text-sm">
          <p className="font-medium">{t('admin_issues.digest.rule_counts')}</p>
          <ul className="mt-1 flex flex-col gap-1">
            {digest.rule_counts.map(({ label, count }) => (
              <li key={label} className="flex justify-between gap-4">
                <span className="min-w-0 wrap-anywhere text-muted">{ruleName(label)}</span>
                <span className="tabular-nums">{format.number(count)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

const LINK = 'rounded-mark font-medium text-accent hover:underline'

/** C49: these are as of now, not of the period. */
function RightNow({ digest }: { digest: AgentDigest }) {
  const { t } = useTranslation()
  const { needs_admin_open, pending_proposals, paused_rules } = digest
  return (
    <div className="border-t border-line pt-4 text-sm">
      <p className="font-medium">{t('admin_issues.digest.now')}</p>
      {needs_admin_open + pending_proposals + paused_rules === 0 ? (
        <p className="mt-1 text-muted">{t('admin_issues.digest.calm')}</p>
      ) : (
        <ul className="mt-1 flex flex-wrap gap-x-6 gap-y-1">
          {needs_admin_open > 0 && (
            <li>
              <Link to="/issues" search={{ show: 'needs_admin' }} className={LINK}>
                {t('admin_issues.digest.needs_admin', { count: needs_admin_open })}
              </Link>
            </li>
          )}
          {pending_proposals > 0 && (
            <li>
              <Link to="/settings/agent-actions" className={LINK}>
                {t('admin_issues.digest.proposals', { count: pending_proposals })}
              </Link>
            </li>
          )}
          {paused_rules > 0 && (
            <li>
              <Link to="/settings/approval-rules" className={LINK}>
                {t('admin_issues.digest.paused', { count: paused_rules })}
              </Link>
            </li>
          )}
        </ul>
      )}
    </div>
  )
}
