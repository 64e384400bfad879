import { z } from 'zod'
import type { Transport } from '#kit/outbound.ts'
import type { MovieActions, MovieTarget } from '#ports/manager-actions.ts'
import type { TitleEntries } from '#ports/title-entries.ts'
import { type ActionDialect, createServarrActions } from '../servarr/servarr-actions.ts'
import { createServarrEntries } from '../servarr/servarr-entries.ts'
import { RADARR } from './radarr-product.ts'

const Candidate = z.looseObject({ movie: z.object({ id: z.int() }).nullish() })

const DIALECT: ActionDialect<MovieTarget, MovieTarget, typeof Candidate> = {
  search: ({ movie_id }) => ({ name: 'MoviesSearch', movieIds: [movie_id] }),
  rescan: movie_id => ({ name: 'RescanMovie', movieId: movie_id }),
  releaseQuery: ({ movie_id }) => ({ movieId: movie_id }),
  candidate: Candidate,
  importFile({ movie, folderName, quality, languages, releaseGroup, indexerFlags, downloadId }) {
    return {
      parts: movie ? [`movie ${movie.id}`] : [],
      fields: { folderName, movieId: movie?.id, quality, languages, releaseGroup, indexerFlags, downloadId },
    }
  },
  files: {
    resource: 'moviefile',
    parent: 'movieId',
    ids: 'movieFileIds',
    historyOf: movie_id => ({ path: 'history/movie', query: { movieId: movie_id } }),
  },
}

/** Radarr, API v3: radarr.md, "Commands". */
export function createRadarrActions(internal: Transport): MovieActions {
  return createServarrActions(internal, RADARR, DIALECT)
}

export function createRadarrEntries(internal: Transport): TitleEntries {
  const dialect = { resource: 'movie', id: 'tmdbId', exclusion: 'addImportExclusion' } as const
  return createServarrEntries(internal, RADARR, dialect)
}
