/** Large enough for a thumbnail on any screen. */
const SIZE = 'w342'
const PATH = /^\/[\w-]+\.(?:jpe?g|png|webp)$/

/**
 * The address of a poster at the metadata provider, for receivers that fetch it themselves; null: there is none. Only
 * https is passed on: a mirror on the local network is of no use to them.
 */
export function publicPoster(poster_path: string | null | undefined, image_url: string): string | null {
  if (!poster_path || !PATH.test(poster_path) || !image_url.startsWith('https://')) return null
  return `${image_url}/${SIZE}${poster_path}`
}
