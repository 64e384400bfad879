import { numbersIn } from '../kit/json.ts'
import { createRandom } from '../kit/random.ts'
import type { Activity } from '../servarr/activity.ts'
import { createDownloads, type Release, type Target } from '../servarr/downloads.ts'
import { createHistory } from '../servarr/history.ts'
import { hookClient, hookGrabbedRelease, hookStuck } from '../servarr/hook-parts.ts'
import { createManualImport } from '../servarr/manual-import.ts'
import type { Notifications } from '../servarr/notifications.ts'
import { languageOf } from '../servarr/qualities.ts'
import { firstUnblocked, makeRelease, type ReleaseWish } from '../servarr/releases.ts'
import type { Servarr } from '../servarr/servarr.ts'
import type { Tags } from '../servarr/tags.ts'
import { createEpisodeFiles, type EpisodeFiles, episodeCode } from './sonarr-files.ts'
import { hookEpisode, hookSeries } from './sonarr-hooks.ts'
import type { LibraryEpisode, LibrarySeries, SonarrLibrary } from './sonarr-library.ts'
import { episodeResource, seriesResource } from './sonarr-resources.ts'

export const SONARR_EVENTS = {
  unknown: 0,
  grabbed: 1,
  seriesFolderImported: 2,
  downloadFolderImported: 3,
  downloadFailed: 4,
  episodeFileDeleted: 5,
  episodeFileRenamed: 6,
  downloadIgnored: 7,
}

export interface SonarrParts {
  servarr: Servarr
  library: SonarrLibrary
  notifications: Notifications
  tags: Tags
}

export interface SonarrActivity extends Activity {
  files: EpisodeFiles
  wishFor: (series: LibrarySeries, target: Target) => Omit<ReleaseWish, 'quality'>
  releaseFor: (series: LibrarySeries, target: Target, quality: string) => Release
  /** Grabs what the indexers hold for these episodes: whole seasons as packs, the rest one by one. */
  search: (series: LibrarySeries, wanted: readonly LibraryEpisode[]) => void
  tell: (
    series: LibrarySeries,
    flags: readonly string[],
    event: string,
    payload: Record<string, unknown>,
  ) => void
}

/** What happens to series: grabs, imports, failures, and who is told. */
export function createSonarrActivity({ servarr, library, notifications, tags }: SonarrParts): SonarrActivity {
  const { timeline } = servarr
  const seriesOf = (target: Target) => library.records.get(target.parent_id)
  const episodesOf = (target: Target) =>
    seriesOf(target)?.episodes.filter(episode => target.child_ids.includes(episode.id)) ?? []

  function tell(
    series: LibrarySeries,
    flags: readonly string[],
    event: string,
    payload: Record<string, unknown>,
  ): void {
    const shown = hookSeries(servarr, series, library.metadata(series), tags.labels(series.tags))
    notifications.tell(flags, event, { series: shown, ...payload }, series.tags)
  }
  const shownEpisodes = (series: LibrarySeries, target: Target) =>
    episodesOf(target).map(one => hookEpisode(series, one))

  const downloads = createDownloads(servarr, {
    grabbed(download) {
      const series = seriesOf(download.target)
      if (!series) return
      // sonarr.md, "History": one row per episode, sharing the download id.
      history.writeGrab(download)
      tell(series, ['onGrab'], 'Grab', {
        episodes: shownEpisodes(series, download.target),
        release: hookGrabbedRelease(download.release),
        ...hookClient(download),
      })
    },
    imported(download) {
      const series = seriesOf(download.target)
      if (series) files.importDownload(series, episodesOf(download.target), download)
    },
    stuck(download) {
      const series = seriesOf(download.target)
      if (!series) return
      const episodes = shownEpisodes(series, download.target)
      tell(series, ['onManualInteractionRequired'], 'ManualInteractionRequired', {
        episodes,
        ...hookStuck(download),
      })
    },
  })

  const history = createHistory(servarr, {
    parent: 'series',
    events: SONARR_EVENTS,
    embed(row, wants) {
      const owner = library.episode(row.child_id ?? 0)
      const series = library.records.get(row.parent_id)
      return {
        ...(wants.child && owner && { episode: episodeResource({ servarr, library }, owner) }),
        ...(wants.parent && series && { series: seriesResource(servarr, library, series) }),
      }
    },
    inSeason: (row, season) => library.episode(row.child_id ?? 0)?.episode.season_number === season,
    failed: (failed, research) => fail(failed, { message: 'Manually marked as failed', research }),
  })
  const files = createEpisodeFiles({ servarr, library, history, tell })

  const manualImport = createManualImport(servarr, {
    downloads,
    files({ target, release }) {
      const series = seriesOf(target)
      if (!series) return []
      const episodes = episodesOf(target)
      return episodes.map(episode => ({
        name: `${release.title}.${episodeCode([episode])}.mkv`,
        share: 1 / episodes.length,
        columns: {
          series: seriesResource(servarr, library, series),
          seasonNumber: episode.season_number,
          episodes: [episodeResource({ servarr, library }, { series, episode })],
          releaseType: 'singleEpisode',
        },
      }))
    },
    childrenOf(file, { target }) {
      const ids = numbersIn(file, 'episodeIds')
      const known = new Set(seriesOf(target)?.episodes.map(episode => episode.id))
      const isRight = file['seriesId'] === target.parent_id && ids.length > 0
      return isRight && ids.every(id => known.has(id)) ? ids : null
    },
  })

  function wishFor(series: LibrarySeries, target: Target): Omit<ReleaseWish, 'quality'> {
    const show = library.metadata(series)
    const episodes = episodesOf(target)
    return {
      words: `${show.name} ${episodeCode(episodes)}`,
      minutes: show.episode_run_time * Math.max(1, episodes.length),
      language: languageOf(show.original_language),
    }
  }

  function releaseFor(series: LibrarySeries, target: Target, quality: string): Release {
    const random = createRandom(`${series.tvdb_id}:${target.child_ids.join(',')}:${quality}`)
    return makeRelease(servarr, random, { ...wishFor(series, target), quality })
  }

  function search(series: LibrarySeries, wanted: readonly LibraryEpisode[]): void {
    const queued = new Set(downloads.all().flatMap(download => download.target.child_ids))
    for (const episode of wanted) episode.last_search = timeline.now()
    if (!servarr.switches.indexers_stocked) return
    const open = wanted.filter(one => library.hasAired(one) && one.file_id === 0 && !queued.has(one.id))
    for (const target of groupBySeason(series, open)) {
      const offers = ['WEBDL-1080p', 'Bluray-1080p', 'WEBDL-720p'].map(quality =>
        releaseFor(series, target, quality),
      )
      const release = firstUnblocked(history, offers)
      if (release) downloads.start(target, { release })
    }
  }

  const fail: Activity['fail'] = (failed, options) => {
    history.writeFailure(failed, options.message, { downloadClientName: 'SAB' })
    const series = seriesOf(failed.target)
    if (options.research && series) search(series, episodesOf(failed.target))
  }

  return { downloads, history, manualImport, files, wishFor, releaseFor, search, fail, tell }
}

/** A season wanted whole comes as one pack; otherwise each episode comes by itself. */
function groupBySeason(series: LibrarySeries, episodes: readonly LibraryEpisode[]): Target[] {
  const seasons = [...new Set(episodes.map(episode => episode.season_number))]
  return seasons.flatMap(season_number => {
    const wanted = episodes
      .filter(episode => episode.season_number === season_number)
      .map(episode => episode.id)
    const all = series.episodes.filter(episode => episode.season_number === season_number)
    if (wanted.length === all.length && wanted.length > 1) {
      return [{ parent_id: series.id, child_ids: wanted, season_number }]
    }
    return wanted.map(id => ({ parent_id: series.id, child_ids: [id], season_number }))
  })
}
