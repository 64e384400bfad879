import { isListedHost } from '#kit/listed-host.ts'

/** The allowed targets of the archive's redirects. */
export interface CoverArtHosts {
  /** The configured archive. */
  archive: URL
  /** `host`, `host:port`, or `.suffix` for every host below it. */
  storage: readonly string[]
}

/**
 * The next address, or null. Only https, and only to the archive and its storage; plain http is allowed if the archive
 * itself is configured with it (E). The archive sometimes sends http where it means https.
 */
export function nextHop(location: string, from: URL, { archive, storage }: CoverArtHosts): URL | null {
  const target = URL.parse(location, from.href)
  if (!target || !/^https?:$/.test(target.protocol) || target.username || target.password) return null
  const isPlain = target.protocol === 'http:'
  if (isPlain && archive.protocol === 'https:') {
    if (target.port !== '') return null
    target.protocol = 'https:'
  }
  const isAllowed = target.host === archive.host || isListedHost(target, storage, 'default_port')
  return isAllowed ? target : null
}
