import type { Issue } from '@foyer/contract/issues/issue'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { remediationSentence } from '#lib/remediation-sentence.ts'
import { useFormat } from '#lib/i18n.ts'
import { useNow } from '#lib/use-now.ts'

/** Library, problem, how often and since when; and what was noticed, in words. */
export function ThreadFacts({ issue }: { issue: Issue }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const when = (time: string) => (
    <time dateTime={time} title={format.dateTime(time)}>
      {format.relative(time, now)}
    </time>
  )
  const facts: [string, ReactNode][] = [
    [t('admin_issues.facts.library'), issue.instance_name],
    [
      t('admin_issues.facts.problem'),
      issue.problem_kind && t(`remediation_words.problem.${issue.problem_kind}`),
    ],
    [t('admin_issues.facts.category'), issue.category && t(`admin_issues.category.${issue.category}`)],
    [t('admin_issues.facts.reporter'), issue.reporter_name],
    [
      t('admin_issues.facts.occurrences'),
      issue.occurrences > 1 && t('admin_issues.times', { count: issue.occurrences }),
    ],
    [t('admin_issues.facts.since'), when(issue.created_at)],
    [t('admin_issues.facts.last'), when(issue.updated_at)],
  ]
  return (
    <section
      aria-label={t('admin_issues.facts.title')}
      className="flex flex-col gap-5 rounded-card border border-line bg-surface p-5 sm:p-6"
    >
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-x-6 gap-y-4 text-sm sm:grid-cols-[repeat(auto-fill,minmax(10rem,1fr))]">
        {facts
          .filter(([, value]) => Boolean(value))
          .map(([name, value]) => (
            <div key={name} className="min-w-0">
              <dt className="text-muted">{name}</dt>
              <dd className="line-clamp-3 wrap-anywhere">{value}</dd>
            </div>
          ))}
      </dl>
      {issue.detail && issue.source !== 'user' && (
        <div className="flex flex-col gap-1 text-sm">
          <p className="text-muted">{t('admin_issues.detail')}</p>
          <p className="max-w-prose wrap-anywhere whitespace-pre-line">
            {remediationSentence(t, issue.detail)}
          </p>
        </div>
      )}
    </section>
  )
}
