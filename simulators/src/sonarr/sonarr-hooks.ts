import type { Show } from '../catalogue/types.ts'
import type { JsonRecord } from '../kit/json.ts'
import { isoSecond } from '../kit/time.ts'
import { localImages } from '../servarr/covers.ts'
import { hookLibraryFile } from '../servarr/hook-parts.ts'
import { slug } from '../servarr/naming.ts'
import { languageOf } from '../servarr/qualities.ts'
import type { Servarr } from '../servarr/servarr.ts'
import type { EpisodeFile, LibraryEpisode, LibrarySeries } from './sonarr-library.ts'
import { genreNames } from './sonarr-resources.ts'

export const SONARR_FLAGS = [
  'onGrab',
  'onDownload',
  'onUpgrade',
  'onImportComplete',
  'onRename',
  'onSeriesAdd',
  'onSeriesDelete',
  'onEpisodeFileDelete',
  'onEpisodeFileDeleteForUpgrade',
  'onHealthIssue',
  'includeHealthWarnings',
  'onHealthRestored',
  'onApplicationUpdate',
  'onManualInteractionRequired',
] as const

/** sonarr.md, "Webhooks". */
export function hookSeries(
  servarr: Servarr,
  record: LibrarySeries,
  show: Show,
  labels: string[],
): JsonRecord {
  return {
    id: record.id,
    title: show.name,
    titleSlug: slug(show.name),
    path: record.path,
    tvdbId: record.tvdb_id,
    tvMazeId: 0,
    tmdbId: show.id,
    imdbId: show.imdb_id,
    type: record.series_type,
    year: Number(show.first_air_date.slice(0, 4)) || 0,
    genres: genreNames(show),
    images: localImages(servarr, record.id, show),
    tags: labels,
    originalLanguage: languageOf(show.original_language),
  }
}

export function hookEpisode(series: LibrarySeries, episode: LibraryEpisode): JsonRecord {
  const { metadata } = episode
  return {
    id: episode.id,
    episodeNumber: episode.episode_number,
    seasonNumber: episode.season_number,
    title: metadata.name,
    ...(metadata.overview && { overview: metadata.overview }),
    ...(metadata.air_date && { airDate: metadata.air_date }),
    ...(episode.air_utc !== null && { airDateUtc: isoSecond(episode.air_utc) }),
    seriesId: series.id,
    tvdbId: metadata.tvdb_id,
  }
}

export function hookFile(series: LibrarySeries, file: EpisodeFile, sourcePath?: string): JsonRecord {
  return {
    ...hookLibraryFile(file),
    relativePath: file.relative_path,
    path: `${series.path}/${file.relative_path}`,
    ...(sourcePath && { sourcePath }),
  }
}

export function sonarrTestPayload(): JsonRecord {
  return {
    series: { id: 1, title: 'Test Title', path: 'C:\\testpath', tvdbId: 1234, tags: ['test-tag'] },
    episodes: [{ id: 123, episodeNumber: 1, seasonNumber: 1, title: 'Test title' }],
  }
}
