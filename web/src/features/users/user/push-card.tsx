import type { PushTestResult, UserSummary } from '@foyer/contract/users'
import type { TFunction } from 'i18next'
import BellRing from 'lucide-react/icons/bell-ring'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#lib/api-error.ts'
import { errorText } from '#lib/error-text.ts'
import { PushResult } from '#lib/push-result.tsx'
import { Button } from '#ui/button.tsx'
import { SectionCard } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { useTestPush } from '../api.ts'

export function PushCard({ user }: { user: UserSummary }) {
  const { t } = useTranslation()
  return (
    <SectionCard title={t('users.push.title')} text={t('users.push.text')}>
      <PushTest user_id={user.id} />
    </SectionCard>
  )
}

/** Sends a test notification and shows the result. */
export function PushTest({ user_id }: { user_id: number }) {
  const { t } = useTranslation()
  const test = useTestPush(user_id)
  return (
    <div className="flex flex-col items-start gap-3">
      <Button icon={<BellRing aria-hidden />} loading={test.isPending} onClick={() => test.mutate()}>
        {t('users.push.send')}
      </Button>
      <div aria-live="polite" className="w-full empty:hidden">
        {(test.data || test.error) && <Result t={t} result={test.data} error={test.error} />}
      </div>
    </div>
  )
}

interface ResultProps {
  t: TFunction
  result: PushTestResult | undefined
  error: unknown
}

function Result({ t, result, error }: ResultProps) {
  // Notifications turned off is a result, not a failure.
  if (!result) {
    const expected = error instanceof ApiError && error.code.startsWith('push_')
    return <Notice tone={expected ? 'warn' : 'danger'}>{errorText(t, error)}</Notice>
  }
  return <PushResult result={result} nobody={t('users.push.no_devices')} />
}
