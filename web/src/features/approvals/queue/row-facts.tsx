import type { QueueRow } from '@foyer/contract/requests/admin-requests'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ComponentType, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { TitleLink } from '#lib/title-link.tsx'
import { useNow } from '#lib/use-now.ts'
import { namesOf, peopleOf } from './requesters.ts'

/** Render functions that the page passes to every list here, from other slices. */
export interface RowParts {
  cover: ComponentType<{ row: QueueRow; className: string }>
  /** "Seasons 1–3", "Audiobook". */
  part: (row: QueueRow) => string | undefined
  /** The library's name, where there are several to tell apart. */
  libraryOf: (row: QueueRow) => string | undefined
}

interface RowFactsProps extends RowParts {
  row: QueueRow
  /** Everybody's requests for the same title, if there are several. */
  all?: readonly QueueRow[]
  children?: ReactNode
}

/** Poster, title, requester, requested part and time. */
export function RowFacts({ row, all = [row], cover: Cover, part, libraryOf, children }: RowFactsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  // What differs between people stands beside each of them.
  const facts = [t(`approvals.type.${row.media_type}`), sharedFact(all, part), sharedFact(all, libraryOf)]
  return (
    <div className="flex min-w-0 flex-1 items-center gap-4">
      <Cover row={row} className="aspect-2/3 w-14 shrink-0 rounded-control" />
      <div className="flex min-w-0 flex-col gap-0.5">
        <h2 className="line-clamp-2 font-medium">
          <TitleLink of={row}>{row.title}</TitleLink>
        </h2>
        {row.title_unverified && (
          <p className="flex items-center gap-1.5 text-sm text-warn">
            <TriangleAlert aria-hidden className="size-4 shrink-0" />
            {t('approvals.title_unverified', { name: row.username })}
          </p>
        )}
        <p className="text-sm text-muted">{facts.filter(Boolean).join(' · ')}</p>
        {all.length > 1 ? (
          <p className="text-sm text-muted">
            {t('approvals.requested_by_people', { count: peopleOf(all).length })}
          </p>
        ) : (
          <p className="text-sm text-muted">
            {t('approvals.requested_by', { name: format.list(namesOf(row)) })}
            {'\u00A0· '}
            <time dateTime={row.requested_at} title={format.dateTime(row.requested_at)}>
              {format.relative(row.requested_at, now)}
            </time>
          </p>
        )}
        {children}
      </div>
    </div>
  )
}

/** Undefined unless it is the same for everybody. */
export function sharedFact(
  rows: readonly QueueRow[],
  factOf: (row: QueueRow) => string | undefined,
): string | undefined {
  const [first, ...others] = rows.map(factOf)
  return others.every(other => other === first) ? first : undefined
}
