import * as routes from '@foyer/contract/discover-music'
import { type Binding, bind } from '#http/bind.ts'
import type { Caller } from '#kit/caller.ts'
import type { DiscoverMusic } from './discover-music.ts'
import type { MusicCall } from './music-answers.ts'

/** A caller who disconnects frees their place in the provider's queue. */
function callOf(call: {
  caller: Caller
  query: { instance_id?: string | undefined }
  leaving: () => AbortSignal
}): MusicCall {
  return { caller: call.caller, instance_id: call.query.instance_id, leaving: () => call.leaving() }
}

export function discoverMusicRoutes({ feeds, titles, artwork }: DiscoverMusic): Binding[] {
  return [
    bind(routes.searchMusic).to(call => feeds.search(callOf(call), call.query)),
    bind(routes.getPopularMusic).to(call => feeds.popular(callOf(call), call.query)),
    bind(routes.getNewMusic).to(call => feeds.newReleases(callOf(call), call.query)),
    bind(routes.getMusicByGenre).to(call => feeds.genre(callOf(call), call.query)),
    bind(routes.getMusicGenres).to(call => feeds.genres(callOf(call))),
    bind(routes.searchMusicArtists).to(call => feeds.artists(callOf(call), call.query)),
    bind(routes.getMusicAlbum).to(call => titles.album(callOf(call), call.params.music_id)),
    bind(routes.getMusicTracks).to(call => titles.tracks(callOf(call), call.params.music_id)),
    bind(routes.getMusicArtist).to(call => titles.artist(callOf(call), call.params.artist_id)),
    bind(routes.getMusicArtistAlbums).to(call =>
      titles.artistAlbums(callOf(call), call.params.artist_id, call.query),
    ),
    bind(routes.getMusicArtwork).to(call => artwork.front(callOf(call), call.params.music_id)),
    bind(routes.getArtistPicture).to(call => artwork.artist(callOf(call), call.params.artist_id)),
  ]
}
