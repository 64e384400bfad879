import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { movieQuery } from '#features/discover-screen/api.ts'
import { MovieView } from '#features/discover-screen/title/movie-view.tsx'
import { PageFailure, TitleSkeleton } from '#features/discover-screen/feeds/page-state.tsx'
import { yearOf } from '#features/discover-screen/title.ts'
import { requirePermission } from '#lib/guard.ts'
import { useDrawn } from '#ui/use-drawn.ts'
import { MovieDownloads } from './-downloads.tsx'
import { TitleHeart } from './-heart.tsx'
import { TitleReport } from './-report.tsx'
import { ScreenFrame } from './-screen-frame.tsx'
import { prefetchStatus } from './-prefetch-status.ts'
import { TitlePageAction } from './-title-action.tsx'
import { TitleBack } from './-title-back.tsx'

export const Route = createFileRoute('/_app/movies/$id')({
  loader({ context, params }) {
    requirePermission('media:discover')
    void context.queries.prefetchQuery(movieQuery(params.id))
    prefetchStatus(context.queries, 'movie', params.id)
  },
  component: MoviePage,
})

function MoviePage() {
  const { id } = Route.useParams()
  const { data, error, isFetching, refetch } = useQuery(movieQuery(id))
  const is_drawn = useDrawn(data !== undefined)
  return (
    <ScreenFrame>
      {data && is_drawn ? (
        <MovieView
          key={id}
          movie={data}
          back={<TitleBack over kind="movie" />}
          action={
            <TitlePageAction
              media_type="movie"
              tmdb_id={data.id}
              name={data.title}
              year={yearOf(data.release_date)}
              beside={
                <>
                  <TitleHeart watched={{ kind: 'movie', id }} name={data.title} />
                  <MovieDownloads tmdb_id={data.id} name={data.title} />
                  <TitleReport title={{ media_type: 'movie', tmdb_id: data.id, name: data.title }} />
                </>
              }
            />
          }
        />
      ) : error && !data ? (
        <PageFailure error={error} retrying={isFetching} onRetry={() => void refetch()} />
      ) : (
        <TitleSkeleton />
      )}
    </ScreenFrame>
  )
}
