import type { MusicArtistDetail } from '@foyer/contract/discover-music'
import type { Database } from '#db/database.ts'
import type { Inventory } from '#features/instances/index.ts'
import type { Log } from '#kit/log.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { ArtistProfiles } from '#ports/artist-profiles.ts'
import type { Connection } from '#ports/instance-connection.ts'
import type { MusicCall } from './music-answers.ts'

export interface ArtistProfileParts {
  database: Pick<Database, 'read'>
  inventory: Pick<Inventory, 'decide' | 'connectionOf'>
  profiles: ArtistProfiles
  log: Log
}

type Told = Pick<MusicArtistDetail, 'image' | 'overview'>

/** Picture and biography of artists, which the music manager's provider has and the catalogue has not. */
export function createArtistProfile({ database, inventory, profiles, log }: ArtistProfileParts) {
  /** Null: an admin who browses before there is a library. */
  async function libraryOf({ caller, instance_id }: MusicCall): Promise<Connection | null> {
    const found = await inventory.decide(database.read, caller, 'music_manager', instance_id)
    return found.instance && inventory.connectionOf(found.instance)
  }

  return {
    /** Null: unknown, because the manager did not answer. The page of the artist does without. */
    async tell(call: MusicCall, id: string, signal?: AbortSignal): Promise<Told | null> {
      const connection = await libraryOf(call)
      if (!connection) return {}
      try {
        const { overview, has_picture } = (await profiles.find(connection, id, signal)) ?? {}
        return {
          ...(overview !== undefined && { overview }),
          ...(has_picture && { image: `/api/discover/music/artist-pictures/${id}` }),
        }
      } catch (err) {
        if (!(err instanceof UpstreamFault)) throw err
        log.info({ err }, 'the profile of an artist could not be read')
        return null
      }
    },

    async picture(call: MusicCall, id: string, signal: AbortSignal): Promise<Buffer | null> {
      const connection = await libraryOf(call)
      return connection && profiles.picture(connection, id, signal)
    },
  }
}

export type ArtistProfile = ReturnType<typeof createArtistProfile>
