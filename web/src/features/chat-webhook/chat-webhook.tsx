import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ReadFailure } from '#lib/read-failure.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { chatWebhookQuery } from './api.ts'
import { ChatWebhookForm } from './chat-webhook-form.tsx'
import { RecentAlerts } from './recent-alerts.tsx'

export function ChatWebhook() {
  const { t } = useTranslation()
  const read = useQuery(chatWebhookQuery())
  const { data, error } = read
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
  return <ReadFailure of={read} title={t('chat_webhook.unreadable')} />
}
