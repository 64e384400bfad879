import type { Movie } from '../catalogue/types.ts'
import type { JsonRecord } from '../kit/json.ts'
import { localImages } from '../servarr/covers.ts'
import { hookLibraryFile } from '../servarr/hook-parts.ts'
import { languageOf } from '../servarr/qualities.ts'
import type { Servarr } from '../servarr/servarr.ts'
import { datesOf, type LibraryMovie, type MovieFile, releaseYear } from './radarr-library.ts'
import { genreNames } from './radarr-resources.ts'

export const RADARR_FLAGS = [
  'onGrab',
  'onDownload',
  'onUpgrade',
  'onRename',
  'onMovieAdded',
  'onMovieDelete',
  'onMovieFileDelete',
  'onMovieFileDeleteForUpgrade',
  'onHealthIssue',
  'includeHealthWarnings',
  'onHealthRestored',
  'onApplicationUpdate',
  'onManualInteractionRequired',
] as const

/** radarr.md, "Webhook payloads". */
export function hookMovie(
  servarr: Servarr,
  record: LibraryMovie,
  movie: Movie,
  labels: string[],
): JsonRecord {
  const { digital, physical } = datesOf(movie)
  const releaseDate = [digital, physical].filter(date => date !== null).toSorted()[0]
  return {
    id: record.id,
    title: movie.title,
    year: releaseYear(movie),
    ...(releaseDate && { releaseDate }),
    folderPath: record.path,
    tmdbId: movie.id,
    imdbId: movie.imdb_id,
    overview: movie.overview,
    genres: genreNames(movie),
    images: localImages(servarr, record.id, movie),
    tags: labels,
    originalLanguage: languageOf(movie.original_language),
  }
}

export function hookRemoteMovie(movie: Movie): JsonRecord {
  return { tmdbId: movie.id, imdbId: movie.imdb_id, title: movie.title, year: releaseYear(movie) }
}

export function hookFile(record: LibraryMovie, file: MovieFile, sourcePath?: string): JsonRecord {
  return {
    ...hookLibraryFile(file),
    relativePath: file.relative_path,
    path: `${record.path}/${file.relative_path}`,
    indexerFlags: '0',
    ...(sourcePath && { sourcePath }),
  }
}

export function radarrTestPayload(): JsonRecord {
  return {
    movie: {
      id: 1,
      title: 'Test Title',
      year: 1970,
      folderPath: 'C:\\testpath',
      releaseDate: '1970-01-01',
      tags: ['test-tag'],
    },
    remoteMovie: { tmdbId: 1234, imdbId: '5678', title: 'Test title', year: 1970 },
    release: {
      quality: 'Test Quality',
      qualityVersion: 1,
      releaseGroup: 'Test Group',
      releaseTitle: 'Test Title',
      indexer: 'Test Indexer',
      size: 9_999_999,
      customFormatScore: 0,
    },
  }
}
