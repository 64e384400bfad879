import type { PushTestResult } from '@foyer/contract/users'
import { useTranslation } from 'react-i18next'
import { Notice } from '#ui/notice.tsx'
import { reasonOf } from './push-reasons.ts'

interface PushResultProps {
  result: PushTestResult
  /** Shown if there is no device at all. */
  nobody: string
  nameOf?: (device_id: string) => string | undefined
}

/** The result of a test, device by device. Its texts belong to notifications (notification-texts.ts). */
export function PushResult({ result, nobody, nameOf }: PushResultProps) {
  const { t } = useTranslation()
  const { tokens, sent, failed, results } = result
  if (tokens === 0) return <Notice tone="warn">{nobody}</Notice>

  function outcome({ ok, pruned, error = '' }: PushTestResult['results'][number]): string {
    if (ok) return t('notifications.test.ok')
    if (pruned) return t('notifications.test.pruned')
    const reason = reasonOf(error)
    // An unknown code is shown as it is.
    return reason === 'other' && error ? error : t(`notifications.test.error.${reason}`)
  }

  return (
    <Notice tone={failed === 0 ? 'ok' : sent === 0 ? 'danger' : 'warn'}>
      <p>{t('notifications.test.sent', { count: tokens, sent })}</p>
      <ul className="mt-1 list-disc ps-5">
        {results.map(one => (
          <li key={one.device_id} className="wrap-anywhere">
            {nameOf?.(one.device_id) ?? t('notifications.test.device')}: {outcome(one)}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
