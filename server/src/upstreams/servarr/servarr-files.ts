import { z } from 'zod'
import type { Connection } from '#ports/instance-connection.ts'
import type { FileParent } from '#ports/media-files.ts'
import type { ServarrClient } from './servarr-client.ts'

/** Common to every file record; a path is absolute on the manager. */
export const FileRecord = { id: z.int().positive(), path: z.string().min(1), size: z.int().nonnegative() }

/** The fields that limits are judged by. */
export const Rated = z.object({
  tmdbId: z.int().nullish(),
  certification: z.string().nullish(),
  genres: z.array(z.string()).nullish(),
})

export function parentOf(kind: FileParent['kind'], record: z.output<typeof Rated>): FileParent {
  const { tmdbId, certification, genres } = record
  return { kind, tmdb_id: tmdbId || null, certification: certification ?? null, genres: genres ?? [] }
}

/** Null: there is no such record, which is a valid response. */
export async function readOne<S extends z.core.$ZodType>(
  client: ServarrClient,
  schema: S,
  connection: Connection,
  call: { path: string; signal?: AbortSignal | undefined },
): Promise<z.output<S> | null> {
  const answer = await client.send(connection, { ...call, accept_statuses: [404] })
  return answer.status === 404 ? null : answer.json(schema)
}

/**
 * Reads one file through a list, because the single read accesses the disk, which is slow and fails with the mount
 * (lidarr.md, chaptarr.md). If the manager does not support that query or fails on an empty result, the single record
 * is read after all.
 */
export async function readListed<S extends z.core.$ZodType<{ id: number }>>(
  client: ServarrClient,
  schema: S,
  connection: Connection,
  call: { path: string; ids: string; file_id: number; signal?: AbortSignal | undefined },
): Promise<z.output<S> | null> {
  const { path, ids, file_id, signal } = call
  const answer = await client.send(connection, {
    path,
    query: { [ids]: file_id },
    accept_statuses: [400, 404, 500],
    signal,
  })
  if (answer.status === 404) return null
  if (answer.status === 400 || answer.status === 500)
    return readOne(client, schema, connection, { path: `${path}/${file_id}`, signal })
  return answer.json(z.array(schema)).find(file => file.id === file_id) ?? null
}
