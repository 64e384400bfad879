import { describe, expect, it } from 'vitest'
import { audioOpenings, videoOpenings } from './app-links.ts'

const JELLYFIN = {
  service_type: 'account_server_a',
  url: 'https://jellyfin.example/web/#/details?id=abc&serverId=srv',
} as const
const EMBY = {
  service_type: 'account_server_b',
  url: 'https://emby.example/web/index.html#!/item?id=abc&serverId=srv',
} as const
const PLEX = {
  service_type: 'invite_server',
  url: 'https://app.plex.tv/desktop/#!/server/m4ch1n3/details?key=%2Flibrary%2Fmetadata%2F12',
} as const
const MOVIE = { media_type: 'movie', tmdb_id: 900001 } as const

describe('2:4.13.9 video apps', () => {
  it.each([
    [EMBY, 'service', 'emby://items/srv/abc', 'Emby'],
    [
      PLEX,
      'service',
      'plex://preplay/?metadataKey=%2Flibrary%2Fmetadata%2F12&metadataType=1&server=m4ch1n3',
      'Plex',
    ],
    [PLEX, 'alt_player', 'infuse://movie/900001', 'Infuse'],
    [JELLYFIN, 'alt_player', 'infuse://movie/900001', 'Infuse'],
  ] as const)('%o opens in %s at %s, and still in the browser', (server, ios, href, app) => {
    const openings = videoOpenings({ ...server, ...MOVIE, video_apps: { ios } }, 'ios')
    expect(openings).toEqual([
      { href, app },
      { href: server.url, app: null },
    ])
  })

  it('a series is another address for the player', () => {
    const [first] = videoOpenings(
      { ...EMBY, media_type: 'tv', tmdb_id: 7, video_apps: { ios: 'alt_player' } },
      'ios',
    )
    expect(first?.href).toBe('infuse://series/7')
  })

  it.each([
    [JELLYFIN, 'service', 'ios'],
    [PLEX, 'browser', 'ios'],
    [PLEX, 'newer', 'ios'],
    [{ ...PLEX, url: 'https://plex.example/' }, 'service', 'ios'],
    [EMBY, 'service', 'android'],
    [EMBY, 'alt_player', 'other'],
  ] as const)('%o with %s on %s opens in the browser only', (server, ios, platform) => {
    const openings = videoOpenings({ ...server, ...MOVIE, video_apps: { ios } }, platform)
    expect(openings).toEqual([{ href: server.url, app: null }])
  })
})

describe('2:4.13.9 listening apps', () => {
  const url = 'https://shelf.example/item/li_1'
  it.each([
    ['official', 'ios', ['audiobookshelf://item/li_1', url]],
    ['official', 'android', ['audiobookshelf://item/li_1', url]],
    ['thirdparty', 'ios', ['shelfplayer://item?id=li_1', url]],
    ['thirdparty', 'android', [url]],
    ['browser', 'ios', [url]],
    ['official', 'other', [url]],
  ] as const)('%s on %s opens %j', (app, platform, hrefs) => {
    const openings = audioOpenings({ id: 'li_1', url, listening_apps: { ios: app, android: app } }, platform)
    expect(openings.map(({ href }) => href)).toEqual(hrefs)
  })
})
