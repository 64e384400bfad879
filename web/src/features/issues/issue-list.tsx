import type { Issue, IssueMediaType } from '@foyer/contract/issues/issue'
import { createLink } from '@tanstack/react-router'
import BookOpen from 'lucide-react/icons/book-open'
import Disc3 from 'lucide-react/icons/disc-3'
import Film from 'lucide-react/icons/film'
import Server from 'lucide-react/icons/server'
import Tv from 'lucide-react/icons/tv'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { useNow } from '#lib/use-now.ts'
import { IconTile } from '#ui/icon-tile.tsx'
import { RowLink, RowList } from '#ui/row-link.tsx'
import { categoryText, isClosedStatus, partOf, scopeText } from './issue-words.ts'
import { StatusBadge } from './status-badge.tsx'

const ICONS = {
  movie: Film,
  tv: Tv,
  book: BookOpen,
  music: Disc3,
  system: Server,
} as const satisfies Record<IssueMediaType, unknown>

const IssueLink = createLink(RowLink)

/** The reader's reports: the open ones, then the closed ones. */
export function IssueList({ issues }: { issues: readonly Issue[] }) {
  const groups = [
    { key: 'open', rows: issues.filter(({ status }) => !isClosedStatus(status)) },
    { key: 'closed', rows: issues.filter(({ status }) => isClosedStatus(status)) },
  ] as const
  return groups.map(({ key, rows }) => rows.length > 0 && <Group key={key} name={key} rows={rows} />)
}

function Group({ name, rows }: { name: 'open' | 'closed'; rows: readonly Issue[] }) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <section className="flex flex-col gap-2">
      <h2 id={id} className="px-1 text-sm font-semibold text-muted">
        {t(`issues.${name}`)}
      </h2>
      <RowList aria-labelledby={id}>
        {rows.map(issue => (
          <li key={issue.id}>
            <IssueRow issue={issue} />
          </li>
        ))}
      </RowList>
    </section>
  )
}

function IssueRow({ issue }: { issue: Issue }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const Icon = ICONS[issue.media_type]
  const facts = [scopeText(t, issue), issue.category && categoryText(t, issue.category, partOf(issue))]
  return (
    <IssueLink
      to="/issues/$id"
      params={{ id: String(issue.id) }}
      mark={
        <span className="relative self-start">
          <IconTile tone={issue.read ? 'neutral' : 'accent'}>
            <Icon />
          </IconTile>
          {!issue.read && (
            <span
              aria-hidden
              data-mark="unread"
              className="absolute -end-1 -top-1 size-3 rounded-full bg-accent ring-2 ring-surface"
            />
          )}
        </span>
      }
      title={
        <span className="line-clamp-2 wrap-anywhere">
          {!issue.read && <span className="sr-only">{t('issues.unread')}: </span>}
          {issue.title}
        </span>
      }
      text={
        <span className="flex flex-col items-start gap-1.5">
          <span className="wrap-anywhere">{facts.filter(Boolean).join(' · ')}</span>
          <span className="flex max-w-full flex-wrap items-center gap-x-3 gap-y-1">
            <StatusBadge status={issue.status} />
            <time dateTime={issue.updated_at} title={format.dateTime(issue.updated_at)}>
              {format.relative(issue.updated_at, now)}
            </time>
          </span>
        </span>
      }
    />
  )
}
