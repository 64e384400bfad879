import type { TvDetail } from '@foyer/contract/discover-screen/media-details'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { memo } from 'react'
import { showQuery } from '#features/discover-screen/api.ts'
import { ShowView } from '#features/discover-screen/title/show-view.tsx'
import { PageFailure, TitleSkeleton } from '#features/discover-screen/feeds/page-state.tsx'
import { yearOf } from '#features/discover-screen/title.ts'
import { requirePermission } from '#lib/guard.ts'
import { useDrawn } from '#ui/use-drawn.ts'
import { useEpisodeActions } from './-episode-actions.tsx'
import { TitleHeart } from './-heart.tsx'
import { TitleReport } from './-report.tsx'
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
  const is_drawn = useDrawn(data !== undefined)
  return (
    <ScreenFrame>
      {data && is_drawn ? (
        <Show key={id} show={data} />
      ) : error && !data ? (
        <PageFailure error={error} retrying={isFetching} onRetry={() => void refetch()} />
      ) : (
        <TitleSkeleton />
      )}
    </ScreenFrame>
  )
}

/** As for a movie. */
const Show = memo(function Show({ show }: { show: TvDetail }) {
  const { id: tmdb_id, name } = show
  const tvdb_id = show.external_ids?.tvdb_id ?? undefined
  const title = { media_type: 'tv', tmdb_id, tvdb_id, name } as const
  return (
    <ShowView
      show={show}
      back={<TitleBack over kind="tv" />}
      action={
        <TitlePageAction
          {...title}
          year={yearOf(show.first_air_date)}
          seasons={show.seasons ?? []}
          beside={
            <>
              <TitleHeart watched={{ kind: 'tv', id: String(tmdb_id) }} name={name} />
              <TitleReport title={title} />
            </>
          }
        />
      }
      seasonMark={seasonMarkOf(tmdb_id)}
      episodeActions={useEpisodeActions(title)}
    />
  )
})
