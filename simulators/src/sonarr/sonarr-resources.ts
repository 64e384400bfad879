import { TV_GENRES } from '../catalogue/genres.ts'
import type { Show } from '../catalogue/types.ts'
import type { JsonRecord } from '../kit/json.ts'
import { isoSecond } from '../kit/time.ts'
import { localImages, remoteImages } from '../servarr/covers.ts'
import { cleanTitle, folderName, mediaInfoOf, slug, sortTitle } from '../servarr/naming.ts'
import { languageOf } from '../servarr/qualities.ts'
import type { Servarr } from '../servarr/servarr.ts'
import type { EpisodeFile, LibraryEpisode, LibrarySeries, SonarrLibrary } from './sonarr-library.ts'
import { airingOf, seasonStatistics, seriesStatistics } from './sonarr-statistics.ts'

const STATUS = { Ended: 'ended', 'In Production': 'upcoming', 'Returning Series': 'continuing' } as const

/** What Sonarr knows of a show whether or not it is in the library. */
function metadataColumns(servarr: Servarr, show: Show): JsonRecord {
  const aired = show.seasons.flatMap(season => season.episodes).flatMap(episode => episode.air_date ?? [])
  const last = aired
    .filter(date => Date.parse(date) <= servarr.timeline.now())
    .sort()
    .at(-1)
  const certification = show.content_ratings.find(rating => rating.iso_3166_1 === 'US')?.rating
  return {
    title: show.name,
    alternateTitles: [],
    sortTitle: sortTitle(show.name),
    status: STATUS[show.status],
    ended: show.status === 'Ended',
    overview: show.overview,
    network: servarr.catalogue.networks.find(network => network.id === show.network_id)?.name ?? '',
    airTime: show.air_time,
    originalLanguage: languageOf(show.original_language),
    year: Number(show.first_air_date.slice(0, 4)) || 0,
    useSceneNumbering: false,
    runtime: show.episode_run_time,
    tvdbId: show.tvdb_id ?? 0,
    tvRageId: 0,
    tvMazeId: 0,
    tmdbId: show.id,
    ...(show.first_air_date && { firstAired: `${show.first_air_date}T00:00:00Z` }),
    ...(last && { lastAired: `${last}T00:00:00Z` }),
    cleanTitle: cleanTitle(show.name),
    imdbId: show.imdb_id,
    titleSlug: slug(show.name),
    ...(certification && { certification }),
    genres: genreNames(show),
    ratings: { votes: show.vote_count, value: show.vote_average },
    // sonarr.md: gone in v4, yet always 1 on the wire.
    languageProfileId: 1,
  }
}

export function genreNames(show: Show): string[] {
  return show.genre_ids.flatMap(id => TV_GENRES.find(genre => genre.id === id)?.name ?? [])
}

export function seriesResource(servarr: Servarr, library: SonarrLibrary, record: LibrarySeries): JsonRecord {
  const show = library.metadata(record)
  return {
    id: record.id,
    ...metadataColumns(servarr, show),
    ...airingOf(servarr, record.episodes),
    images: localImages(servarr, record.id, show),
    seasons: record.seasons.map(season => ({
      seasonNumber: season.season_number,
      monitored: season.monitored,
      statistics: seasonStatistics(servarr, library, record, season.season_number),
    })),
    path: record.path,
    qualityProfileId: record.quality_profile_id,
    seasonFolder: record.season_folder,
    monitored: record.monitored,
    monitorNewItems: record.monitor_new_items,
    seriesType: record.series_type,
    rootFolderPath: record.root_folder_path,
    tags: record.tags,
    added: isoSecond(record.added),
    ...(record.add_options && { addOptions: record.add_options }),
    statistics: seriesStatistics(library, record),
  }
}

/** What the search adds to whatever it found; it counts no episode, not even of what the library has. */
function lookupColumns(servarr: Servarr, show: Show): JsonRecord {
  const poster = remoteImages(servarr, show).find(one => one['coverType'] === 'poster')
  return {
    ...(poster && { remotePoster: poster['remoteUrl'] }),
    folder: folderName(show.name),
    statistics: {
      seasonCount: show.seasons.filter(season => season.season_number > 0).length,
      episodeFileCount: 0,
      episodeCount: 0,
      totalEpisodeCount: 0,
      sizeOnDisk: 0,
      percentOfEpisodes: 0,
    },
  }
}

/** A series of the library as the search tells of it: its own record, uncounted. */
export function foundResource(servarr: Servarr, library: SonarrLibrary, record: LibrarySeries): JsonRecord {
  return {
    ...seriesResource(servarr, library, record),
    ...lookupColumns(servarr, library.metadata(record)),
    seasons: record.seasons.map(season => ({
      seasonNumber: season.season_number,
      monitored: season.monitored,
    })),
  }
}

export function lookupResource(servarr: Servarr, show: Show): JsonRecord {
  return {
    ...metadataColumns(servarr, show),
    images: remoteImages(servarr, show),
    seasons: show.seasons.map(season => ({
      seasonNumber: season.season_number,
      monitored: season.season_number > 0,
    })),
    qualityProfileId: 0,
    seasonFolder: true,
    monitored: true,
    monitorNewItems: 'all',
    seriesType: show.anime ? 'anime' : 'standard',
    tags: [],
    added: '0001-01-01T00:00:00Z',
    ...lookupColumns(servarr, show),
  }
}

export interface EpisodeWants {
  series?: boolean
  file?: boolean
}

export function episodeResource(
  { servarr, library }: { servarr: Servarr; library: SonarrLibrary },
  owner: { series: LibrarySeries; episode: LibraryEpisode },
  wants: EpisodeWants = {},
): JsonRecord {
  const { series, episode } = owner
  const { metadata } = episode
  const file = library.files.get(episode.file_id)
  const inSeason = series.episodes.filter(one => one.season_number === episode.season_number)
  const ended = library.metadata(series).status === 'Ended'
  const finale = inSeason.at(-1) === episode && ended && episode.season_number > 0
  return {
    id: episode.id,
    seriesId: series.id,
    tvdbId: metadata.tvdb_id,
    episodeFileId: episode.file_id,
    seasonNumber: episode.season_number,
    episodeNumber: episode.episode_number,
    title: metadata.name,
    ...(metadata.air_date && { airDate: metadata.air_date }),
    ...(episode.air_utc !== null && { airDateUtc: isoSecond(episode.air_utc) }),
    ...(episode.last_search !== null && { lastSearchTime: isoSecond(episode.last_search) }),
    runtime: metadata.runtime,
    ...(finale && { finaleType: 'season' }),
    ...(metadata.overview && { overview: metadata.overview }),
    ...(wants.file && file && { episodeFile: fileResource(series, file, metadata.runtime) }),
    hasFile: episode.file_id !== 0,
    monitored: episode.monitored,
    ...(metadata.absolute_number !== null && { absoluteEpisodeNumber: metadata.absolute_number }),
    unverifiedSceneNumbering: false,
    ...(wants.series && { series: seriesResource(servarr, library, series) }),
  }
}

export function fileResource(series: LibrarySeries, file: EpisodeFile, minutes: number): JsonRecord {
  const { release } = file
  return {
    id: file.id,
    seriesId: series.id,
    seasonNumber: file.season_number,
    relativePath: file.relative_path,
    path: `${series.path}/${file.relative_path}`,
    size: file.size,
    dateAdded: isoSecond(file.date_added),
    sceneName: release.title,
    releaseGroup: release.release_group,
    languages: release.languages,
    quality: release.quality,
    customFormats: [],
    customFormatScore: 0,
    indexerFlags: 0,
    releaseType: file.release_type,
    mediaInfo: mediaInfoOf(release.quality.quality.resolution, minutes, 'eng'),
    qualityCutoffNotMet: false,
  }
}
