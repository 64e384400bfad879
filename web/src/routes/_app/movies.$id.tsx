import type { MovieDetail } from '@foyer/contract/discover-screen/media-details'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { memo } from 'react'
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
        <Movie key={id} movie={data} />
      ) : error && !data ? (
        <PageFailure error={error} retrying={isFetching} onRetry={() => void refetch()} />
      ) : (
        <TitleSkeleton />
      )}
    </ScreenFrame>
  )
}

/** Hundreds of elements, which are not drawn again because the movie is read again. */
const Movie = memo(function Movie({ movie }: { movie: MovieDetail }) {
  const { id: tmdb_id, title: name } = movie
  const title = { media_type: 'movie', tmdb_id, name, year: yearOf(movie.release_date) } as const
  return (
    <MovieView
      movie={movie}
      back={<TitleBack over kind="movie" />}
      action={
        <TitlePageAction
          {...title}
          beside={
            <>
              <TitleHeart watched={{ kind: 'movie', id: String(tmdb_id) }} name={name} />
              <MovieDownloads tmdb_id={tmdb_id} name={name} />
              <TitleReport title={{ media_type: 'movie', tmdb_id, name }} />
            </>
          }
        />
      }
    />
  )
})
