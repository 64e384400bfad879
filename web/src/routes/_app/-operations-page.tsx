import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { BackLink } from '#lib/link.tsx'
import { usePageTitle } from '#lib/page-title.ts'
import { Page } from '#ui/page.tsx'
import { PageHeader } from '#ui/page-header.tsx'

interface OperationsPageProps {
  id: 'jobs' | 'deliveries' | 'outbox' | 'log' | 'caches' | 'database'
  children: ReactNode
}

/** Layout of the operations pages. */
export function OperationsPage({ id, children }: OperationsPageProps) {
  const { t } = useTranslation()
  const title = t(`operation_pages.${id}.title`)
  usePageTitle(title)
  return (
    <Page>
      <PageHeader
        back={<BackLink to="/settings/operations">{t('settings.operations.title')}</BackLink>}
        title={title}
        text={t(`operation_pages.${id}.text`)}
      />
      {children}
    </Page>
  )
}
