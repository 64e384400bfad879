import type { Download, Release } from '../servarr/downloads.ts'
import type { History } from '../servarr/history.ts'
import { hookClient } from '../servarr/hook-parts.ts'
import { folderName } from '../servarr/naming.ts'
import type { Servarr } from '../servarr/servarr.ts'
import { hookEpisode, hookFile } from './sonarr-hooks.ts'
import type { EpisodeFile, LibraryEpisode, LibrarySeries, SonarrLibrary } from './sonarr-library.ts'

export interface EpisodeFiles {
  /** A file per episode, an event per file, and one more when all are in. */
  importDownload: (series: LibrarySeries, episodes: readonly LibraryEpisode[], download: Download) => void
  /** Found by a disk scan: no event (servarr-common.md, 9). */
  importFound: (series: LibrarySeries, episode: LibraryEpisode, release: Release) => EpisodeFile
  remove: (file: EpisodeFile, reason: 'Manual' | 'MissingFromDisk' | 'Upgrade') => void
}

interface FileParts {
  servarr: Servarr
  library: SonarrLibrary
  history: History
  tell: (
    series: LibrarySeries,
    flags: readonly string[],
    event: string,
    payload: Record<string, unknown>,
  ) => void
}

function two(n: number): string {
  return String(n).padStart(2, '0')
}

/** `S01E03`, or `S01` for a pack. */
export function episodeCode(episodes: readonly LibraryEpisode[]): string {
  const [first] = episodes
  if (!first) return ''
  const season = `S${two(first.season_number)}`
  return episodes.length > 1 ? season : `${season}E${two(first.episode_number)}`
}

export function createEpisodeFiles({ servarr, library, history, tell }: FileParts): EpisodeFiles {
  const { timeline, nextId } = servarr

  function place(
    series: LibrarySeries,
    episode: LibraryEpisode,
    release: Release,
    share: number,
  ): EpisodeFile {
    const name = `${folderName(series.title)} - ${episodeCode([episode])} - ${folderName(episode.metadata.name)}`
    const folder = series.season_folder ? `Season ${two(episode.season_number)}/` : ''
    const file: EpisodeFile = {
      id: nextId('episodefile'),
      series_id: series.id,
      season_number: episode.season_number,
      relative_path: `${folder}${name} ${release.quality.quality.name}.mkv`,
      size: Math.round(release.size * share),
      date_added: timeline.now(),
      release,
      release_type: share < 1 ? 'seasonPack' : 'singleEpisode',
    }
    library.files.set(file.id, file)
    episode.file_id = file.id
    return file
  }

  function importOne(
    series: LibrarySeries,
    episode: LibraryEpisode,
    download: Download,
    share: number,
  ): EpisodeFile {
    const { release } = download
    const old = library.files.get(episode.file_id)
    if (old) remove(old, 'Upgrade')
    const file = place(series, episode, release, share)
    const droppedPath = `/downloads/${release.title}/${episodeCode([episode])}.mkv`
    history.write(
      'downloadFolderImported',
      { parent_id: series.id, child_ids: [episode.id] },
      {
        release,
        download_id: download.download_id,
        data: {
          fileId: String(file.id),
          droppedPath,
          importedPath: `${series.path}/${file.relative_path}`,
          releaseGroup: release.release_group,
          size: String(file.size),
        },
      },
    )
    tell(series, old ? ['onDownload', 'onUpgrade'] : ['onDownload'], 'Download', {
      episodes: [hookEpisode(series, episode)],
      episodeFile: hookFile(series, file, droppedPath),
      isUpgrade: old !== undefined,
      ...hookClient(download),
      ...(old && { deletedFiles: [hookFile(series, old)] }),
      release: {
        releaseTitle: release.title,
        indexer: release.indexer,
        size: release.size,
        releaseType: file.release_type,
      },
    })
    return file
  }

  function remove(file: EpisodeFile, reason: 'Manual' | 'MissingFromDisk' | 'Upgrade'): void {
    const series = library.records.get(file.series_id)
    library.files.delete(file.id)
    if (!series) return
    const episodes = series.episodes.filter(episode => episode.file_id === file.id)
    for (const episode of episodes) episode.file_id = 0
    const target = { parent_id: series.id, child_ids: episodes.map(episode => episode.id) }
    history.write('episodeFileDeleted', target, { release: file.release, data: { reason } })
    const flag = reason === 'Upgrade' ? 'onEpisodeFileDeleteForUpgrade' : 'onEpisodeFileDelete'
    tell(series, [flag], 'EpisodeFileDelete', {
      episodes: episodes.map(episode => hookEpisode(series, episode)),
      episodeFile: hookFile(series, file),
      deleteReason: reason.charAt(0).toLowerCase() + reason.slice(1),
    })
  }

  return {
    importDownload(series, episodes, download) {
      const files = episodes.map(episode => importOne(series, episode, download, 1 / episodes.length))
      // sonarr.md, "Webhooks": the same event name, told apart by the plural `episodeFiles`.
      tell(series, ['onImportComplete'], 'Download', {
        episodes: episodes.map(episode => hookEpisode(series, episode)),
        episodeFiles: files.map(file => hookFile(series, file)),
        sourcePath: `/downloads/${download.release.title}`,
        destinationPath: series.path,
        ...hookClient(download),
        release: {
          releaseTitle: download.release.title,
          indexer: download.release.indexer,
          size: download.release.size,
        },
      })
    },
    importFound(series, episode, release) {
      const file = place(series, episode, release, 1)
      history.write(
        'seriesFolderImported',
        { parent_id: series.id, child_ids: [episode.id] },
        {
          release,
          data: { fileId: String(file.id), importedPath: `${series.path}/${file.relative_path}` },
        },
      )
      return file
    },
    remove,
  }
}
