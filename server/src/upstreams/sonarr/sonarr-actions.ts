import { z } from 'zod'
import type { Transport } from '#kit/outbound.ts'
import type { SeriesActions, SeriesReleaseTarget, SeriesTarget } from '#ports/manager-actions.ts'
import type { TitleEntries } from '#ports/title-entries.ts'
import { type ActionDialect, createServarrActions } from '../servarr/servarr-actions.ts'
import { createServarrEntries } from '../servarr/servarr-entries.ts'
import { SONARR } from './sonarr-product.ts'

const Candidate = z.looseObject({
  series: z.object({ id: z.int() }).nullish(),
  episodes: z.array(z.object({ id: z.int() })).nullish(),
})

const DIALECT: ActionDialect<SeriesTarget, SeriesReleaseTarget, typeof Candidate> = {
  search(target) {
    if (target.kind === 'series') return { name: 'SeriesSearch', seriesId: target.series_id }
    if (target.kind === 'episodes') return { name: 'EpisodeSearch', episodeIds: target.episode_ids }
    return { name: 'SeasonSearch', seriesId: target.series_id, seasonNumber: target.season_number }
  },
  rescan: series_id => ({ name: 'RescanSeries', seriesId: series_id }),
  releaseQuery: target =>
    target.kind === 'episode'
      ? { episodeId: target.episode_id }
      : { seriesId: target.series_id, seasonNumber: target.season_number },
  candidate: Candidate,
  importFile(file) {
    const { series, folderName, quality, languages, releaseGroup, indexerFlags, releaseType, downloadId } =
      file
    const episode_ids = (file.episodes ?? []).map(episode => episode.id)
    return {
      // Without a series there is nothing to file it under, whatever the episodes are.
      parts: series ? episode_ids.map(id => `episode ${id}`) : [],
      fields: {
        folderName,
        seriesId: series?.id,
        episodeIds: episode_ids,
        quality,
        languages,
        releaseGroup,
        indexerFlags,
        releaseType,
        downloadId,
      },
    }
  },
  files: {
    resource: 'episodefile',
    parent: 'seriesId',
    ids: 'episodeFileIds',
    historyOf: series_id => ({ path: 'history/series', query: { seriesId: series_id } }),
    has_episodes: true,
  },
}

/** Sonarr 4, API v3: sonarr.md, "Commands". */
export function createSonarrActions(internal: Transport): SeriesActions {
  return createServarrActions(internal, SONARR, DIALECT)
}

export function createSonarrEntries(internal: Transport): TitleEntries {
  const dialect = { resource: 'series', id: 'tvdbId', exclusion: 'addImportListExclusion' } as const
  return createServarrEntries(internal, SONARR, dialect)
}
