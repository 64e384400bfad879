import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { instanceQuery } from '#features/instances/api.ts'
import { NotFound } from '#features/shell/states/not-found.tsx'
import { ApiError } from '#lib/api-error.ts'
import { deliveryDefaultTexts } from '#lib/texts/delivery-default-texts.ts'
import { errorText } from '#lib/error-text.ts'
import { requirePermission } from '#lib/guard.ts'
import { serverTexts } from '#lib/texts/server-texts.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { FormSkeleton } from '#ui/form-skeleton.tsx'
import { Page } from '#ui/page.tsx'
import { InstanceCards } from './-instance-cards.tsx'

export const Route = createFileRoute('/_app/instances/$id')({
  loader({ context, params }) {
    requirePermission('instances:manage')
    void context.queries.prefetchQuery(instanceQuery(params.id))
    return Promise.all([serverTexts(), deliveryDefaultTexts()])
  },
  component: InstancePage,
})

function InstancePage() {
  const { t } = useTranslation()
  const { id } = Route.useParams()
  const { data, error, isFetching, refetch } = useQuery(instanceQuery(id))
  if (error instanceof ApiError && error.status === 404) return <NotFound />
  if (data) return <InstanceCards key={id} instance={data} />
  return (
    <Page>
      {error ? (
        <ErrorState level={1} retrying={isFetching} onRetry={() => void refetch()}>
          {errorText(t, error)}
        </ErrorState>
      ) : (
        <FormSkeleton fields={4} />
      )}
    </Page>
  )
}
