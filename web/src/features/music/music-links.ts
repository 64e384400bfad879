import type { SiteLink } from '#lib/site-links.tsx'

/** 1:4.3: albums and artists are known by their ids at MusicBrainz. */
export function musicLinks(kind: 'release-group' | 'artist', foreign_id: string): SiteLink[] {
  return [{ site: 'MusicBrainz', url: `https://musicbrainz.org/${kind}/${encodeURIComponent(foreign_id)}` }]
}
