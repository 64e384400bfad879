import type { MediaServerType } from '@foyer/contract/instances/instance-types'
import { LISTENING_APP_NAMES, PLAYER_NAME } from '#lib/app-names.ts'
import type { Platform } from '#lib/platform.ts'
import { PRODUCT_NAMES } from '#lib/product-names.ts'

/** One way to open a title. */
export interface Opening {
  href: string
  /** The app it opens in; null for the browser. */
  app: string | null
}

interface VideoLink {
  url: string
  service_type: MediaServerType
  video_apps: { ios: string }
  media_type: 'movie' | 'tv'
  tmdb_id: number
}

/**
 * 2:4.13.9: only an iPhone or iPad applies the choice. The preferred way comes first, and the browser stays possible:
 * a page cannot know whether an app is installed.
 */
export function videoOpenings(link: VideoLink, platform: Platform): Opening[] {
  const browser = { href: link.url, app: null }
  if (platform !== 'ios') return [browser]
  const app = videoApp(link)
  return app ? [app, browser] : [browser]
}

function videoApp({ url, service_type, video_apps, media_type, tmdb_id }: VideoLink): Opening | null {
  switch (video_apps.ios) {
    case 'alt_player':
      return {
        href: `infuse://${media_type === 'movie' ? 'movie' : 'series'}/${tmdb_id}`,
        app: PLAYER_NAME,
      }
    case 'service': {
      const href = officialLink(service_type, url, media_type)
      return href ? { href, app: PRODUCT_NAMES[service_type] } : null
    }
    default:
      return null
  }
}

const PLEX_TYPES = { movie: '1', tv: '2' } as const

/** Null where the official app has no address for a title, which is so for Jellyfin. */
function officialLink(type: MediaServerType, url: string, media_type: 'movie' | 'tv'): string | null {
  const { hash } = new URL(url)
  const query = new URLSearchParams(hash.slice(hash.indexOf('?') + 1))
  if (type === 'account_server_b') {
    const [id, server] = [query.get('id'), query.get('serverId')]
    return id && server ? `emby://items/${encodeURIComponent(server)}/${encodeURIComponent(id)}` : null
  }
  if (type === 'invite_server') {
    const server = /\/server\/([^/]+)\//.exec(hash)?.[1]
    const metadataKey = query.get('key')
    if (!server || !metadataKey) return null
    const target = new URLSearchParams({ metadataKey, metadataType: PLEX_TYPES[media_type], server })
    return `plex://preplay/?${target}`
  }
  return null
}

interface AudioLink {
  id: string
  url: string
  listening_apps: { ios: string; android: string }
}

/** As above; listening apps are chosen for Android as well. */
export function audioOpenings({ id, url, listening_apps }: AudioLink, platform: Platform): Opening[] {
  const browser = { href: url, app: null }
  if (platform === 'other') return [browser]
  const names = LISTENING_APP_NAMES[platform]
  const choice = listening_apps[platform]
  const item = encodeURIComponent(id)
  if (choice === 'official') return [{ href: `audiobookshelf://item/${item}`, app: names.official }, browser]
  // TheShelf has no address for a book.
  if (choice === 'thirdparty' && platform === 'ios')
    return [{ href: `shelfplayer://item?id=${item}`, app: names.thirdparty }, browser]
  return [browser]
}
