import type { Episode, Show } from '../catalogue/types.ts'
import { HOUR_MS } from '../kit/time.ts'
import type { Release } from '../servarr/downloads.ts'
import type { Servarr } from '../servarr/servarr.ts'

export interface LibraryEpisode {
  id: number
  season_number: number
  episode_number: number
  monitored: boolean
  /** 0: no file. Several episodes may share one. */
  file_id: number
  last_search: number | null
  metadata: Episode
  /** null: no date is known, so it has not aired. */
  air_utc: number | null
}

export interface EpisodeFile {
  id: number
  series_id: number
  season_number: number
  relative_path: string
  size: number
  date_added: number
  release: Release
  release_type: 'singleEpisode' | 'seasonPack'
}

export interface LibrarySeason {
  season_number: number
  monitored: boolean
}

export interface AddSeriesOptions {
  monitor: string
  searchForMissingEpisodes: boolean
  searchForCutoffUnmetEpisodes: boolean
  ignoreEpisodesWithFiles: boolean
  ignoreEpisodesWithoutFiles: boolean
}

/** A series in Sonarr's own database; metadata stays in the catalogue. */
export interface LibrarySeries {
  id: number
  tvdb_id: number
  title: string
  monitored: boolean
  season_folder: boolean
  series_type: string
  monitor_new_items: string
  quality_profile_id: number
  root_folder_path: string
  path: string
  tags: number[]
  added: number
  /** There until the first refresh is done (servarr-common.md, 10). */
  add_options: AddSeriesOptions | null
  seasons: LibrarySeason[]
  /** Empty until the first refresh. */
  episodes: LibraryEpisode[]
}

export interface SonarrLibrary {
  records: Map<number, LibrarySeries>
  files: Map<number, EpisodeFile>
  byTvdb: (tvdbId: number) => LibrarySeries | undefined
  metadata: (record: LibrarySeries) => Show
  episode: (id: number) => { series: LibrarySeries; episode: LibraryEpisode } | undefined
  hasAired: (episode: LibraryEpisode) => boolean
}

export function createSonarrLibrary({ catalogue, timeline }: Servarr): SonarrLibrary {
  const records = new Map<number, LibrarySeries>()
  return {
    records,
    files: new Map(),
    byTvdb: tvdbId => records.values().find(record => record.tvdb_id === tvdbId),
    metadata(record) {
      const show = catalogue.showByTvdb(record.tvdb_id)
      if (!show) throw new Error(`the catalogue has no show with TVDB id ${record.tvdb_id}`)
      return show
    },
    episode(id) {
      for (const series of records.values()) {
        const episode = series.episodes.find(one => one.id === id)
        if (episode) return { series, episode }
      }
      return undefined
    },
    hasAired: episode => episode.air_utc !== null && episode.air_utc <= timeline.now(),
  }
}

/** American broadcasts fall on the next day in UTC; others are taken as they stand. */
export function airUtc(show: Show, episode: Episode): number | null {
  if (!episode.air_date) return null
  const shift = show.origin_country.includes('US') ? 5 * HOUR_MS : 0
  return Date.parse(`${episode.air_date}T${show.air_time}:00Z`) + shift
}

/** sonarr.md, "How monitoring really works": new episodes take their season's flag. */
export function refreshEpisodes(servarr: Servarr, record: LibrarySeries, show: Show): void {
  for (const season of show.seasons) {
    let own = record.seasons.find(one => one.season_number === season.season_number)
    if (!own) {
      own = {
        season_number: season.season_number,
        monitored: record.monitor_new_items === 'all' && season.season_number > 0,
      }
      record.seasons.push(own)
    }
    for (const metadata of season.episodes) {
      const known = record.episodes.some(one => one.metadata.id === metadata.id)
      if (known) continue
      record.episodes.push({
        id: servarr.nextId('episode'),
        season_number: season.season_number,
        episode_number: metadata.episode_number,
        monitored: own.monitored,
        file_id: 0,
        last_search: null,
        metadata,
        air_utc: airUtc(show, metadata),
      })
    }
  }
  record.seasons.sort((a, b) => a.season_number - b.season_number)
}
