import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#lib/api-error.ts'
import { errorText } from '#lib/error-text.ts'
import { useFormat } from '#lib/i18n.ts'
import { useNow } from '#lib/use-now.ts'
import { Notice } from '#ui/notice.tsx'
import { Switch } from '#ui/switch.tsx'
import { receiversQuery, subscriptionQuery, useToggleSubscription } from './api.ts'
import { pushSupport } from './browser-subscription.ts'

/** Turns notifications on or off in this browser, if it supports and allows them. */
export function ThisBrowserSwitch({ device_id }: { device_id: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const { data: subscribed } = useQuery(subscriptionQuery())
  const { data: receivers } = useQuery(receiversQuery())
  const change = useToggleSubscription(device_id)
  const ability = pushSupport()
  if (ability !== 'ready') {
    return (
      <Notice tone={ability === 'denied' ? 'warn' : 'info'}>{t(`notifications.browser.${ability}`)}</Notice>
    )
  }
  const here = receivers?.find(one => one.device_id === device_id)
  // Without the server's list, only the browser's own state is known, and nothing can be changed yet.
  const known = receivers !== undefined && subscribed !== undefined
  const is_on = change.isPending ? change.variables : Boolean(subscribed && (here || !known))
  const when = here?.last_delivered_at
  const hint = !is_on
    ? t('notifications.browser.off_hint')
    : when
      ? t('notifications.browser.on_hint', { when: format.relative(when, now) })
      : t('notifications.browser.never_hint')
  return (
    <div className="flex flex-col gap-3">
      <Switch
        label={t('notifications.browser.here')}
        hint={known ? hint : undefined}
        checked={is_on}
        disabled={change.isPending || !known}
        onChange={on => change.mutate(on)}
      />
      {change.error && (
        <Notice tone="danger">
          {change.error instanceof ApiError ? errorText(t, change.error) : t('notifications.browser.failed')}
        </Notice>
      )}
    </div>
  )
}
