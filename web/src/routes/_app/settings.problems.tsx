import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { includedAiQuery } from '#features/ai-settings/included/api.ts'
import { includedState } from '#features/ai-settings/included/included-state.ts'
import { nameProviders } from '#features/ai-settings/named-providers.ts'
import { remediationQuery } from '#features/remediation-settings/api.ts'
import { RemediationForm } from '#features/remediation-settings/remediation-form.tsx'
import { aiTexts } from '#lib/texts/assistant-texts.ts'
import { hasPermission, requirePermission } from '#lib/guard.ts'
import { Unread } from '#lib/unread.tsx'
import { remediationTexts } from '#lib/texts/remediation-texts.ts'
import { wholeRead } from '#lib/whole-read.ts'
import { SettingsPage } from './-settings-page.tsx'

export const Route = createFileRoute('/_app/settings/problems')({
  async loader({ context }) {
    requirePermission('remediation:manage')
    void context.queries.prefetchQuery(remediationQuery())
    if (hasPermission('credentials:manage')) void context.queries.prefetchQuery(includedAiQuery())
    await Promise.all([remediationTexts(), aiTexts()])
  },
  component: Problems,
})

function Problems() {
  const { t } = useTranslation()
  const included = wholeRead(
    useQuery({
      ...includedAiQuery(),
      enabled: hasPermission('credentials:manage'),
    }),
  )
  const { data } = included
  const providers = nameProviders(t, data?.ai.providers ?? [])
  return (
    <SettingsPage title={t('settings.problems.title')} text={t('settings.problems.text')}>
      <RemediationForm
        ai={{
          state: data && includedState(data.ai).state,
          provider: data?.ai.config?.provider,
          nameOf: id => providers.find(one => one.id === id)?.label ?? id,
          unread: <Unread of={included} title={t('included_ai.unreadable')} />,
        }}
      />
    </SettingsPage>
  )
}
