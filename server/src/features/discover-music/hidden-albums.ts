import type { WorkFilter } from '#features/hidden-titles/index.ts'
import { whenReady } from '#kit/maybe-async.ts'
import type { DiscoverMusic } from './discover-music.ts'

/** Music without the albums that an admin hid. */
export function withoutHiddenAlbums(music: DiscoverMusic, hidden: WorkFilter): DiscoverMusic {
  const { feeds, titles } = music
  return {
    ...music,
    feeds: {
      ...feeds,
      search: (...asked) => whenReady(feeds.search(...asked), hidden.albums),
      popular: (...asked) => whenReady(feeds.popular(...asked), hidden.albums),
      newReleases: (...asked) => whenReady(feeds.newReleases(...asked), hidden.albums),
      genre: (...asked) => whenReady(feeds.genre(...asked), hidden.albums),
    },
    titles: {
      ...titles,
      artistAlbums: (...asked) => whenReady(titles.artistAlbums(...asked), hidden.albums),
      album: (call, id) => whenReady(titles.album(call, id), album => hidden.album(call.caller, id, album)),
      tracks: (call, id) =>
        whenReady(titles.tracks(call, id), tracks =>
          whenReady(hidden.assertAlbum(call.caller, id), () => tracks),
        ),
    },
  }
}
