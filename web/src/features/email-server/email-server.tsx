import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ReadFailure } from '#lib/read-failure.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { emailServerQuery } from './api.ts'
import { EmailForm } from './email-form.tsx'

export function EmailServerSettings() {
  const { t } = useTranslation()
  const read = useQuery(emailServerQuery())
  const { data, error } = read
  if (data) return <EmailForm server={data} />
  if (!error)
    return (
      <>
        <Skeleton className="h-[54rem] w-full rounded-card sm:h-[41rem]" />
        <Skeleton className="h-64 w-full rounded-card" />
      </>
    )
  return <ReadFailure of={read} title={t('email_server.unreadable')} />
}
