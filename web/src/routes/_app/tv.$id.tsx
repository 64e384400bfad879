import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { showQuery } from '#features/discover-screen/api.ts'
import { ShowView } from '#features/discover-screen/show-view.tsx'
import { PageFailure, TitleSkeleton } from '#features/discover-screen/page-state.tsx'
import { yearOf } from '#features/discover-screen/title.ts'
import { requirePermission } from '#lib/guard.ts'
import { useEpisodeDownloads } from './-downloads.tsx'
import { ScreenFrame } from './-screen-frame.tsx'
import { prefetchStatus } from './-prefetch-status.ts'
import { TitlePageAction } from './-title-action.tsx'
import { TitleBack } from './-title-back.tsx'
import { seasonMarkOf } from './-title-marks.tsx'

export const Route = createFileRoute('/_app/tv/$id')({
  loader({ context, params }) {
    requirePermission('media:discover')
    void context.queries.prefetchQuery(showQuery(params.id))
    prefetchStatus(context.queries, 'tv', params.id)
  },
  component: ShowPage,
})

function ShowPage() {
  const { id } = Route.useParams()
  const { data, error, isFetching, refetch } = useQuery(showQuery(id))
  const downloads = useEpisodeDownloads({ tmdb_id: Number(id), name: data?.name ?? '' })
  return (
    <ScreenFrame>
      {data ? (
        <ShowView
          key={id}
          show={data}
          back={<TitleBack media_type="tv" />}
          action={
            <TitlePageAction
              media_type="tv"
              tmdb_id={data.id}
              tvdb_id={data.external_ids?.tvdb_id ?? undefined}
              name={data.name}
              year={yearOf(data.first_air_date)}
              seasons={data.seasons ?? []}
            />
          }
          seasonMark={seasonMarkOf(data.id)}
          downloads={downloads}
        />
      ) : error ? (
        <PageFailure error={error} retrying={isFetching} onRetry={() => void refetch()} />
      ) : (
        <TitleSkeleton />
      )}
    </ScreenFrame>
  )
}
