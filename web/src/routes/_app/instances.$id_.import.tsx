import { MEDIA_SERVERS } from '@foyer/contract/instances/instance-types'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { instanceQuery } from '#features/instances/api.ts'
import { ImportView } from '#features/media-servers/accounts/import-view.tsx'
import { NotFound } from '#features/shell/states/not-found.tsx'
import { ApiError } from '#lib/api-error.ts'
import { requirePermission } from '#lib/guard.ts'
import { BackLink } from '#lib/link.tsx'
import { usePageTitle } from '#lib/page-title.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { serverTexts } from '#lib/texts/server-texts.ts'
import { FormSkeleton } from '#ui/form-skeleton.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Page } from '#ui/page.tsx'

export const Route = createFileRoute('/_app/instances/$id_/import')({
  loader({ context, params }) {
    requirePermission('instances:manage')
    requirePermission('users:manage')
    void context.queries.prefetchQuery(instanceQuery(params.id))
    return serverTexts()
  },
  component: ImportPage,
})

/** Accounts of a media server become people. */
function ImportPage() {
  const { t } = useTranslation()
  const { id } = Route.useParams()
  const read = useQuery(instanceQuery(id))
  const { data, error } = read
  const type = MEDIA_SERVERS.find(one => one === data?.service_type)
  usePageTitle(t('server_accounts.import.open'))
  if ((data && !type) || (error instanceof ApiError && error.status === 404)) return <NotFound />
  return (
    <Page>
      {data && type ? (
        <>
          <PageHeader
            back={
              <BackLink to="/instances/$id" params={{ id }}>
                {data.name}
              </BackLink>
            }
            title={t('server_accounts.import.title', { server: data.name })}
            text={t('server_accounts.import.text')}
          />
          <ImportView key={id} instance_id={id} name={data.name} service_type={type} />
        </>
      ) : error ? (
        <ReadFailure of={read} />
      ) : (
        <FormSkeleton fields={3} />
      )}
    </Page>
  )
}
