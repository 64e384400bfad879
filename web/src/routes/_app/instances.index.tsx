import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import Plug from 'lucide-react/icons/plug'
import Plus from 'lucide-react/icons/plus'
import { useTranslation } from 'react-i18next'
import { instancesQuery } from '#features/instances/api.ts'
import { InstanceList } from '#features/instances/list/instance-list.tsx'
import { requirePermission } from '#lib/guard.ts'
import { ButtonLink } from '#lib/link.tsx'
import { usePageTitle } from '#lib/page-title.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Page } from '#ui/page.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { RowSkeleton } from '#ui/skeleton.tsx'

export const Route = createFileRoute('/_app/instances/')({
  loader({ context }) {
    requirePermission('instances:manage')
    void context.queries.prefetchQuery(instancesQuery())
  },
  component: InstancesPage,
})

function InstancesPage() {
  const { t } = useTranslation()
  usePageTitle(t('instances.title'))
  const add = (
    <ButtonLink to="/instances/new" variant="primary" icon={<Plus aria-hidden />}>
      {t('instances.add')}
    </ButtonLink>
  )
  const read = useQuery(instancesQuery())
  const { data, error } = read
  return (
    <Page>
      <PageHeader
        title={t('instances.title')}
        text={t('instances.text')}
        action={data && data.length > 0 && add}
      />
      {error && !data ? (
        <ReadFailure of={read} />
      ) : !data ? (
        <div aria-busy className="rounded-card border border-line bg-surface px-5">
          <RowSkeleton />
          <RowSkeleton />
          <RowSkeleton />
        </div>
      ) : data.length > 0 ? (
        <InstanceList instances={data} />
      ) : (
        <EmptyState icon={<Plug />} title={t('instances.empty_title')} action={add}>
          {t('instances.empty_text')}
        </EmptyState>
      )}
    </Page>
  )
}
