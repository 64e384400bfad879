import type { RequestRow } from '@foyer/contract/requests/requests'
import { useTranslation } from 'react-i18next'
import { furtherMessage } from '#lib/delivery-message.ts'
import { deliverySentence } from '#lib/delivery-sentence.ts'
import { useFormat } from '#lib/i18n.ts'
import { useNow } from '#lib/use-now.ts'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { Timeline, type TimelineStep } from '#ui/timeline.tsx'
import { DeliveryText } from './delivery-text.tsx'
import { awaitedRelease, deliveryOf, type Step, timelineOf } from './timeline.ts'

interface RequestTimelineProps {
  row: RequestRow
  /** Between 0 and 1, while downloading or partly available. */
  share: number | undefined
  /** Admins also see the service's own message. */
  is_admin: boolean
}

/** Saved, approved, sent, searching, downloading, available: with times, progress and reasons. */
export function RequestTimeline({ row, share, is_admin }: RequestTimelineProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const delivery = deliveryOf(row)
  const awaited = awaitedRelease(row, now)

  function detail({ id, state }: Step): React.ReactNode {
    if (id === 'approved' && state === 'stopped') return row.deny_reason
    if (id === 'downloading' && state === 'now' && share !== undefined)
      return <ProgressBar tone="info" label={t('status.downloading')} share={share} />
    if (id === 'imported' && state === 'now' && share !== undefined)
      return <ProgressBar tone="ok" label={t('status.partial')} share={share} />
    if (id === 'searching' && state === 'now' && awaited) return t('requests.awaited_text')
    if (id === 'searching' && state === 'now')
      return row.status_known ? t('requests.searching_text') : t('requests.unknown_text')
    if (id !== 'sent' || state !== 'stuck' || !delivery) return undefined
    const message = furtherMessage(delivery.message, delivery.code)
    return (
      <>
        <DeliveryText delivery={delivery} media_type={row.media_type} />
        {is_admin && message && <p className="mt-1 wrap-anywhere">{deliverySentence(t, message)}</p>}
        {delivery.attempts > 0 && (
          <p className="mt-1">{t('requests.attempts', { count: delivery.attempts })}</p>
        )}
      </>
    )
  }

  const steps: TimelineStep[] = timelineOf(row).map(step => ({
    id: step.id,
    state: step.state,
    title:
      step.id === 'searching' && step.state === 'now' && awaited
        ? t('requests.awaited', { date: format.date(awaited) })
        : t(`requests.step.${step.id}${word(step.state)}`),
    at: step.at && (
      <time dateTime={step.at} title={format.dateTime(step.at)}>
        {format.relative(step.at, now)}
      </time>
    ),
    detail: detail(step),
  }))
  return <Timeline label={t('requests.timeline', { title: row.title })} steps={steps} />
}

/** The text variant of a step: upcoming, current, done or stopped. */
function word(state: Step['state']): '' | '_now' | '_done' | '_stopped' {
  if (state === 'next') return ''
  return state === 'stuck' ? '_now' : `_${state}`
}
