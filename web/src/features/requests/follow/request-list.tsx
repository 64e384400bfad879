import type { RequestRow } from '@foyer/contract/requests/requests'
import Inbox from 'lucide-react/icons/inbox'
import type { ComponentType, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { ChipChoice } from '#ui/chip-choice.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { RequestCard, type RequestCardProps } from './request-card.tsx'
import { type Group, GROUPS, groupOf } from './timeline.ts'

interface RequestListProps extends Pick<RequestCardProps, 'cover' | 'libraryOf' | 'is_admin'> {
  /** Provides the download progress, from another slice. */
  withShare: ComponentType<{ row: RequestRow; children: (share: number | undefined) => ReactNode }>
  rows: readonly RequestRow[]
  show: Group | 'all'
  onShow: (show: Group | 'all') => void
  /** The expanded request. */
  open: number | undefined
  onOpen: (request_id: number | undefined) => void
  /** The request a link led to: scrolled into view and focused once. */
  arrived: number | undefined
  /** Shown while there are no requests at all. */
  empty: ReactNode
  /** Loads further pages, if there are any. */
  more: ReactNode
}

/** A book has one row per format; the first one represents the request. */
function firstOf(rows: readonly RequestRow[], request_id: number): RequestRow | undefined {
  return rows.find(row => row.request_id === request_id)
}

/** The reader's requests, newest first, filtered by status group. */
export function RequestList(props: RequestListProps) {
  const { rows, show, onShow, open, onOpen, arrived, empty, more, withShare: WithShare, ...card } = props
  const { t } = useTranslation()
  if (rows.length === 0) return empty
  const counts = Map.groupBy(rows, groupOf)
  const shown = show === 'all' ? rows : (counts.get(show) ?? [])
  const filled = GROUPS.filter(group => counts.has(group) || group === show)
  return (
    <div className="flex flex-col gap-4">
      {(filled.length > 1 || show !== 'all') && (
        <ChipChoice
          quiet
          label={t('requests.filter')}
          value={show}
          onChange={onShow}
          choices={(['all', ...filled] as const).map(group => ({
            value: group,
            label: t(`requests.group.${group}`),
            count: group === 'all' ? rows.length : (counts.get(group)?.length ?? 0),
          }))}
        />
      )}
      {shown.length === 0 ? (
        <EmptyState
          icon={<Inbox />}
          title={t('requests.none_title')}
          action={<Button onClick={() => onShow('all')}>{t('discover.filter.clear')}</Button>}
        >
          {t('requests.none_text')}
        </EmptyState>
      ) : (
        <ul aria-label={t('requests.title')} className="flex flex-col gap-3">
          {shown.map(row => (
            <WithShare key={`${row.request_id}-${row.book_format ?? ''}`} row={row}>
              {share => (
                <RequestCard
                  {...card}
                  row={row}
                  share={share}
                  open={open === row.request_id}
                  arrived={arrived === row.request_id && row === firstOf(shown, row.request_id)}
                  onToggle={() => onOpen(open === row.request_id ? undefined : row.request_id)}
                />
              )}
            </WithShare>
          ))}
        </ul>
      )}
      {more}
    </div>
  )
}
