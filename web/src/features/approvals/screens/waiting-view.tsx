import type { QueueRow } from '@foyer/contract/requests/admin-requests'
import type { MediaType } from '@foyer/contract/instances/instance-types'
import type { DeliveryState } from '@foyer/contract/requests/requests'
import Hourglass from 'lucide-react/icons/hourglass'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { furtherMessage } from '#lib/delivery-message.ts'
import { deliverySentence } from '#lib/delivery-sentence.ts'
import { errorText } from '#lib/error-text.ts'
import { useFormat } from '#lib/i18n.ts'
import { ButtonLink } from '#lib/link.tsx'
import { useNow } from '#lib/use-now.ts'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { useWaitingAction } from '../api.ts'
import { namesOf } from '../queue/requesters.ts'
import { RowFacts, type RowParts } from '../queue/row-facts.tsx'

interface WaitingViewProps extends RowParts {
  rows: readonly QueueRow[]
  /** The request a link led to: scrolled into view and focused once. */
  arrived: number | undefined
  /** Says why a delivery is delayed and when the next try is. */
  why: ComponentType<{ delivery: DeliveryState; media_type: MediaType }>
}

/** Requests that Foyer retries by itself, and those that need an admin. */
export function WaitingView({ rows, arrived, ...words }: WaitingViewProps) {
  const { t } = useTranslation()
  if (rows.length === 0)
    return (
      <EmptyState
        icon={<Hourglass />}
        title={t('approvals.nothing_waits_title')}
        action={
          <ButtonLink to="/approvals" search={{ tab: 'history' }}>
            {t('approvals.tab.history')}
          </ButtonLink>
        }
      >
        {t('approvals.nothing_waits_text')}
      </EmptyState>
    )
  return (
    <ul aria-label={t('approvals.tab.waiting')} className="flex flex-col gap-3">
      {rows.map(row => (
        <WaitingRow key={row.request_id} row={row} arrived={arrived === row.request_id} {...words} />
      ))}
    </ul>
  )
}

type WaitingRowProps = Omit<WaitingViewProps, 'rows' | 'arrived'> & { row: QueueRow; arrived: boolean }

function WaitingRow({ row, arrived, why: Why, ...words }: WaitingRowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const act = useWaitingAction()
  const [confirming, setConfirming] = useState(false)
  const box = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (!arrived) return
    box.current?.focus({ preventScroll: true })
    box.current?.scrollIntoView({ block: 'center' })
  }, [arrived])
  const { request_id } = row
  const delivery = row.delivery?.find(({ state }) => state !== 'complete' && state !== 'cancelled')
  const failure = furtherMessage(
    row.add_failure_reason ?? delivery?.message ?? row.wait_reason,
    delivery?.code,
  )
  const can_retry = delivery?.state === 'retry' || delivery?.state === 'attention'
  const can_watch = row.park_reason === 'author_import' && delivery?.state === 'attention'
  return (
    <li
      ref={box}
      {...(arrived && { tabIndex: -1 })}
      className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4 sm:px-5"
    >
      {/* On a phone the reason comes before what can be done about it. */}
      <div className="grid items-center gap-x-4 gap-y-3 md:grid-cols-[minmax(0,1fr)_auto]">
        <RowFacts row={row} {...words} />
        <div className="flex flex-col gap-1 text-sm md:col-span-2 md:row-start-2">
          {delivery && <Why delivery={delivery} media_type={row.media_type} />}
          {failure && <p className="text-muted wrap-anywhere">{deliverySentence(t, failure)}</p>}
          {row.last_attempt_at && (
            <p className="text-xs text-muted">
              {t('approvals.last_try', { when: format.relative(row.last_attempt_at, now) })}
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-2 md:col-start-2 md:row-start-1">
          {can_retry && (
            <Button loading={act.isPending} onClick={() => act.mutate({ request_id, action: 'retry' })}>
              {t('approvals.retry')}
            </Button>
          )}
          {row.tmdb_id !== undefined && delivery?.code?.startsWith('tv_') && (
            <ButtonLink
              to="/settings/tv-matches/$tmdb_id"
              params={{ tmdb_id: String(row.tmdb_id) }}
              search={row.instance_id === undefined ? {} : { library: row.instance_id }}
            >
              {t('approvals.see_match')}
            </ButtonLink>
          )}
          {can_watch && (
            <Button loading={act.isPending} onClick={() => act.mutate({ request_id, action: 'wait' })}>
              {t('approvals.watch')}
            </Button>
          )}
          <Button variant="ghost" onClick={() => setConfirming(true)}>
            {t('approvals.cancel')}
          </Button>
        </div>
      </div>
      {act.error && <Notice tone="danger">{errorText(t, act.error)}</Notice>}
      <Confirm
        open={confirming}
        onOpenChange={setConfirming}
        title={t('approvals.cancel_title', { title: row.title })}
        confirmLabel={t('approvals.cancel')}
        dismissLabel={t('approvals.keep')}
        loading={act.isPending}
        onConfirm={() =>
          act.mutate({ request_id, action: 'cancel' }, { onSettled: () => setConfirming(false) })
        }
      >
        {row.requesters
          ? t('approvals.cancel_text_shared', { names: format.list(namesOf(row)) })
          : t('approvals.cancel_text', { name: row.username })}
      </Confirm>
    </li>
  )
}
