import type { Issue } from '@foyer/contract/issues/issue'
import { useQuery } from '@tanstack/react-query'
import CircleCheck from 'lucide-react/icons/circle-check'
import Search from 'lucide-react/icons/search'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReadFailure } from '#lib/read-failure.tsx'
import { useLocalTitles } from '#lib/title-names.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { RowList } from '#ui/row-link.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { closedIssuesQuery, FIRST_CLOSED, MAX_CLOSED, openIssuesQuery } from './api.ts'
import { FilterBar } from './filter-bar.tsx'
import { countShown, filterIssues } from './issue-filter.ts'
import { IssueRow } from './issue-row.tsx'
import { inWords } from './issue-words.ts'
import type { IssuesBoardProps } from './issues-board.tsx'

interface IssueListProps extends Pick<IssuesBoardProps, 'filter' | 'onFilter'> {
  current: number | undefined
  /** Moves the focus to another row. */
  onStep: (by: 1 | -1) => void
}

export function IssueList({ current, filter, onFilter, onStep }: IssueListProps) {
  const { t } = useTranslation()
  const { show = 'open' } = filter
  const [limit, setLimit] = useState(FIRST_CLOSED)
  const open = useQuery(openIssuesQuery())
  const closed = useQuery({ ...closedIssuesQuery(limit), enabled: show === 'closed' })
  const list = show === 'closed' ? closed : open
  const named = useLocalTitles(list.data?.issues ?? [])
  const issues = list.data && named.map(issue => inWords(t, issue))
  const counts = open.data && countShown(open.data.issues, open.data.closed_total)
  const has_more =
    show === 'closed' && (closed.data?.closed_total ?? 0) > (issues?.length ?? 0) && limit < MAX_CLOSED
  // What is typed in the bar is its own; a new bar begins without it.
  const [cleared, setCleared] = useState(0)

  function clearFilter() {
    onFilter({
      q: undefined,
      source: undefined,
      unread: undefined,
      show: show === 'closed' ? show : undefined,
    })
    setCleared(cleared + 1)
  }

  return (
    <div className="flex flex-col gap-4">
      <FilterBar key={cleared} filter={filter} counts={counts} onFilter={onFilter} />
      {issues ? (
        <Found
          found={filterIssues(issues, filter)}
          is_filtered={issues.length > 0}
          is_closed={show === 'closed'}
          onClear={clearFilter}
          current={current}
          onStep={onStep}
        />
      ) : list.error ? (
        <ReadFailure of={list} title={t('admin_issues.unreadable')} />
      ) : (
        <ListSkeleton />
      )}
      {has_more && (
        <Button
          className="self-center"
          loading={closed.isFetching}
          onClick={() => setLimit(Math.min(limit * 3, MAX_CLOSED))}
        >
          {t('ui.load_more')}
        </Button>
      )}
    </div>
  )
}

function ListSkeleton() {
  return (
    <div aria-busy className="divide-y divide-line rounded-card border border-line bg-surface">
      {Array.from({ length: 4 }, (_, at) => (
        <span key={at} aria-hidden className="flex flex-col gap-3 px-4 py-4 sm:px-5">
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-3 w-3/5" />
          <Skeleton className="h-6 w-36 rounded-full" />
        </span>
      ))}
    </div>
  )
}

interface FoundProps extends Pick<IssueListProps, 'current' | 'onStep'> {
  found: readonly Issue[]
  /** There are issues, but none that the filter shows. */
  is_filtered: boolean
  is_closed: boolean
  onClear: () => void
}

function Found({ found, is_filtered, is_closed, onClear, current, onStep }: FoundProps) {
  const { t } = useTranslation()
  if (found.length === 0) {
    const which = is_filtered ? 'none' : is_closed ? 'closed' : 'open'
    return (
      <EmptyState
        icon={is_filtered ? <Search /> : <CircleCheck />}
        title={t(`admin_issues.empty.${which}`)}
        action={is_filtered && <Button onClick={onClear}>{t('discover.filter.clear')}</Button>}
      >
        {t(`admin_issues.empty.${which}_text`)}
      </EmptyState>
    )
  }
  return (
    <RowList aria-label={t('admin_issues.list')}>
      {found.map(issue => (
        <IssueRow key={issue.id} issue={issue} current={issue.id === current} onStep={onStep} />
      ))}
    </RowList>
  )
}
