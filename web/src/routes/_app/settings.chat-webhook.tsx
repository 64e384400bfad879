import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { chatWebhookQuery } from '#features/chat-webhook/api.ts'
import { ChatWebhook } from '#features/chat-webhook/chat-webhook.tsx'
import { destinationTexts } from '#lib/texts/destination-texts.ts'
import { requirePermission } from '#lib/guard.ts'
import { SettingsPage } from './-settings-page.tsx'

export const Route = createFileRoute('/_app/settings/chat-webhook')({
  loader({ context }) {
    requirePermission('credentials:manage')
    void context.queries.prefetchQuery(chatWebhookQuery())
    return destinationTexts()
  },
  component: ChatWebhookPage,
})

function ChatWebhookPage() {
  const { t } = useTranslation()
  return (
    <SettingsPage title={t('settings.chat_webhook.title')} text={t('settings.chat_webhook.text')}>
      <ChatWebhook />
    </SettingsPage>
  )
}
