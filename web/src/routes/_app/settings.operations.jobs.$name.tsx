import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { JobList } from '#features/operations/job-list.tsx'
import { jobName } from '#features/operations/operation-names.ts'
import { BackLink } from '#lib/link.tsx'
import { usePageTitle } from '#lib/page-title.ts'
import { Page } from '#ui/page.tsx'
import { PageHeader } from '#ui/page-header.tsx'

export const Route = createFileRoute('/_app/settings/operations/jobs/$name')({ component: JobsOfKind })

function JobsOfKind() {
  const { t } = useTranslation()
  const { name } = Route.useParams()
  const title = jobName(t, name)
  usePageTitle(title)
  return (
    <Page>
      <PageHeader
        back={<BackLink to="/settings/operations/jobs">{t('operation_pages.jobs.title')}</BackLink>}
        title={<span className="wrap-anywhere">{title}</span>}
        text={t('operations.jobs.kind_text')}
      />
      <JobList name={name} />
    </Page>
  )
}
