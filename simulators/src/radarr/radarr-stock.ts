import { folderName } from '../servarr/naming.ts'
import { recordPastImport } from '../servarr/past.ts'
import { type LibraryMovie, moviePath } from './radarr-library.ts'
import type { MovieRouteParts } from './radarr-movie-routes.ts'

export interface NewLibraryMovie {
  monitored?: boolean
  quality_profile_id?: number
  tags?: readonly string[]
  added?: number
  /** A file on disk, by quality name: `WEBDL-1080p`. */
  file?: string | undefined
}

/** Puts a movie into the library as if it had long been there: no refresh, no search, no event. */
export function stockMovie(parts: MovieRouteParts, tmdbId: number, wish: NewLibraryMovie): LibraryMovie {
  const { servarr, library, activity, tags } = parts
  const metadata = servarr.catalogue.movie(tmdbId)
  if (!metadata) throw new Error(`the catalogue has no movie ${tmdbId}`)
  const root = parts.rootFolders.all()[0]?.path ?? '/movies'
  const added = wish.added ?? servarr.timeline.now()
  const record: LibraryMovie = {
    id: servarr.nextId('movie'),
    tmdb_id: tmdbId,
    title: metadata.title,
    monitored: wish.monitored ?? true,
    quality_profile_id: wish.quality_profile_id ?? 4,
    minimum_availability: 'released',
    root_folder_path: root,
    path: moviePath(root, metadata),
    tags: (wish.tags ?? []).map(label => tags.ensure(label).id),
    added,
    add_options: null,
    file: null,
    last_search: null,
  }
  library.records.set(record.id, record)
  if (wish.file) {
    const release = activity.releaseFor(record, wish.file)
    record.file = {
      id: servarr.nextId('moviefile'),
      relative_path: `${folderName(metadata.title)} ${wish.file}.mkv`,
      size: release.size,
      date_added: added,
      release,
    }
  }
  return record
}

/** Gives a stocked file the history of how it came. */
export function recordPast({ activity }: MovieRouteParts, record: LibraryMovie): void {
  const { file } = record
  if (!file) return
  const path = `${record.path}/${file.relative_path}`
  recordPastImport(activity.history, { parent_id: record.id, child_ids: [] }, { ...file, path })
}
