import { z } from 'zod'
import type { Transport } from '#kit/outbound.ts'
import type { AlbumShelf, FoundAlbum, ShelfAlbum } from '#ports/courier-albums.ts'
import type { Connection } from '#ports/instance-connection.ts'
import { readTagIds, sendCommand, sendNew } from '../servarr/servarr-adds.ts'
import { createServarrClient } from '../servarr/servarr-client.ts'
import { LIDARR } from './lidarr-product.ts'
import { readMetadataProfiles } from './lidarr-profiles.ts'
import { Album, tracksOf } from './lidarr-wire.ts'

const Monitored = z.object({ id: z.int(), monitored: z.boolean() })
const Shelved = z.object({ ...Album.shape, artist: Monitored.nullish() })
const Found = z.object({
  foreignAlbumId: z.string(),
  title: z.string(),
  releases: z.array(z.object({ foreignReleaseId: z.string().nullish() })).nullish(),
  artist: z.object({ foreignArtistId: z.string(), artistName: z.string() }).nullish(),
})
const Added = z.object({ id: z.int(), artist: Monitored.nullish().catch(null) })
/** Complete, because PUT replaces the record (servarr-common.md, 10). */
const WholeArtist = z.looseObject({ id: z.int(), monitored: z.boolean() })

const RootFolders = z.array(
  z.object({
    path: z.string(),
    accessible: z.boolean().nullish(),
    defaultQualityProfileId: z.int().nullish(),
    defaultMetadataProfileId: z.int().nullish(),
  }),
)
const Profiles = z.array(z.object({ id: z.int() }))

function foundOf({ artist, ...album }: z.output<typeof Found>): FoundAlbum[] {
  // An album cannot be added without its artist.
  if (!artist) return []
  return [
    {
      foreign_id: album.foreignAlbumId,
      title: album.title,
      artist: { foreign_id: artist.foreignArtistId, name: artist.artistName },
      release_ids: (album.releases ?? []).flatMap(one => one.foreignReleaseId ?? []),
    },
  ]
}

/** Lidarr, API v1: lidarr.md, "Add one album (artist nested)". */
export function createLidarrShelf(internal: Transport): AlbumShelf {
  const client = createServarrClient(internal, LIDARR)

  /** Lists omit the artist; only the single record shows whether it is monitored. */
  async function findRecord(
    connection: Connection,
    record_id: number,
    signal: AbortSignal,
  ): Promise<ShelfAlbum | null> {
    const path = `album/${record_id}`
    const answer = await client.send(connection, { path, accept_statuses: [404], signal })
    if (answer.status === 404) return null
    const album = answer.json(Shelved)
    return {
      record_id: album.id,
      foreign_id: album.foreignAlbumId ?? '',
      title: album.title ?? '',
      artist_id: album.artistId,
      monitored: album.monitored,
      artist_monitored: album.artist?.monitored ?? true,
      ...tracksOf(album),
    }
  }

  return {
    product: LIDARR.product,
    findRecord,
    tags: (connection, signal) => readTagIds(client, connection, signal),
    exactTerm: foreign_id => `lidarr:${foreign_id}`,
    async options(connection, signal) {
      const [folders, qualities, metadata] = await Promise.all([
        client.get(RootFolders, connection, { path: 'rootfolder', signal }),
        client.get(Profiles, connection, { path: 'qualityprofile', signal }),
        readMetadataProfiles(client, connection, signal),
      ])
      return {
        root_folders: folders.map(folder => ({
          path: folder.path,
          accessible: folder.accessible ?? true,
          quality_profile_id: folder.defaultQualityProfileId ?? 0,
          metadata_profile_id: folder.defaultMetadataProfileId ?? 0,
        })),
        quality_profiles: qualities.map(profile => profile.id),
        metadata_profiles: metadata.map(profile => profile.id),
      }
    },
    async find(connection, foreign_id, signal) {
      const query = { foreignAlbumId: foreign_id }
      const albums = await client.get(z.array(Album), connection, { path: 'album', query, signal })
      const album = albums.find(one => one.foreignAlbumId === foreign_id)
      return album ? findRecord(connection, album.id, signal) : null
    },
    async lookup(connection, term, signal) {
      const hits = await client.get(z.array(Found), connection, {
        path: 'album/lookup',
        query: { term },
        signal,
      })
      return hits.flatMap(foundOf)
    },
    async add(connection, album, signal) {
      const { id, artist } = await sendNew(
        client,
        LIDARR,
        connection,
        {
          path: 'album',
          json: addBody(album),
          signal,
        },
        Added,
      )
      return { record_id: id, artist: artist ? { record_id: artist.id, monitored: artist.monitored } : null }
    },
    async monitor(connection, record_id, signal) {
      const json = { albumIds: [record_id], monitored: true }
      await client.send(connection, { method: 'PUT', path: 'album/monitor', json, idempotent: true, signal })
    },
    async monitorArtist(connection, artist_id, signal) {
      const path = `artist/${artist_id}`
      const artist = await client.get(WholeArtist, connection, { path, signal })
      if (artist.monitored) return
      // Fields about an artist that are not part of it; null where there is none, which the schema does not allow.
      const { nextAlbum: _next, lastAlbum: _last, ...kept } = artist
      const json = { ...kept, monitored: true }
      const query = { moveFiles: false }
      await client.send(connection, { method: 'PUT', path, query, json, idempotent: true, signal })
    },
    search: (connection, record_id, signal) =>
      sendCommand(client, connection, { name: 'AlbumSearch', albumIds: [record_id] }, signal),
  }
}

/**
 * 1:4.8.4: the artist is monitored, new items are not, and there is no monitor option in the add: `artist.addOptions`
 * would be applied to every album, and the search for this album would be skipped.
 */
function addBody(album: Parameters<AlbumShelf['add']>[1]) {
  return {
    foreignAlbumId: album.foreign_id,
    title: album.title,
    monitored: true,
    anyReleaseOk: true,
    addOptions: { searchForNewAlbum: album.search },
    artist: {
      foreignArtistId: album.artist.foreign_id,
      artistName: album.artist.name,
      qualityProfileId: album.quality_profile_id,
      metadataProfileId: album.metadata_profile_id,
      rootFolderPath: album.root_folder,
      monitored: true,
      monitorNewItems: 'none',
      tags: album.tags,
    },
  }
}
