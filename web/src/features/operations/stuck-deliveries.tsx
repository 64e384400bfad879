import type { StuckDelivery } from '@foyer/contract/operations/outbox'
import { useInfiniteQuery } from '@tanstack/react-query'
import { createLink } from '@tanstack/react-router'
import PackageCheck from 'lucide-react/icons/package-check'
import PackageX from 'lucide-react/icons/package-x'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { MoreRows } from '#lib/more-rows.tsx'
import { useNow } from '#lib/use-now.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { IconTile } from '#ui/icon-tile.tsx'
import { RowLink, RowList } from '#ui/row-link.tsx'
import { stuckDeliveriesQuery } from './api.ts'
import { Loaded, RowsWaiting } from './loaded.tsx'

const Row = createLink(RowLink)
/** Deliveries that have not ended; the rest of them is history. */
const OPEN = ['queued', 'processing', 'retry', 'waiting_library'] as const

interface StuckDeliveriesProps {
  /** Why one is stuck, in the words of requests. */
  why: ComponentType<{ delivery: StuckDelivery }>
}

/** Deliveries that a person must look at, newest first. */
export function StuckDeliveries({ why }: StuckDeliveriesProps) {
  const { t } = useTranslation()
  const list = useInfiniteQuery(stuckDeliveriesQuery())
  return (
    <Loaded query={list} waiting={<RowsWaiting rows={3} />}>
      {({ pages }) => {
        const deliveries = pages.flatMap(page => page.deliveries)
        const counts = pages[0]?.counts
        const on_their_way = counts ? OPEN.reduce((sum, state) => sum + counts[state], 0) : 0
        const others = t('operations.deliveries.open', { count: on_their_way })
        if (deliveries.length === 0)
          return (
            <EmptyState icon={<PackageCheck />} title={t('operations.deliveries.none_title')}>
              {t('operations.deliveries.none_text')} {on_their_way > 0 && others}
            </EmptyState>
          )
        return (
          <>
            <RowList aria-label={t('operation_pages.deliveries.title')}>
              {deliveries.map(delivery => (
                <DeliveryRow key={delivery.id} delivery={delivery} why={why} />
              ))}
            </RowList>
            {on_their_way > 0 && <p className="text-sm text-muted">{others}</p>}
            <MoreRows list={list} shown={deliveries.length} />
          </>
        )
      }}
    </Loaded>
  )
}

function DeliveryRow({ delivery, why: Why }: StuckDeliveriesProps & { delivery: StuckDelivery }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const { request_id, title, username, format: book_format, attempts, last_attempt_at } = delivery
  const facts = [
    username,
    book_format && t(`operations.deliveries.format.${book_format}`),
    attempts > 0 && t('operations.attempts', { count: attempts }),
    last_attempt_at && t('operations.deliveries.last', { when: format.relative(last_attempt_at, now) }),
  ].filter(Boolean)
  return (
    <li>
      <Row
        to="/approvals"
        search={{ tab: 'waiting', open: request_id }}
        mark={
          <IconTile>
            <PackageX />
          </IconTile>
        }
        title={<span className="wrap-anywhere">{title}</span>}
        text={
          <span className="flex flex-col gap-0.5 wrap-anywhere">
            <span className="text-text">
              <Why delivery={delivery} />
            </span>
            <span>{facts.join(' · ')}</span>
          </span>
        }
      />
    </li>
  )
}
