import { DAY_MS } from '../kit/time.ts'
import { folderName } from '../servarr/naming.ts'
import { recordPastImport } from '../servarr/past.ts'
import { type LibrarySeries, refreshEpisodes } from './sonarr-library.ts'
import { switchSeason } from './sonarr-monitoring.ts'
import type { SeriesRouteParts } from './sonarr-series-routes.ts'

export interface NewLibrarySeries {
  monitored?: boolean
  /** Which seasons are monitored; all but specials when absent. */
  seasons?: readonly number[]
  quality_profile_id?: number
  tags?: readonly string[]
  added?: number
  /** Seasons whose aired episodes are on disk, or `all`. */
  files?: readonly number[] | 'all'
  quality?: string
}

/** Puts a series into the library as if it had long been there: episodes known, no search, no event. */
export function stockSeries(parts: SeriesRouteParts, tvdbId: number, wish: NewLibrarySeries): LibrarySeries {
  const { servarr, library, tags } = parts
  const show = servarr.catalogue.showByTvdb(tvdbId)
  if (!show) throw new Error(`the catalogue has no show with TVDB id ${tvdbId}`)
  const root = parts.rootFolders.all()[0]?.path ?? '/tv'
  const record: LibrarySeries = {
    id: servarr.nextId('series'),
    tvdb_id: tvdbId,
    title: show.name,
    monitored: wish.monitored ?? true,
    season_folder: true,
    series_type: show.anime ? 'anime' : 'standard',
    monitor_new_items: 'none',
    quality_profile_id: wish.quality_profile_id ?? 4,
    root_folder_path: root,
    path: `${root}/${folderName(show.name)}`,
    tags: (wish.tags ?? []).map(label => tags.ensure(label).id),
    added: wish.added ?? servarr.timeline.now(),
    add_options: null,
    seasons: show.seasons.map(season => ({
      season_number: season.season_number,
      monitored: season.season_number > 0,
    })),
    episodes: [],
  }
  library.records.set(record.id, record)
  refreshEpisodes(servarr, record, show)
  if (wish.seasons) {
    for (const { season_number } of record.seasons)
      switchSeason(record, season_number, wish.seasons.includes(season_number))
  }
  if (wish.files) stockFiles(parts, record, wish)
  return record
}

function stockFiles(
  { servarr, library, activity }: SeriesRouteParts,
  record: LibrarySeries,
  wish: NewLibrarySeries,
): void {
  const wanted = (season: number) =>
    wish.files === 'all' ? season > 0 : (wish.files?.includes(season) ?? false)
  for (const episode of record.episodes) {
    if (!wanted(episode.season_number) || !library.hasAired(episode)) continue
    const target = { parent_id: record.id, child_ids: [episode.id] }
    const release = activity.releaseFor(record, target, wish.quality ?? 'WEBDL-1080p')
    const code = `S${String(episode.season_number).padStart(2, '0')}E${String(episode.episode_number).padStart(2, '0')}`
    const file = {
      id: servarr.nextId('episodefile'),
      series_id: record.id,
      season_number: episode.season_number,
      relative_path: `Season ${String(episode.season_number).padStart(2, '0')}/${folderName(record.title)} - ${code}.mkv`,
      size: release.size,
      date_added: Math.max(record.added, episode.air_utc ?? 0),
      release,
      release_type: 'singleEpisode' as const,
    }
    library.files.set(file.id, file)
    episode.file_id = file.id
  }
}

const REMEMBERED_MS = 60 * DAY_MS

/** Gives the stocked files of the last weeks the history of how they came. */
export function recordPast(
  { servarr, library, activity }: SeriesRouteParts,
  record: LibrarySeries,
  until = servarr.timeline.now(),
): void {
  for (const episode of record.episodes) {
    const file = library.files.get(episode.file_id)
    if (!file || file.date_added > until) continue
    if (file.date_added < servarr.timeline.now() - REMEMBERED_MS) continue
    const target = { parent_id: record.id, child_ids: [episode.id] }
    const path = `${record.path}/${file.relative_path}`
    recordPastImport(activity.history, target, { ...file, path })
  }
}
