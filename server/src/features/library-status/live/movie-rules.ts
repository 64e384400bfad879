import type { QueuedDownload } from '#ports/download-queue.ts'
import type { LibraryMovie } from '#ports/movie-library.ts'
import { downloadedShare } from './progress-rules.ts'
import { type LiveMovie, type LiveProgress, unknown } from './live-status.ts'

/** 1/3, movie. `queue` null: it could not be read, which matters only where the queue decides. */
export function liveMovie(movie: LibraryMovie | null, queue: readonly QueuedDownload[] | null): LiveMovie {
  if (!movie) return { known: true, status: 'unavailable', progress: 0 }
  const progress = movieProgress(movie, queue)
  if (!progress) return unknown('library_unavailable')
  return { known: true, ...progress, record_id: movie.record_id, ...named(movie), ...releasesOf(movie) }
}

function movieProgress(movie: LibraryMovie, queue: readonly QueuedDownload[] | null): LiveProgress | null {
  if (movie.has_file) return { status: 'available', progress: 100 }
  if (!queue) return null
  if (queue.length > 0) return { status: 'downloading', progress: downloadedShare(queue) }
  return { status: movie.monitored ? 'requested' : 'unavailable', progress: 0 }
}

function named({ title }: LibraryMovie): { title?: string } {
  return title === undefined ? {} : { title }
}

function releasesOf({ in_cinemas, digital }: LibraryMovie): Pick<LiveMovie & { known: true }, 'releases'> {
  if (!in_cinemas && !digital) return {}
  return { releases: { ...(in_cinemas && { in_cinemas }), ...(digital && { digital }) } }
}
