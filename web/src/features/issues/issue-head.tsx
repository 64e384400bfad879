import type { Issue } from '@foyer/contract/issues/issue'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { useNow } from '#lib/use-now.ts'
import { categoryText, partOf, scopeText, statusSentence } from './issue-words.ts'
import { StatusBadge } from './status-badge.tsx'

interface IssueHeadProps {
  issue: Issue
  /** A link to the list. */
  back: ReactNode
  /** The poster or cover, provided by another slice. */
  cover: ReactNode
  /** A link to the page of the title. */
  titleLink: ReactNode
  /** Says that it is fixed. */
  action: ReactNode
}

/** What was reported about which title, where it stands, and what comes next. */
export function IssueHead({ issue, back, cover, titleLink, action }: IssueHeadProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const facts = [scopeText(t, issue), issue.category && categoryText(t, issue.category, partOf(issue))]
  return (
    <header className="flex flex-col gap-4">
      {back}
      <div className="flex items-start gap-4">
        {cover}
        <div className="flex min-w-0 flex-1 flex-col gap-1">
          <h1 className="text-xl font-semibold wrap-anywhere sm:text-2xl">{issue.title}</h1>
          <p className="text-muted wrap-anywhere">{facts.filter(Boolean).join(' · ')}</p>
          <p className="text-sm text-muted">
            <time dateTime={issue.created_at} title={format.dateTime(issue.created_at)}>
              {t('issues.thread.reported', { when: format.relative(issue.created_at, now) })}
            </time>
          </p>
          {titleLink}
        </div>
      </div>
      <div className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4 sm:p-5">
        <div aria-live="polite" className="flex flex-col items-start gap-2">
          <StatusBadge status={issue.status} />
          <p>{statusSentence(t, issue)}</p>
        </div>
        {action}
      </div>
    </header>
  )
}
