import type { CatalogAlbum, CatalogArtist, CatalogArtistDetail, CatalogTrack } from '#ports/music-catalog.ts'
import type { Artist, Pressing, ReleaseGroup } from './musicbrainz-wire.ts'

const DATE = /^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$/

/** A year, month or day; undefined when empty or invalid. */
function dateOf(text: string | null | undefined): string | undefined {
  return text && DATE.test(text) ? text : undefined
}

/** Most voted first. Votes below one are negative. */
function namesOf(names: Artist['genres']): string[] {
  return [...(names ?? [])]
    .filter(({ count }) => (count ?? 1) > 0)
    .sort((a, b) => (b.count ?? 1) - (a.count ?? 1))
    .map(({ name }) => name)
}

export function artistFromWire({ id, name, disambiguation, type, country }: Artist): CatalogArtist {
  return {
    foreign_id: id,
    name,
    ...(disambiguation && { disambiguation }),
    ...(type && { type }),
    ...(country && { country }),
  }
}

export function artistDetail(artist: Artist): CatalogArtistDetail {
  const begin_date = dateOf(artist['life-span']?.begin)
  const end_date = dateOf(artist['life-span']?.end)
  return {
    ...artistFromWire(artist),
    genres: namesOf(artist.genres),
    ...(begin_date && { begin_date }),
    ...(end_date && { end_date }),
  }
}

export function albumFromWire(group: ReleaseGroup): CatalogAlbum {
  const credits = group['artist-credit'] ?? []
  const release_date = dateOf(group['first-release-date'])
  const credited = credits.map(({ name, joinphrase, artist }) => `${name ?? artist.name}${joinphrase ?? ''}`)
  return {
    foreign_id: group.id,
    title: group.title,
    artist: credited.join('') || 'Unknown artist',
    artists: credits.map(({ artist }) => artistFromWire(artist)),
    ...(release_date && { release_date }),
    primary_type: group['primary-type'] || null,
    secondary_types: group['secondary-types'] ?? [],
    ...(group.disambiguation && { disambiguation: group.disambiguation }),
    genres: namesOf(group.genres),
    ...ratingOf(group),
  }
}

/** One without votes has no value. */
function ratingOf({ rating }: ReleaseGroup): Pick<CatalogAlbum, 'rating'> {
  const votes = rating?.['votes-count'] ?? 0
  return rating?.value && votes > 0 ? { rating: { value: rating.value, votes } } : {}
}

/** The tracks of an album: from its first official release, or else the first of any kind. */
export function tracksOf(pressings: readonly Pressing[]): CatalogTrack[] {
  const releases = pressings.map(pressing => ({ pressing, tracks: tracksOn(pressing) }))
  const [first] = releases
    .filter(({ tracks }) => tracks.length > 0)
    .sort((a, b) => byIssue(a.pressing, b.pressing))
  return first?.tracks ?? []
}

function tracksOn({ media }: Pressing): CatalogTrack[] {
  return (media ?? []).flatMap(({ position, tracks }, i) =>
    (tracks ?? []).map(({ number, title, length }, at) => ({
      disc: position ?? i + 1,
      number: number || String(at + 1),
      title,
      ...(length && { length_ms: Math.round(length) }),
    })),
  )
}

/** One without a date may be of any time, so it comes last. */
function byIssue(a: Pressing, b: Pressing): number {
  const official = Number(b.status === 'Official') - Number(a.status === 'Official')
  const [left, right] = [dateOf(a.date) ?? '~', dateOf(b.date) ?? '~']
  return official || (left < right ? -1 : left > right ? 1 : 0)
}

/** Only these two characters are special inside quotes. */
export function quoted(text: string): string {
  return `"${text.replace(/[\\"]/g, String.raw`\$&`)}"`
}
