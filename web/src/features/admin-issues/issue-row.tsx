import type { Issue } from '@foyer/contract/issues/issue'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { useNow } from '#lib/use-now.ts'
import { Badge } from '#ui/badge.tsx'
import { cx } from '#ui/cx.ts'
import { issuePart, problemText, STATUS_TONES } from './issue-words.ts'

interface IssueRowProps {
  issue: Issue
  current: boolean
  onStep: (by: 1 | -1) => void
}

/** One issue: title, what is wrong, where it stands, whether it was read. */
export function IssueRow({ issue, current, onStep }: IssueRowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const { id, title, read, status, occurrences, updated_at } = issue
  const facts = [issuePart(t, issue), problemText(t, issue)].filter(Boolean)
  const origin =
    issue.source === 'user' && issue.reporter_name
      ? t('admin_issues.by', { name: issue.reporter_name })
      : t(`admin_issues.source.${issue.source}`)
  return (
    <li>
      <Link
        to="/issues/$id"
        params={{ id: String(id) }}
        search={true}
        replace={current}
        data-issue
        aria-current={current ? 'page' : undefined}
        onKeyDown={event => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          onStep(event.key === 'ArrowDown' ? 1 : -1)
        }}
        className={cx(
          'relative flex flex-col gap-1.5 px-4 py-3 -outline-offset-2 transition-colors hover:bg-raised/60 sm:px-5',
          current &&
            'bg-raised before:absolute before:inset-y-3 before:start-0 before:w-1 before:rounded-full before:bg-accent',
        )}
      >
        <span className="flex items-start gap-3">
          <span
            className={cx(
              'line-clamp-2 min-w-0 flex-1 wrap-anywhere',
              read ? 'font-medium' : 'font-semibold',
            )}
          >
            {title}
          </span>
          {!read && (
            <span className="mt-1.5 shrink-0">
              <span aria-hidden className="block size-2.5 rounded-full bg-accent" />
              <span className="sr-only">{t('admin_issues.unread')}</span>
            </span>
          )}
        </span>
        {facts.length > 0 && <span className="text-sm wrap-anywhere text-muted">{facts.join(' · ')}</span>}
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-muted">
          <Badge tone={STATUS_TONES[status]}>{t(`admin_issues.status.${status}`)}</Badge>
          <span className="min-w-0 wrap-anywhere">
            {origin}
            {occurrences > 1 && ` · ${t('admin_issues.times', { count: occurrences })}`}
            {' · '}
            <time dateTime={updated_at} title={format.dateTime(updated_at)}>
              {format.relative(updated_at, now)}
            </time>
          </span>
        </span>
      </Link>
    </li>
  )
}
