import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { instanceQuery } from '#features/instances/api.ts'
import { NotFound } from '#features/shell/states/not-found.tsx'
import { ApiError } from '#lib/api-error.ts'
import { deliveryDefaultTexts } from '#lib/texts/delivery-default-texts.ts'
import { requirePermission } from '#lib/guard.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { serverTexts } from '#lib/texts/server-texts.ts'
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
  const { id } = Route.useParams()
  const read = useQuery(instanceQuery(id))
  const { data, error } = read
  if (error instanceof ApiError && error.status === 404) return <NotFound />
  if (data) return <InstanceCards key={id} instance={data} />
  return <Page>{error ? <ReadFailure of={read} level={1} /> : <FormSkeleton fields={4} />}</Page>
}
