import { MOVIE_GENRES } from '../catalogue/genres.ts'
import type { Movie } from '../catalogue/types.ts'
import type { JsonRecord } from '../kit/json.ts'
import { isoSecond } from '../kit/time.ts'
import { localImages, remoteImages } from '../servarr/covers.ts'
import { cleanTitle, mediaInfoOf, sortTitle } from '../servarr/naming.ts'
import { languageOf } from '../servarr/qualities.ts'
import type { Servarr } from '../servarr/servarr.ts'
import {
  datesOf,
  isAvailable,
  type LibraryMovie,
  type MovieFile,
  moviePath,
  releaseYear,
  statusOf,
} from './radarr-library.ts'

function midnight(date: string): string {
  return `${date}T00:00:00Z`
}

/** What Radarr knows of a movie whether or not it is in the library. */
function metadataColumns(servarr: Servarr, movie: Movie): JsonRecord {
  const { in_cinemas, digital, physical } = datesOf(movie)
  const certification = movie.releases['US']?.find(row => row.certification !== '')?.certification
  const home = [digital, physical].filter(date => date !== null).toSorted()[0]
  const collection = servarr.catalogue.collections.find(one => one.id === movie.collection_id)
  const trailer = movie.videos.find(video => video.type === 'Trailer')
  return {
    title: movie.title,
    originalTitle: movie.original_title,
    originalLanguage: languageOf(movie.original_language),
    alternateTitles: [],
    secondaryYearSourceId: 0,
    sortTitle: sortTitle(movie.title),
    status: statusOf(movie, servarr.timeline.now()),
    overview: movie.overview,
    ...(in_cinemas && { inCinemas: midnight(in_cinemas) }),
    ...(physical && { physicalRelease: midnight(physical) }),
    ...(digital && { digitalRelease: midnight(digital) }),
    ...(home && { releaseDate: midnight(home) }),
    website: '',
    year: releaseYear(movie),
    ...(trailer && { youTubeTrailerId: trailer.key }),
    studio: servarr.catalogue.companies.find(company => movie.company_ids.includes(company.id))?.name ?? '',
    runtime: movie.runtime,
    cleanTitle: cleanTitle(movie.title),
    imdbId: movie.imdb_id,
    tmdbId: movie.id,
    // radarr.md, "Quirks": the slug is the TMDB id.
    titleSlug: String(movie.id),
    ...(certification && { certification }),
    genres: genreNames(movie),
    keywords: servarr.catalogue.keywords
      .filter(one => movie.keyword_ids.includes(one.id))
      .map(one => one.name),
    ratings: { tmdb: { votes: movie.vote_count, value: movie.vote_average, type: 'user' } },
    ...(collection && { collection: { title: collection.name, tmdbId: collection.id } }),
    popularity: movie.popularity,
  }
}

export function genreNames(movie: Movie): string[] {
  return movie.genre_ids.flatMap(id => MOVIE_GENRES.find(genre => genre.id === id)?.name ?? [])
}

export function movieResource(servarr: Servarr, record: LibraryMovie, movie: Movie): JsonRecord {
  const size = record.file?.size ?? 0
  return {
    id: record.id,
    ...metadataColumns(servarr, movie),
    sizeOnDisk: size,
    images: localImages(servarr, record.id, movie),
    path: record.path,
    qualityProfileId: record.quality_profile_id,
    hasFile: record.file !== null,
    movieFileId: record.file?.id ?? 0,
    monitored: record.monitored,
    minimumAvailability: record.minimum_availability,
    isAvailable: isAvailable(record, movie, servarr.timeline.now()),
    folderName: record.path,
    rootFolderPath: record.root_folder_path,
    tags: record.tags,
    added: isoSecond(record.added),
    ...(record.add_options && {
      addOptions: {
        ignoreEpisodesWithFiles: false,
        ignoreEpisodesWithoutFiles: false,
        ...record.add_options,
      },
    }),
    ...(record.file && { movieFile: fileResource(record, record.file, movie) }),
    ...(record.last_search !== null && { lastSearchTime: isoSecond(record.last_search) }),
    statistics: {
      movieFileCount: record.file ? 1 : 0,
      sizeOnDisk: size,
      releaseGroups: record.file ? [record.file.release.release_group] : [],
    },
  }
}

/** A lookup hit that is not in the library: no id, no path, and no file facts (radarr.md, "Quirks"). */
export function lookupResource(servarr: Servarr, movie: Movie): JsonRecord {
  const images = remoteImages(servarr, movie)
  const poster = images.find(one => one['coverType'] === 'poster')
  return {
    ...metadataColumns(servarr, movie),
    images,
    ...(poster && { remotePoster: poster['remoteUrl'] }),
    qualityProfileId: 0,
    movieFileId: 0,
    monitored: false,
    minimumAvailability: 'announced',
    isAvailable: statusOf(movie, servarr.timeline.now()) !== 'announced',
    folderName: '',
    folder: moviePath('', movie).slice(1),
    tags: [],
    added: '0001-01-01T00:00:00Z',
    sizeOnDisk: 0,
    hasFile: false,
  }
}

export function fileResource(record: LibraryMovie, file: MovieFile, movie: Movie): JsonRecord {
  const { release } = file
  return {
    id: file.id,
    movieId: record.id,
    relativePath: file.relative_path,
    path: `${record.path}/${file.relative_path}`,
    size: file.size,
    dateAdded: isoSecond(file.date_added),
    sceneName: release.title,
    releaseGroup: release.release_group,
    edition: '',
    languages: release.languages,
    quality: release.quality,
    customFormats: [],
    customFormatScore: 0,
    indexerFlags: 0,
    mediaInfo: mediaInfoOf(release.quality.quality.resolution, movie.runtime, 'eng'),
    qualityCutoffNotMet: false,
  }
}
