import type { CatalogArtist } from '#ports/music-catalog.ts'
import type { FreshAlbum } from '#ports/music-charts.ts'
import type { FreshRow } from './listenbrainz-wire.ts'

export const MBID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const JOIN = /\s+(?:&|x|\u00d7|\+|feat\.?|ft\.?|with|and|vs\.?)\s+|\s*[,/;]\s+/i

/**
 * The provider sends all credited names as one text and their ids as a list. A single id belongs to the whole text;
 * several can only be assigned when the text splits into as many parts.
 */
export function creditedArtists(credit: string, ids: readonly string[]): CatalogArtist[] {
  const known = ids.filter(id => MBID.test(id))
  if (known.length !== ids.length) return []
  const names = ids.length === 1 ? [credit] : credit.split(JOIN)
  if (names.length !== ids.length) return []
  return ids.map((foreign_id, i) => ({ foreign_id, name: names[i] ?? credit }))
}

/** Null: a row without a release group, which cannot be requested. */
export function freshFromWire(row: FreshRow): FreshAlbum | null {
  const { release_group_mbid: foreign_id, release_name: title, release_date } = row
  if (!foreign_id || !MBID.test(foreign_id) || !title || !release_date) return null
  const artist = row.artist_credit_name || 'Unknown artist'
  return {
    foreign_id,
    title,
    artist,
    artists: creditedArtists(artist, row.artist_mbids ?? []),
    release_date,
    primary_type: row.release_group_primary_type || null,
  }
}
