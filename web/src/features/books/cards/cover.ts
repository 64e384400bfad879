import { fromServer } from '#lib/base-url.ts'

/** Covers of the book list are loaded through the relay (1:4.4), so that its host does not see who looks at them. */
const OWN_COVERS = 'https://assets.hardcover.app/'
const RELAY = '/api/discover/books/images/'

/** A cover of the book list: the relay knows the host and takes the path. */
export function listCover(image_url: string | null): string | undefined {
  if (!image_url || !URL.canParse(image_url)) return undefined
  return fromServer(`${RELAY}${new URL(image_url).pathname.replace(/^\/+/, '')}`)
}

/** A cover of a library or its search: server-relative, or an absolute address. */
export function coverUrl(cover: string | null | undefined): string | undefined {
  if (!cover) return undefined
  return cover.startsWith(OWN_COVERS) ? listCover(cover) : fromServer(cover)
}

/**
 * The portrait of an author. Libraries refer to whatever host their provider uses; only what comes through this server is
 * loaded, so that no other host sees who looks at it.
 */
export function portraitUrl(image: string | null | undefined): string | undefined {
  const is_ours = /^\/(?!\/)/.test(image ?? '') || image?.startsWith(OWN_COVERS)
  return is_ours ? coverUrl(image) : undefined
}
