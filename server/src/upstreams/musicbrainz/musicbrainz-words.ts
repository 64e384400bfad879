import type { CatalogAlbum, CatalogArtist, CatalogArtistDetail } from '#ports/music-catalog.ts'
import type { Artist, ReleaseGroup } from './musicbrainz-wire.ts'

const DATE = /^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$/

/** A year, month or day; undefined when it is empty or makes no sense. */
function dateOf(text: string | null | undefined): string | undefined {
  return text && DATE.test(text) ? text : undefined
}

/** The favourite first. Votes below one are against. */
function namesOf(names: Artist['genres']): string[] {
  return [...(names ?? [])]
    .filter(({ count }) => (count ?? 1) > 0)
    .sort((a, b) => (b.count ?? 1) - (a.count ?? 1))
    .map(({ name }) => name)
}

export function artistInOurWords({ id, name, disambiguation, type, country }: Artist): CatalogArtist {
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
    ...artistInOurWords(artist),
    genres: namesOf(artist.genres),
    ...(begin_date && { begin_date }),
    ...(end_date && { end_date }),
  }
}

export function albumInOurWords(group: ReleaseGroup): CatalogAlbum {
  const credits = group['artist-credit'] ?? []
  const release_date = dateOf(group['first-release-date'])
  const credited = credits.map(({ name, joinphrase, artist }) => `${name ?? artist.name}${joinphrase ?? ''}`)
  return {
    foreign_id: group.id,
    title: group.title,
    artist: credited.join('') || 'Unknown artist',
    artists: credits.map(({ artist }) => artistInOurWords(artist)),
    ...(release_date && { release_date }),
    primary_type: group['primary-type'] || null,
    secondary_types: group['secondary-types'] ?? [],
    ...(group.disambiguation && { disambiguation: group.disambiguation }),
    genres: namesOf(group.genres),
  }
}

/** Inside quotes only these two mean anything to the search. */
export function quoted(text: string): string {
  return `"${text.replace(/[\\"]/g, String.raw`\$&`)}"`
}
