import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { deviceText } from '#lib/device-text.ts'
import { useFormat } from '#lib/i18n.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { useNow } from '#lib/use-now.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type Receiver, receiversQuery, useRemoveReceiver } from './api.ts'

/** All browsers and apps of this person that receive notifications. */
export function ReceiverList({ here_id }: { here_id: string }) {
  const { t } = useTranslation()
  const read = useQuery(receiversQuery())
  const { data, error } = read
  const remove = useRemoveReceiver()
  if (!data) {
    if (!error) return <Skeleton className="h-16 w-full" />
    return <ReadFailure of={read} compact title={t('notifications.browser.unreadable')} />
  }
  return (
    <div className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold text-muted">{t('notifications.browser.others')}</h3>
      {remove.error && <Notice tone="danger">{errorText(t, remove.error)}</Notice>}
      {data.length === 0 ? (
        <p className="text-sm text-muted">{t('notifications.browser.none')}</p>
      ) : (
        <ul aria-label={t('notifications.browser.others')} className="divide-y divide-line">
          {data.map(receiver => (
            <Row
              key={`${receiver.kind} ${receiver.device_id}`}
              receiver={receiver}
              is_here={receiver.device_id === here_id}
              removing={remove.isPending && remove.variables === receiver}
              onRemove={() => remove.mutate(receiver)}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

interface RowProps {
  receiver: Receiver
  is_here: boolean
  removing: boolean
  onRemove: () => void
}

function Row({ receiver, is_here, removing, onRemove }: RowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const { last_delivered_at, failing_since } = receiver
  const device_name = deviceText(t, receiver.device_name)
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <div className="flex min-w-0 flex-1 flex-col">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          <span className="wrap-anywhere">{device_name}</span>
          {is_here && <Badge tone="ok">{t('notifications.browser.this')}</Badge>}
        </span>
        {failing_since && (
          <span className="text-sm text-warn">
            {t('notifications.browser.failing', { when: format.dateTime(failing_since) })}
          </span>
        )}
        <span className="text-sm text-muted">
          {last_delivered_at
            ? t('notifications.browser.delivered', { when: format.relative(last_delivered_at, now) })
            : t('notifications.browser.never')}
        </span>
      </div>
      {/* This browser is removed with its switch, so that its subscription ends too. */}
      {!is_here && (
        <Button
          size="sm"
          loading={removing}
          aria-label={t('notifications.browser.remove_this', { device: device_name })}
          onClick={onRemove}
        >
          {t('notifications.browser.remove')}
        </Button>
      )}
    </li>
  )
}
