import type { InstanceRecord, Inventory } from '#features/instances/index.ts'
import { createReadBudget } from '#features/library-status/index.ts'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import type { Connection } from '#ports/instance-connection.ts'
import type { LibraryAlbum, MusicLibrary } from '#ports/music-library.ts'
import { albumProgress } from './album-rules.ts'

/** C10. */
const PROOF_MS = 5000

export interface ProofParts {
  clock: Clock
  log: Log
  inventory: Pick<Inventory, 'connectionOf'>
  library: MusicLibrary
}

/** Whether an album needs nothing more: it is there, or completely monitored. */
export type AlbumProof = (instance: InstanceRecord, foreign_id: string) => Promise<boolean>

/**
 * 1:4.9.3: a selection that exceeds an allowance may be proven to cost nothing, bypassing every cache and within five
 * seconds. A library that does not answer in time proves nothing.
 */
export function createAlbumProof(parts: ProofParts): AlbumProof {
  const { inventory, library } = parts
  const withinBudget = createReadBudget(parts, PROOF_MS, 'an album could not be proven to be there')

  async function isWanted(connection: Connection, album: LibraryAlbum): Promise<boolean> {
    if (albumProgress(album, [])?.status === 'available') return true
    if (!album.monitored) return false
    // An album under an unmonitored artist is never searched for (lidarr.md).
    return (await library.artist(connection, album.artist_id))?.monitored ?? false
  }

  async function prove(instance: InstanceRecord, foreign_id: string): Promise<boolean> {
    const connection = inventory.connectionOf(instance)
    const albums = await library.findAlbums(connection, foreign_id)
    for (const album of albums) if (await isWanted(connection, album)) return true
    return false
  }

  return async (instance, foreign_id) =>
    (await withinBudget(read => read(prove(instance, foreign_id)))) ?? false
}
