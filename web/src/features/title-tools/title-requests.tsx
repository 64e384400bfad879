import type { RequestHistoryRow } from '@foyer/contract/requests/admin-requests'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { useNow } from '#lib/use-now.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { StatusLabel } from '#ui/status-label.tsx'
import { type ManagedTitle, titleRequestsQuery } from './api.ts'

/** Everybody who asked for a title, newest first. */
export function TitleRequests({ title }: { title: ManagedTitle }) {
  const { t } = useTranslation()
  const read = useQuery(titleRequestsQuery(title))
  const { data, error } = read
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold">{t('title_tools.requests')}</h3>
      {error && !data ? (
        <ReadFailure of={read} compact />
      ) : !data ? (
        <Skeleton className="h-14" />
      ) : data.length === 0 ? (
        <p className="text-sm text-muted">{t('title_tools.no_requests')}</p>
      ) : (
        <ul className="divide-y divide-line rounded-card border border-line">
          {data.map(row => (
            <RequestRow key={row.id} row={row} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** What waits for a decision leads to where it is made. */
function State({ row: { decision, status, title } }: { row: RequestHistoryRow }) {
  if (status === 'unavailable') return null
  const label = <StatusLabel status={status} />
  if (decision !== 'pending') return label
  return (
    <Link
      to="/approvals"
      search={{ q: title }}
      className="inline-flex min-h-6 items-center rounded-mark underline underline-offset-4 pointer-coarse:min-h-11"
    >
      {label}
    </Link>
  )
}

function RequestRow({ row }: { row: RequestHistoryRow }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow(60_000)
  const { seasons = [], book_format, decision, user_id, username } = row
  // Book work is shared, so that one request can be several people's.
  const { requesters = [{ user_id, username }] } = row
  const facts = [
    format.relative(row.requested_at, now),
    seasons.length > 0 &&
      t('requests.season_numbers', { count: seasons.length, seasons: format.list(seasons.map(String)) }),
    book_format && t(`requests.format.${book_format}`),
    row.instance_name,
  ].filter(Boolean)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-3 py-2.5 text-sm">
      <span className="flex min-w-0 flex-col">
        <span className="flex flex-wrap gap-x-3">
          {requesters.map(person => (
            <Link
              key={person.user_id}
              to="/users/$user_id"
              params={{ user_id: String(person.user_id) }}
              className="w-fit font-medium wrap-anywhere hover:underline"
            >
              {person.username}
            </Link>
          ))}
        </span>
        <span className="text-muted">{facts.join(' · ')}</span>
      </span>
      {decision === 'cancelled' ? (
        <span className="text-muted">{t('title_tools.cancelled')}</span>
      ) : (
        <State row={row} />
      )}
    </li>
  )
}
