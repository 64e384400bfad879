import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { personQuery } from '#features/discover-screen/api.ts'
import { PersonView } from '#features/discover-screen/person/person-view.tsx'
import { PageFailure, TitleSkeleton } from '#features/discover-screen/feeds/page-state.tsx'
import { requirePermission } from '#lib/guard.ts'
import { TitleHeart } from './-heart.tsx'
import { ScreenFrame } from './-screen-frame.tsx'
import { TitleBack } from './-title-back.tsx'

export const Route = createFileRoute('/_app/person/$id')({
  loader({ context, params }) {
    requirePermission('media:discover')
    void context.queries.prefetchQuery(personQuery(params.id))
  },
  component: PersonPage,
})

function PersonPage() {
  const { id } = Route.useParams()
  const { data, error, isFetching, refetch } = useQuery(personQuery(id))
  return (
    <ScreenFrame>
      {data ? (
        <div key={id} className="flex flex-col gap-2">
          <TitleBack kind="person" />
          <PersonView
            person={data}
            heart={<TitleHeart watched={{ kind: 'person', id }} name={data.name} />}
          />
        </div>
      ) : error ? (
        <PageFailure what="person" error={error} retrying={isFetching} onRetry={() => void refetch()} />
      ) : (
        <TitleSkeleton />
      )}
    </ScreenFrame>
  )
}
