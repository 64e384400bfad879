import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { aiSettingsQuery } from '#features/ai-settings/own/api.ts'
import { OwnAi } from '#features/ai-settings/own/own-ai.tsx'
import { aiTexts } from '#lib/texts/assistant-texts.ts'
import { requirePermission } from '#lib/guard.ts'
import { BackLink } from '#lib/link.tsx'
import { usePageTitle } from '#lib/page-title.ts'
import { Page } from '#ui/page.tsx'
import { PageHeader } from '#ui/page-header.tsx'

export const Route = createFileRoute('/_app/account_/ai')({
  loader({ context }) {
    requirePermission('ai:chat')
    void context.queries.prefetchQuery(aiSettingsQuery())
    return aiTexts()
  },
  component: AiPage,
})

function AiPage() {
  const { t } = useTranslation()
  usePageTitle(t('ai_settings.title'))
  return (
    <Page>
      <PageHeader
        back={<BackLink to="/account">{t('sessions.account.title')}</BackLink>}
        title={t('ai_settings.title')}
        text={t('ai_settings.text')}
      />
      <OwnAi />
    </Page>
  )
}
