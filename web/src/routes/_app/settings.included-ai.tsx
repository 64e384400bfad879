import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { includedAiQuery } from '#features/ai-settings/included/api.ts'
import { IncludedAi } from '#features/ai-settings/included/included-ai.tsx'
import { AiAccessCard } from '#features/users/user/ai-access-card.tsx'
import { usersQuery } from '#features/users/api.ts'
import { aiTexts } from '#lib/texts/assistant-texts.ts'
import { hasPermission, requirePermission } from '#lib/guard.ts'
import { SettingsPage } from './-settings-page.tsx'

export const Route = createFileRoute('/_app/settings/included-ai')({
  loader({ context }) {
    requirePermission('credentials:manage')
    void context.queries.prefetchQuery(includedAiQuery())
    if (hasPermission('users:manage')) void context.queries.prefetchQuery(usersQuery())
    return aiTexts()
  },
  component: IncludedAiPage,
})

function IncludedAiPage() {
  const { t } = useTranslation()
  return (
    <SettingsPage title={t('settings.included_ai.title')} text={t('settings.included_ai.text')}>
      <IncludedAi>{hasPermission('users:manage') && <AiAccessCard />}</IncludedAi>
    </SettingsPage>
  )
}
