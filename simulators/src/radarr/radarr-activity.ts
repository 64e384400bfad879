import { createRandom } from '../kit/random.ts'
import type { Activity } from '../servarr/activity.ts'
import { createDownloads, type Download, type Release, type Target } from '../servarr/downloads.ts'
import { createHistory } from '../servarr/history.ts'
import { hookClient, hookGrabbedRelease, hookStuck } from '../servarr/hook-parts.ts'
import { createManualImport } from '../servarr/manual-import.ts'
import { folderName } from '../servarr/naming.ts'
import type { Notifications } from '../servarr/notifications.ts'
import { languageOf } from '../servarr/qualities.ts'
import { firstUnblocked, makeRelease, type ReleaseWish } from '../servarr/releases.ts'
import type { Servarr } from '../servarr/servarr.ts'
import type { Tags } from '../servarr/tags.ts'
import { hookFile, hookMovie, hookRemoteMovie } from './radarr-hooks.ts'
import {
  isAvailable,
  type LibraryMovie,
  type MovieFile,
  type RadarrLibrary,
  releaseYear,
} from './radarr-library.ts'
import { movieResource } from './radarr-resources.ts'

export const RADARR_EVENTS = {
  unknown: 0,
  grabbed: 1,
  downloadFolderImported: 3,
  downloadFailed: 4,
  movieFileDeleted: 6,
  movieFolderImported: 7,
  movieFileRenamed: 8,
  downloadIgnored: 9,
}

export interface RadarrActivity extends Activity {
  wishFor: (record: LibraryMovie) => Omit<ReleaseWish, 'quality'>
  releaseFor: (record: LibraryMovie, quality: string) => Release
  /** Puts a file in place; a tracked download makes it an import with an event. */
  importFile: (record: LibraryMovie, release: Release, download: Download | null) => MovieFile
  deleteFile: (record: LibraryMovie, reason: 'Manual' | 'MissingFromDisk' | 'Upgrade') => void
  /** A search: grabs when the indexers hold something and Radarr would take it. */
  search: (ids: readonly number[]) => void
}

export interface RadarrParts {
  servarr: Servarr
  library: RadarrLibrary
  notifications: Notifications
  tags: Tags
}

/** What happens to movies: grabs, imports, failures, deletions, and who is told. */
export function createRadarrActivity({ servarr, library, notifications, tags }: RadarrParts): RadarrActivity {
  const { timeline, nextId } = servarr
  const tell = (
    record: LibraryMovie,
    flags: readonly string[],
    event: string,
    payload: Record<string, unknown>,
  ) => {
    const movie = hookMovie(servarr, record, library.metadata(record), tags.labels(record.tags))
    notifications.tell(flags, event, { movie, ...payload }, record.tags)
  }
  const recordOf = (target: Target) => library.records.get(target.parent_id)

  const downloads = createDownloads(servarr, {
    grabbed(download) {
      const record = recordOf(download.target)
      if (!record) return
      history.writeGrab(download)
      tell(record, ['onGrab'], 'Grab', {
        remoteMovie: hookRemoteMovie(library.metadata(record)),
        release: { ...hookGrabbedRelease(download.release), indexerFlags: [] },
        ...hookClient(download),
      })
    },
    imported(download) {
      const record = recordOf(download.target)
      if (record) importFile(record, download.release, download)
    },
    stuck(download) {
      const record = recordOf(download.target)
      if (record)
        tell(record, ['onManualInteractionRequired'], 'ManualInteractionRequired', hookStuck(download))
    },
  })

  const history = createHistory(servarr, {
    parent: 'movie',
    events: RADARR_EVENTS,
    embed(row, wants) {
      const record = library.records.get(row.parent_id)
      return wants.parent && record ? { movie: movieResource(servarr, record, library.metadata(record)) } : {}
    },
    failed: (failed, research) => fail(failed, { message: 'Manually marked as failed', research }),
  })

  const manualImport = createManualImport(servarr, {
    downloads,
    files({ target, release }) {
      const record = recordOf(target)
      const movie = record && movieResource(servarr, record, library.metadata(record))
      return [{ name: `${release.title}.mkv`, share: 1, columns: movie ? { movie } : {} }]
    },
    childrenOf: (file, { target }) => (file['movieId'] === target.parent_id ? [] : null),
  })

  function importFile(record: LibraryMovie, release: Release, download: Download | null): MovieFile {
    const movie = library.metadata(record)
    const old = record.file
    const name = `${folderName(movie.title)} (${releaseYear(movie)}) ${release.quality.quality.name}.mkv`
    const file: MovieFile = {
      id: nextId('moviefile'),
      relative_path: name,
      size: release.size,
      date_added: timeline.now(),
      release,
    }
    if (old) deleteFile(record, 'Upgrade')
    record.file = file
    const importedPath = `${record.path}/${name}`
    const target = { parent_id: record.id, child_ids: [] }
    const data = {
      fileId: String(file.id),
      importedPath,
      releaseGroup: release.release_group,
      size: String(file.size),
    }
    if (!download) {
      // servarr-common.md, 9: a file found by a scan imports without any event.
      history.write('movieFolderImported', target, { release, data: { ...data, droppedPath: importedPath } })
      return file
    }
    const droppedPath = `/downloads/${release.title}/${release.title}.mkv`
    history.write('downloadFolderImported', target, {
      release,
      download_id: download.download_id,
      data: { ...data, droppedPath, downloadClient: 'SABnzbd', downloadClientName: 'SAB' },
    })
    tell(record, old ? ['onDownload', 'onUpgrade'] : ['onDownload'], 'Download', {
      remoteMovie: hookRemoteMovie(movie),
      movieFile: hookFile(record, file, droppedPath),
      isUpgrade: old !== null,
      ...hookClient(download),
      ...(old && { deletedFiles: [hookFile(record, old)] }),
      release: {
        releaseTitle: release.title,
        indexer: release.indexer,
        size: release.size,
        indexerFlags: [],
      },
    })
    return file
  }

  function deleteFile(record: LibraryMovie, reason: 'Manual' | 'MissingFromDisk' | 'Upgrade'): void {
    const { file } = record
    if (!file) return
    record.file = null
    history.write(
      'movieFileDeleted',
      { parent_id: record.id, child_ids: [] },
      { release: file.release, data: { reason } },
    )
    const flag = reason === 'Upgrade' ? 'onMovieFileDeleteForUpgrade' : 'onMovieFileDelete'
    const deleteReason = reason.charAt(0).toLowerCase() + reason.slice(1)
    tell(record, [flag], 'MovieFileDelete', { movieFile: hookFile(record, file), deleteReason })
  }

  function wishFor(record: LibraryMovie): Omit<ReleaseWish, 'quality'> {
    const movie = library.metadata(record)
    return {
      words: `${movie.title} ${releaseYear(movie)}`,
      minutes: movie.runtime,
      language: languageOf(movie.original_language),
    }
  }

  function releaseFor(record: LibraryMovie, quality: string): Release {
    return makeRelease(servarr, createRandom(`${record.tmdb_id}:${quality}`), { ...wishFor(record), quality })
  }

  function search(ids: readonly number[]): void {
    for (const id of ids) {
      const record = library.records.get(id)
      if (!record) continue
      record.last_search = timeline.now()
      const busy = downloads.all().some(download => download.target.parent_id === id)
      if (!servarr.switches.indexers_stocked || record.file || busy) continue
      if (!isAvailable(record, library.metadata(record), timeline.now())) continue
      const offers = [preferredQuality(record), 'Bluray-1080p', 'WEBDL-720p'].map(quality =>
        releaseFor(record, quality),
      )
      const release = firstUnblocked(history, offers)
      if (release) downloads.start({ parent_id: id, child_ids: [] }, { release })
    }
  }

  const fail: Activity['fail'] = (failed, options) => {
    history.writeFailure(failed, options.message, {
      downloadClientName: 'SAB',
      indexer: failed.release.indexer,
      size: String(failed.release.size),
    })
    if (options.research) search([failed.target.parent_id])
  }

  return { downloads, history, manualImport, wishFor, releaseFor, importFile, deleteFile, search, fail }
}

/** What the profile would pick: 4K for the Ultra-HD profile, 1080p otherwise. */
export function preferredQuality(record: { quality_profile_id: number }): string {
  return record.quality_profile_id === 5 ? 'WEBDL-2160p' : 'WEBDL-1080p'
}
