import type { RequestHistoryRow } from '@foyer/contract/requests/admin-requests'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLocalTitles } from '#lib/title-names.ts'
import { useFormat } from '#lib/i18n.ts'
import { ButtonLink } from '#lib/link.tsx'
import { MoreRows } from '#lib/more-rows.tsx'
import { ReadFailure } from '#lib/read-failure.tsx'
import { TitleLink } from '#lib/title-link.tsx'
import { useNow } from '#lib/use-now.ts'
import { SectionCard } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { personRequestsQuery } from '../api.ts'
import { DecisionState } from '../decide/decision-state.tsx'
import type { RowParts } from '../queue/row-facts.tsx'

interface PersonRequestsCardProps extends RowParts {
  user_id: number
}

/** What one person requested, newest first, and what became of it. */
export function PersonRequestsCard({ user_id, ...words }: PersonRequestsCardProps) {
  const { t } = useTranslation()
  const list = useInfiniteQuery(personRequestsQuery(user_id))
  const named = useLocalTitles(list.data?.pages.flatMap(page => page.requests) ?? [])
  const rows = list.data && named
  return (
    <SectionCard
      title={t('user_page.requests')}
      action={
        rows &&
        rows.length > 0 && (
          <ButtonLink
            to="/approvals"
            search={{ tab: 'history', user: user_id }}
            variant="ghost"
            size="sm"
            className="-me-3 -mt-1"
          >
            {t('user_page.all_requests')}
          </ButtonLink>
        )
      }
    >
      {list.error && !rows ? (
        <ReadFailure of={list} compact />
      ) : !rows ? (
        <Skeleton className="h-40" />
      ) : rows.length === 0 ? (
        <p className="text-sm text-muted">{t('user_page.no_requests')}</p>
      ) : (
        <div className="flex flex-col gap-3">
          <ul aria-label={t('user_page.requests')} className="-my-3 divide-y divide-line">
            {rows.map(row => (
              <PersonRequest key={row.request_id} row={row} {...words} />
            ))}
          </ul>
          {list.hasNextPage && (
            <div className="mt-3">
              <MoreRows list={list} shown={rows.length} />
            </div>
          )}
        </div>
      )}
    </SectionCard>
  )
}

function PersonRequest({ row, cover: Cover, part, libraryOf }: RowParts & { row: RequestHistoryRow }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const facts = [t(`approvals.type.${row.media_type}`), part(row), libraryOf(row)].filter(Boolean)
  return (
    <li className="flex items-center gap-4 py-3">
      <Cover row={row} className="aspect-2/3 w-10 shrink-0 rounded-control" />
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="flex min-w-0 flex-col text-sm">
          <TitleLink of={row} className="line-clamp-2 font-medium wrap-anywhere hover:underline">
            {row.title}
          </TitleLink>
          <span className="text-muted">
            {facts.map(fact => `${fact} · `)}
            <time dateTime={row.requested_at} title={format.dateTime(row.requested_at)}>
              {format.relative(row.requested_at, now)}
            </time>
          </span>
        </div>
        <DecisionState row={row} />
      </div>
    </li>
  )
}
