import { z } from 'zod'
import { isListedHost } from '#kit/listed-host.ts'
import type { Transport } from '#kit/outbound.ts'
import type { ArtistProfiles } from '#ports/artist-profiles.ts'
import type { Connection } from '#ports/instance-connection.ts'
import { Images } from '../servarr/servarr-calendar.ts'
import { createServarrClient } from '../servarr/servarr-client.ts'
import { LIDARR } from './lidarr-product.ts'
import { UUID } from './lidarr-wire.ts'

/** The page of an artist waits for this. */
const TIMEOUT_MS = 5000
const MAX_BYTES = 4 * 1024 * 1024
/** Where Lidarr's metadata server takes pictures of artists from; addresses elsewhere are not read. */
const PICTURE_HOSTS = ['.lidarr.audio', 'assets.fanart.tv', 'theaudiodb.com', '.theaudiodb.com']

const Artist = z.object({
  /** Absent or 0 outside the library. */
  id: z.int().nullish(),
  foreignArtistId: z.string().nullish(),
  overview: z.string().nullish(),
  images: Images,
})
type Artist = z.output<typeof Artist>

export function createLidarrArtistProfiles({
  internal,
  external,
}: {
  internal: Transport
  external: Transport
}): ArtistProfiles {
  const client = createServarrClient(internal, LIDARR)

  async function ask(
    connection: Connection,
    artist_id: string,
    call: { path: string; query: Record<string, string> },
    signal: AbortSignal | undefined,
  ): Promise<Artist | undefined> {
    const found = await client.get(z.array(Artist), connection, { ...call, timeout_ms: TIMEOUT_MS, signal })
    return found.find(artist => artist.foreignArtistId === artist_id)
  }

  /** The library first: it answers from its own database, also while the metadata server is out. */
  async function read(connection: Connection, artist_id: string, signal?: AbortSignal) {
    if (!UUID.test(artist_id)) return undefined
    const filed = await ask(connection, artist_id, { path: 'artist', query: { mbId: artist_id } }, signal)
    if (filed) return filed
    const term = `lidarr:${artist_id}`
    return ask(connection, artist_id, { path: 'artist/lookup', query: { term } }, signal)
  }

  return {
    async find(connection, artist_id, signal) {
      const artist = await read(connection, artist_id, signal)
      if (!artist) return null
      const overview = artist.overview?.trim()
      return { ...(overview && { overview }), has_picture: pictureOf(artist) !== null }
    },

    async picture(connection, artist_id, signal) {
      const artist = await read(connection, artist_id, signal)
      const picture = artist && pictureOf(artist)
      if (!picture) return null
      const call = { timeout_ms: TIMEOUT_MS, max_bytes: MAX_BYTES, accept_statuses: [404] }
      const answer =
        'path' in picture
          ? await client.send(connection, { ...call, path: picture.path, signal })
          : await external.send({
              ...call,
              upstream: 'artist pictures',
              method: 'GET',
              url: picture.url,
              headers: { accept: 'image/jpeg,image/png,image/webp' },
              credential: false,
              ...(signal && { signal }),
            })
      return answer.status === 404 ? null : answer.bytes()
    },
  }
}

/** An artist of the library has a file at the manager; another one only the address at the provider. */
function pictureOf({ id, images }: Artist): { path: string } | { url: URL } | null {
  const poster = images?.find(one => one.coverType.toLowerCase() === 'poster')
  if (!poster) return null
  if (id) return { path: `mediacover/artist/${id}/poster.jpg` }
  const url = URL.parse(poster.remoteUrl ?? '')
  if (url?.protocol !== 'https:' || url.username || url.password) return null
  return isListedHost(url, PICTURE_HOSTS, 'default_port') ? { url } : null
}
