import type { RequestHistoryRow } from '@foyer/contract/requests/admin-requests'
import { DECISIONS } from '@foyer/contract/requests/requests'
import { useInfiniteQuery } from '@tanstack/react-query'
import History from 'lucide-react/icons/history'
import Search from 'lucide-react/icons/search'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocalTitles } from '#lib/title-names.ts'
import { useFormat } from '#lib/i18n.ts'
import { MoreRows } from '#lib/more-rows.tsx'
import { useNow } from '#lib/use-now.ts'
import { Button } from '#ui/button.tsx'
import { ButtonLink } from '#lib/link.tsx'
import { ReadFailure } from '#lib/read-failure.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { historyQuery } from '../api.ts'
import type { HistoryFilter } from './approvals-search.ts'
import { DecisionState } from '../decide/decision-state.tsx'
import { type FilterChange, QueueBar } from '../queue/queue-bar.tsx'
import { RowFacts, type RowParts } from '../queue/row-facts.tsx'

interface HistoryViewProps extends RowParts {
  filter: HistoryFilter
  onFilter: (change: FilterChange) => void
}

/** All requests ever made, newest first. */
export function HistoryView({ filter, onFilter, ...words }: HistoryViewProps) {
  const { t } = useTranslation()
  const list = useInfiniteQuery(historyQuery(filter))
  const rows = useLocalTitles(list.data?.pages.flatMap(page => page.requests) ?? [])
  const is_filtered = Object.keys(filter).length > 0
  // What is typed in the bar is its own; a new bar begins without it.
  const [cleared, setCleared] = useState(0)

  function clearFilter() {
    onFilter({ q: undefined, type: undefined, user: undefined, decision: undefined })
    setCleared(cleared + 1)
  }

  return (
    <div className="flex flex-col gap-4">
      <QueueBar
        key={cleared}
        filter={filter}
        requesters={list.data?.pages[0]?.requesters ?? []}
        onFilter={onFilter}
      >
        <Select
          aria-label={t('approvals.decision_label')}
          value={filter.decision ?? ''}
          onChange={decision => onFilter({ decision: decision || undefined })}
          choices={[
            { value: '' as const, label: t('approvals.any_decision') },
            ...DECISIONS.map(one => ({ value: one, label: t(`approvals.decision.${one}`) })),
          ]}
        />
      </QueueBar>
      {list.error && !list.data && <ReadFailure of={list} />}
      {list.isPending && <Skeleton className="h-96 w-full rounded-card" />}
      {list.data && rows.length === 0 && (
        <EmptyState
          icon={is_filtered ? <Search /> : <History />}
          title={is_filtered ? t('approvals.none_title') : t('approvals.history_empty_title')}
          action={
            is_filtered ? (
              <Button onClick={clearFilter}>{t('discover.filter.clear')}</Button>
            ) : (
              <ButtonLink to="/approvals">{t('approvals.tab.queue')}</ButtonLink>
            )
          }
        >
          {is_filtered ? t('approvals.none_text') : t('approvals.history_empty_text')}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <ul
          aria-label={t('approvals.tab.history')}
          aria-busy={list.isPlaceholderData}
          className="divide-y divide-line rounded-card border border-line bg-surface"
        >
          {rows.map(row => (
            <HistoryRow key={row.request_id} row={row} {...words} />
          ))}
        </ul>
      )}
      <MoreRows list={list} shown={rows.length} />
    </div>
  )
}

function HistoryRow({ row, ...words }: RowParts & { row: RequestHistoryRow }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const { decided_by, decided_at } = row
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4 sm:px-5">
      <RowFacts row={row} {...words}>
        {row.deny_reason && <p className="text-sm wrap-anywhere">{row.deny_reason}</p>}
      </RowFacts>
      <div className="flex w-full flex-wrap items-center justify-between gap-x-4 gap-y-1 sm:w-56 sm:flex-col sm:items-end">
        <DecisionState row={row} />
        {decided_at && (
          <p className="text-xs text-muted">
            {decided_by
              ? t('approvals.decided_by', { name: decided_by, when: format.relative(decided_at, now) })
              : format.relative(decided_at, now)}
          </p>
        )}
      </div>
    </li>
  )
}
