import type { RequestRow } from '@foyer/contract/requests/requests'
import ChevronDown from 'lucide-react/icons/chevron-down'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { type ComponentType, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { shownStatus } from '#lib/request-status.ts'
import { useNow } from '#lib/use-now.ts'
import { Badge } from '#ui/badge.tsx'
import { cx } from '#ui/cx.ts'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { StatusLabel } from '#ui/status-label.tsx'
import { DeliveryText } from './delivery-text.tsx'
import { RequestActions } from './request-actions.tsx'
import { RequestTimeline } from './request-timeline.tsx'
import { requestedPart } from './requested-part.ts'
import { deliveryOf, type Group, groupOf } from './timeline.ts'

export interface RequestCardProps {
  row: RequestRow
  open: boolean
  /** Opened by a link: scroll it into view and focus it. */
  arrived: boolean
  onToggle: () => void
  /** Progress between 0 and 1, while downloading or partly available. */
  share: number | undefined
  /** Renders its poster or cover, provided by another slice. */
  cover: ComponentType<{ row: RequestRow; className: string }>
  /** The library's name, where there are several to tell apart. */
  libraryOf: (row: RequestRow) => string | undefined
  is_admin: boolean
}

/** A request: title, part and status; expanded, its whole timeline. */
export function RequestCard(props: RequestCardProps) {
  const { row, open, arrived, onToggle, share, cover: Cover, libraryOf, is_admin } = props
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const id = useId()
  const head = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!arrived) return
    head.current?.focus({ preventScroll: true })
    head.current?.scrollIntoView({ block: 'start' })
  }, [arrived])
  const library = libraryOf(row)
  const delivery = deliveryOf(row)
  const group = groupOf(row)
  const facts = [requestedPart(t, row), library, format.relative(row.requested_at, now)].filter(Boolean)
  return (
    <li className="overflow-hidden rounded-card border border-line bg-surface">
      <h2>
        <button
          ref={head}
          type="button"
          aria-expanded={open}
          aria-controls={`${id}-more`}
          onClick={onToggle}
          className="flex w-full scroll-mt-24 items-center gap-4 pe-4 text-start transition-colors -outline-offset-2 hover:bg-raised/60"
        >
          <Cover row={row} className="min-h-24 w-16 shrink-0 self-stretch sm:min-h-27 sm:w-18" />
          <span className="flex min-w-0 flex-1 flex-col gap-1 py-3 sm:flex-row sm:items-center sm:gap-4">
            <span className="flex min-w-0 flex-1 flex-col">
              <span className="font-medium wrap-anywhere">{row.title}</span>
              {row.title_unverified && (
                <span className="text-sm font-normal text-muted">{t('requests.title_unverified')}</span>
              )}
              <span className="text-sm font-normal wrap-anywhere text-muted">{facts.join(' · ')}</span>
            </span>
            <span className="flex min-w-0 sm:max-w-64">
              <RequestMark row={row} group={group} share={share} />
            </span>
          </span>
          <ChevronDown
            aria-hidden
            className={cx('size-5 shrink-0 text-muted transition-transform', open && 'rotate-180')}
          />
        </button>
      </h2>
      {row.status === 'downloading' &&
        !open &&
        (share === undefined ? (
          // Its place: the share is read later than the request.
          <div aria-hidden className="h-1.5" />
        ) : (
          <ProgressBar tone="info" label={t('status.downloading')} share={share} />
        ))}
      {group === 'stuck' && delivery && !open && (
        <DeliveryText
          delivery={delivery}
          media_type={row.media_type}
          className="border-t border-line px-4 py-3 text-sm text-muted"
        />
      )}
      <div id={`${id}-more`} hidden={!open} className="border-t border-line p-4 sm:p-5">
        {open && (
          <div className="flex flex-col gap-5">
            <RequestTimeline row={row} share={share} is_admin={is_admin} />
            <RequestActions row={row} group={group} />
          </div>
        )}
      </div>
    </li>
  )
}

interface RequestMarkProps {
  row: RequestRow
  group: Group
  share: number | undefined
}

function RequestMark({ row, group, share }: RequestMarkProps) {
  const { t } = useTranslation()
  const status = group === 'unknown' ? 'unknown' : shownStatus(row)
  if (group === 'ended')
    return (
      <Badge>{deliveryOf(row)?.state === 'cancelled' ? t('requests.cancelled') : t('requests.gone')}</Badge>
    )
  if (group === 'stuck')
    return (
      <Badge tone="warn" icon={<TriangleAlert aria-hidden />}>
        {t('requests.delayed')}
      </Badge>
    )
  if (status === 'unavailable') return null
  return (
    <StatusLabel
      status={status}
      {...(status === 'downloading' && share !== undefined ? { share } : {})}
      {...(status === 'denied' && row.deny_reason ? { reason: row.deny_reason } : {})}
    />
  )
}
