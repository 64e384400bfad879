import type { ListenResult } from '@foyer/contract/media-servers/listen'
import type { WatchResult } from '@foyer/contract/media-servers/watch'
import type { Platform } from '#lib/platform.ts'
import { PRODUCT_NAMES } from '#lib/product-names.ts'
import { audioOpenings, type Opening, videoOpenings } from './app-links.ts'

/** A title on one server, with the preferred way to open it first. */
export interface Target {
  id: string
  server: string
  /** The recording, if the server has several of the book. */
  recording?: { title: string; narrators: readonly string[]; library: string }
  openings: readonly [Opening, ...Opening[]]
}

/** A server that has no exact link, and why. */
export interface Gap {
  id: string
  server: string
  product: string
  state: 'missing' | 'unreachable' | 'unverified'
  /** Opens the server, not the title. */
  fallback_url?: string | undefined
}

export interface Places {
  targets: readonly Target[]
  gaps: readonly Gap[]
}

function first(openings: Opening[]): readonly [Opening, ...Opening[]] {
  const [one, ...others] = openings
  if (!one) throw new Error('A title opens in the browser at least.')
  return [one, ...others]
}

interface ScreenTitle {
  media_type: 'movie' | 'tv'
  tmdb_id: number
}

export function watchPlaces(
  results: readonly WatchResult[],
  { media_type, tmdb_id }: ScreenTitle,
  platform: Platform,
): Places {
  const targets: Target[] = []
  const gaps: Gap[] = []
  for (const { instance_id: id, name: server, service_type, state, url, ...rest } of results) {
    if (state === 'found' && url !== undefined) {
      const link = { url, service_type, video_apps: rest.video_apps, media_type, tmdb_id }
      targets.push({ id, server, openings: first(videoOpenings(link, platform)) })
    } else {
      const product = PRODUCT_NAMES[service_type]
      // Found without an address of its own is as good as not checked.
      const why = state === 'found' ? 'unverified' : state
      gaps.push({ id, server, product, state: why, fallback_url: rest.fallback_url })
    }
  }
  return { targets, gaps }
}

export function listenPlaces(results: readonly ListenResult[], platform: Platform): Places {
  const targets: Target[] = []
  const gaps: Gap[] = []
  for (const { instance_id, name: server, service_type, state, items, ...rest } of results) {
    if (state === 'found' && items.length > 0) {
      for (const { id, url, title, narrators, library_name: library } of items) {
        const openings = first(audioOpenings({ id, url, listening_apps: rest.listening_apps }, platform))
        const recording = { title, narrators, library }
        targets.push({
          id: `${instance_id} ${id}`,
          server,
          openings,
          ...(items.length > 1 && { recording }),
        })
      }
    } else {
      const why = state === 'found' ? 'unverified' : state
      const product = PRODUCT_NAMES[service_type]
      gaps.push({ id: instance_id, server, product, state: why, fallback_url: rest.fallback_url })
    }
  }
  return { targets, gaps }
}

/** Whether there is something to press. A title that no library has is expected to be missing on the servers, too. */
export function isOffered({ targets, gaps }: Places, in_library: boolean): boolean {
  return targets.length > 0 || (in_library && gaps.length > 0)
}
