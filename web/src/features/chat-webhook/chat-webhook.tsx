import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { chatWebhookQuery } from './api.ts'
import { ChatWebhookForm } from './chat-webhook-form.tsx'
import { RecentAlerts } from './recent-alerts.tsx'

export function ChatWebhook() {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery(chatWebhookQuery())
  if (data)
    return (
      <>
        <ChatWebhookForm settings={data} />
        <RecentAlerts recent={data.recent} />
      </>
    )
  if (!error)
    return (
      <>
        <Skeleton className="h-[37rem] w-full rounded-card sm:h-[28rem]" />
        <Skeleton className="h-36 w-full rounded-card" />
      </>
    )
  return (
    <ErrorState title={t('chat_webhook.unreadable')} retrying={isFetching} onRetry={() => void refetch()}>
      {errorText(t, error)}
    </ErrorState>
  )
}
