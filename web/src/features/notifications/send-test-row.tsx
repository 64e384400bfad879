import type { PushTestResult } from '@foyer/contract/users'
import { useQuery } from '@tanstack/react-query'
import BellRing from 'lucide-react/icons/bell-ring'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#lib/api-error.ts'
import { errorText } from '#lib/error-text.ts'
import { PushResult } from '#lib/push-result.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { receiversQuery, useTest } from './api.ts'

/** Sends a test to one's own devices and shows the result of each. */
export function TestRow() {
  const { t } = useTranslation()
  const test = useTest()
  return (
    <div className="flex flex-col items-start gap-3">
      <Button icon={<BellRing aria-hidden />} loading={test.isPending} onClick={() => test.mutate()}>
        {t('notifications.test.send')}
      </Button>
      <div aria-live="polite" className="w-full empty:hidden">
        {test.data && <Result result={test.data} />}
        {test.error && <Refused error={test.error} />}
      </div>
    </div>
  )
}

/** Turned off, or no device, is a result, not a failure. */
function Refused({ error }: { error: unknown }) {
  const { t } = useTranslation()
  const code = error instanceof ApiError ? error.code : ''
  if (code === 'push_not_configured') {
    return <Notice tone="warn">{t('notifications.test.none_configured')}</Notice>
  }
  if (code === 'push_disabled_for_user')
    return <Notice tone="warn">{t('notifications.test.off_here')}</Notice>
  return <Notice tone={code.startsWith('push_') ? 'warn' : 'danger'}>{errorText(t, error)}</Notice>
}

function Result({ result }: { result: PushTestResult }) {
  const { t } = useTranslation()
  const { data: receivers } = useQuery(receiversQuery())
  return (
    <PushResult
      result={result}
      nobody={t('notifications.test.nobody')}
      nameOf={device_id => receivers?.find(one => one.device_id === device_id)?.device_name}
    />
  )
}
