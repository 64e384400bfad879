import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { PathMapping } from '@foyer/contract/instances/instances'
import type { DownloadTicket } from '@foyer/contract/media-files/media-files'
import { MOVIE } from '@foyer/simulators'
import { type Call, expectOk } from './calls.ts'
import { temporaryFolder } from './engines.ts'
import { buildWorld } from './world.ts'

export const BYTES = Buffer.from(Array.from({ length: 1000 }, (_, i) => i % 251))

/** Says where a manager's paths lie on this machine. */
export async function mapPaths(
  asAdmin: Call,
  instance_id: string,
  media_path_mappings: PathMapping[],
): Promise<void> {
  expectOk(await asAdmin('PUT', `/api/admin/instances/${instance_id}`, { media_path_mappings }))
}

export function writeMediaFile(path: string, bytes: Buffer | string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, bytes)
}

/** A movie library below a media root, with one movie that Bob may download. */
export async function buildDownloads() {
  const root = temporaryFolder('media-')
  const world = await buildWorld({
    products: ['tmdb'],
    instances: ['movies'],
    users: ['bob'],
    env: { APP_MEDIA_ROOTS: root },
  })
  const { app, asAdmin, asBob, instance_ids, radarr } = world
  const mapping = { source_path: '/movies', local_path: join(root, 'films') }
  const map = (mappings: PathMapping[]) => mapPaths(asAdmin, instance_ids.movies, mappings)
  await map([mapping])
  /** Writes bytes where a path of the manager leads. */
  const put = (reported: string, bytes = BYTES) => {
    const local = reported.replace(mapping.source_path, mapping.local_path)
    writeMediaFile(local, bytes)
    return local
  }
  const record = radarr.addMovie(MOVIE.with_file, { file: 'Bluray-1080p' })
  const path = `${record.path}/${record.file?.relative_path}`
  const movie = { file_id: record.file?.id ?? 0, path, local: put(path) }
  return {
    ...world,
    root,
    movie,
    put,
    map,
    async ticket(as = asBob): Promise<DownloadTicket> {
      const body = { instance_id: instance_ids.movies, file_id: movie.file_id }
      return expectOk(await as('POST', '/api/media-files/tickets', body))
    },
    /** As a browser without a session. */
    get: (url: string, headers: Record<string, string> = {}) => app.call('GET', url, { headers }),
  }
}
