import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { BackLink } from '#lib/link.tsx'
import { usePageTitle } from '#lib/page-title.ts'
import { Page } from '#ui/page.tsx'
import { PageHeader } from '#ui/page-header.tsx'

interface SettingsPageProps {
  title: string
  text: string
  children: ReactNode
}

/** The layout of one settings page. */
export function SettingsPage({ title, text, children }: SettingsPageProps) {
  const { t } = useTranslation()
  usePageTitle(title)
  return (
    <Page>
      <PageHeader
        back={<BackLink to="/settings">{t('settings.title')}</BackLink>}
        title={title}
        text={text}
      />
      {children}
    </Page>
  )
}
