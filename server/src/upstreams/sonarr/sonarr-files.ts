import { z } from 'zod'
import type { Transport } from '#kit/outbound.ts'
import type { Connection } from '#ports/instance-connection.ts'
import type { FilePlace, MediaFiles, TitleFile } from '#ports/media-files.ts'
import { createServarrClient } from '../servarr/servarr-client.ts'
import { FileRecord, parentOf, Rated, readOne } from '../servarr/servarr-files.ts'
import { eachRecord } from '../servarr/servarr-stream.ts'
import { SONARR } from './sonarr-product.ts'

const EpisodeFile = z.object({ ...FileRecord, seriesId: z.int().positive(), seasonNumber: z.int() })
const Episode = z.object({
  episodeFileId: z.int().nullish(),
  episodeNumber: z.int(),
  title: z.string().nullish(),
})
const Shelved = z.object({
  path: z.string().nullish(),
  statistics: z.object({ episodeFileCount: z.int() }).nullish(),
})

function fileOf({ id, seriesId, path, size }: z.output<typeof EpisodeFile>) {
  return { file_id: id, record_id: seriesId, path, size_bytes: size }
}

/** One file can hold several episodes (sonarr.md). */
function placed(
  file: z.output<typeof EpisodeFile>,
  episodes: readonly z.output<typeof Episode>[],
): TitleFile {
  const held = episodes.toSorted((a, b) => a.episodeNumber - b.episodeNumber)
  const titles = held.flatMap(({ title }) => title || [])
  return {
    ...fileOf(file),
    season_number: file.seasonNumber,
    episode_numbers: held.map(one => one.episodeNumber),
    ...(titles.length > 0 && { title: titles.join(' / ') }),
  }
}

function byEpisode(a: TitleFile, b: TitleFile): number {
  const first = ({ episode_numbers: [one = 0] = [] }: TitleFile) => one
  return (a.season_number ?? 0) - (b.season_number ?? 0) || first(a) - first(b) || a.file_id - b.file_id
}

/** Sonarr, API v3: sonarr.md, "Episode file". */
export function createSonarrFiles(internal: Transport): MediaFiles {
  const client = createServarrClient(internal, SONARR)

  async function ofSeries(connection: Connection, seriesId: number, signal?: AbortSignal) {
    const query = { seriesId }
    const [files, episodes] = await Promise.all([
      client.get(z.array(EpisodeFile), connection, { path: 'episodefile', query, signal }),
      client.get(z.array(Episode), connection, { path: 'episode', query, signal }),
    ])
    const byFile = Map.groupBy(episodes, episode => episode.episodeFileId ?? 0)
    return files.map(file => placed(file, byFile.get(file.id) ?? []))
  }

  return {
    async find(connection, file_id, signal) {
      const path = `episodefile/${file_id}`
      const file = await readOne(client, EpisodeFile, connection, { path, signal })
      return file && fileOf(file)
    },
    async ofRecords(connection, record_ids, signal) {
      const found = await Promise.all(record_ids.map(id => ofSeries(connection, id, signal)))
      return found.flat().sort(byEpisode)
    },
    async parent(connection, record_id, signal) {
      const series = await readOne(client, Rated, connection, { path: `series/${record_id}`, signal })
      return series && parentOf('tv', series)
    },
    async places(connection, signal) {
      const places: FilePlace[] = []
      await eachRecord(internal, SONARR, connection, { path: 'series', signal }, Shelved, series => {
        const files = series.statistics?.episodeFileCount ?? 0
        if (files > 0 && series.path) places.push({ path: series.path, files })
      })
      return places
    },
  }
}
