import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { emailServerQuery } from './api.ts'
import { EmailForm } from './email-form.tsx'

export function EmailServerSettings() {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery(emailServerQuery())
  if (data) return <EmailForm server={data} />
  if (!error)
    return (
      <>
        <Skeleton className="h-[54rem] w-full rounded-card sm:h-[41rem]" />
        <Skeleton className="h-64 w-full rounded-card" />
      </>
    )
  return (
    <ErrorState title={t('email_server.unreadable')} retrying={isFetching} onRetry={() => void refetch()}>
      {errorText(t, error)}
    </ErrorState>
  )
}
