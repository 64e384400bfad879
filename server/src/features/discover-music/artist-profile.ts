import { MusicArtistDetail } from '@foyer/contract/discover-music'
import type { z } from 'zod'
import type { Database } from '#db/database.ts'
import type { InstanceRecord, Inventory } from '#features/instances/index.ts'
import type { Log } from '#kit/log.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { ArtistProfiles } from '#ports/artist-profiles.ts'
import type { CatalogCaller } from '#ports/music-catalog.ts'
import type { MusicCall } from './music-answers.ts'
import { type MusicCache, TTL_MS } from './music-cache.ts'
import { kept } from './music-feeds.ts'

export interface ArtistProfileParts {
  database: Pick<Database, 'read'>
  inventory: Pick<Inventory, 'decide' | 'connectionOf'>
  profiles: ArtistProfiles
  log: Log
}

const Profile = MusicArtistDetail.pick({ image: true, overview: true })
type Profile = z.infer<typeof Profile>

/** Picture and biography of artists, which the music manager's provider has and the catalogue has not. */
export function createArtistProfile(
  { database, inventory, profiles, log }: ArtistProfileParts,
  cache: MusicCache,
) {
  /** Null: an admin who browses before there is a library. */
  async function libraryOf({ caller, instance_id }: MusicCall): Promise<InstanceRecord | null> {
    return (await inventory.decide(database.read, caller, 'music_manager', instance_id)).instance
  }

  async function readFrom(library: InstanceRecord, id: string, signal?: AbortSignal): Promise<Profile> {
    const connection = inventory.connectionOf(library)
    const { overview, has_picture } = (await profiles.find(connection, id, signal)) ?? {}
    return {
      ...(overview !== undefined && { overview }),
      ...(has_picture && { image: `/api/discover/music/artist-pictures/${id}` }),
    }
  }

  return {
    /** Nothing while the manager does not answer: the page of the artist does without, and the next one asks again. */
    async read(call: MusicCall, id: string, catalog_caller: CatalogCaller): Promise<Profile> {
      const library = await libraryOf(call)
      if (!library) return {}
      const question = cache.question({
        // An edited instance may be another library.
        key: `profile ${library.id} ${library.updated_at} ${id}`,
        ttl_ms: TTL_MS.metadata,
        shape: Profile,
        load: async ({ signal }) => kept(await readFrom(library, id, signal)),
      })
      try {
        return Profile.parse(JSON.parse((await question.load(catalog_caller)).bytes.toString()))
      } catch (err) {
        if (!(err instanceof UpstreamFault)) throw err
        log.info({ err }, 'the profile of an artist could not be read')
        return {}
      }
    },

    async picture(call: MusicCall, id: string, signal: AbortSignal): Promise<Buffer | null> {
      const library = await libraryOf(call)
      return library && profiles.picture(inventory.connectionOf(library), id, signal)
    },
  }
}

export type ArtistProfile = ReturnType<typeof createArtistProfile>
