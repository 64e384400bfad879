import { getMusicTracks, MusicAlbum, MusicArtistDetail, MusicFeed } from '@foyer/contract/discover-music'
import { type Ready, readyJson } from '#kit/ready.ts'
import { Refusal } from '#kit/refusal.ts'
import type { MaybeAsync } from '#kit/maybe-async.ts'
import type { CatalogAlbum, MusicCatalog } from '#ports/music-catalog.ts'
import type { ArtistProfile } from './artist-profile.ts'
import { idIn, type MusicAnswers, type MusicCall, questionIn } from './music-answers.ts'
import { type MusicCache, TTL_MS } from './music-cache.ts'
import { foundNothing, kept, shown, WITH_SINGLES } from './music-feeds.ts'
import { feedOf, itemOf } from './music-feed-rules.ts'
import type { QueryText } from './music-question-rules.ts'

export interface MusicTitleParts {
  catalog: MusicCatalog
  cache: MusicCache
  answers: MusicAnswers
  profile: ArtistProfile
}

/** One album, one artist, and the albums of an artist. Hiding music does not affect them (1/4.2). */
export function createMusicTitles({ catalog, cache, answers, profile }: MusicTitleParts) {
  return {
    album: (call: MusicCall, music_id: string): MaybeAsync<Ready> =>
      answers.title(call, () => {
        const id = idIn('music_id', music_id)
        return cache.question({
          key: `album ${id}`,
          ttl_ms: TTL_MS.metadata,
          shape: MusicAlbum,
          load: async caller => kept(presentAlbum(id, present(await catalog.album(id, caller)))),
        })
      }),

    tracks: (call: MusicCall, music_id: string): MaybeAsync<Ready> =>
      answers.title(call, () => {
        const id = idIn('music_id', music_id)
        return cache.question({
          key: `tracks ${id}`,
          ttl_ms: TTL_MS.metadata,
          shape: getMusicTracks.response,
          load: async caller => kept({ tracks: present(await catalog.tracks(id, caller)) }),
        })
      }),

    artist: (call: MusicCall, artist_id: string): MaybeAsync<Ready> =>
      answers.title(call, () => {
        const id = idIn('artist_id', artist_id)
        const question = cache.question({
          key: `artist ${id}`,
          ttl_ms: TTL_MS.metadata,
          shape: MusicArtistDetail,
          load: async caller => kept(present(await catalog.artist(id, caller))),
        })
        return {
          // What the caller's own library knows of the artist is added for each of them.
          cached: () => undefined,
          load: async caller => {
            const [artist, found] = await Promise.all([question.load(caller), profile.read(call, id, caller)])
            return readyJson({ ...MusicArtistDetail.parse(JSON.parse(artist.bytes.toString())), ...found })
          },
        }
      }),

    artistAlbums: (call: MusicCall, artist_id: string, params: QueryText): MaybeAsync<Ready> =>
      answers.title(call, () => {
        const id = idIn('artist_id', artist_id)
        const { page } = questionIn(params, 'page', 'no_genre')
        return cache.question({
          key: `albums ${id} ${page}`,
          ttl_ms: TTL_MS.feed,
          shape: MusicFeed,
          load: async caller => {
            const found = present(await catalog.artistAlbums(id, page, caller))
            return kept(feedOf(foundNothing('Discography'), page, shown(found, WITH_SINGLES)))
          },
        })
      }),
  }
}

function present<T>(found: T | null): T {
  if (found === null) throw new Refusal('not_found')
  return found
}

/** C12: the id differs only if the provider redirected to another one, which the catalog has verified. */
function presentAlbum(requested_id: string, album: CatalogAlbum): MusicAlbum {
  const { secondary_types, genres, rating, foreign_id } = album
  return {
    ...present(itemOf(album, WITH_SINGLES)),
    secondary_types,
    genres,
    ...(rating && { rating }),
    ...(foreign_id !== requested_id && { redirected_from: requested_id }),
  }
}
