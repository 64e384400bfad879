import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { hiddenTitlesQuery } from '#features/hidden-titles/api.ts'
import { HiddenList } from '#features/hidden-titles/hidden-list.tsx'
import { requirePermission } from '#lib/guard.ts'
import { titleToolTexts } from '#lib/texts/title-tool-texts.ts'
import { RowCover } from './-row-cover.tsx'
import { SettingsPage } from './-settings-page.tsx'

export const Route = createFileRoute('/_app/settings/hidden-titles')({
  loader({ context }) {
    requirePermission('requests:manage')
    void context.queries.prefetchQuery(hiddenTitlesQuery())
    return titleToolTexts()
  },
  component: HiddenTitles,
})

function HiddenTitles() {
  const { t } = useTranslation()
  return (
    <SettingsPage title={t('settings.hidden_titles.title')} text={t('settings.hidden_titles.text')}>
      <HiddenList cover={RowCover} />
    </SettingsPage>
  )
}
