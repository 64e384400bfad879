import { sayDelivery } from '@foyer/contract/requests/delivery-sentences'
import type { RequestStatus } from '@foyer/contract/requests/requests'
import type { AlbumShelfOptions, FoundAlbum, NewAlbum, ShelfAlbum } from '#ports/courier-albums.ts'
import type { RequestRecord } from '#ports/request-record.ts'
import type { CourierOutcome } from '../couriers/courier.ts'
import { defaultMissing, type PlaceWishes } from './delivery-default-rules.ts'
import { choosePlace, type ShelfNames, valuesOf } from './shelf-rules.ts'

/** Identifies the requested album: its release group, or one release of it. */
export type WantedAlbum = { foreign_id: string } | { release_id: string }

export function wantedAlbum(
  request: Pick<RequestRecord, 'foreign_id' | 'catalog_provider' | 'catalog_id'>,
): WantedAlbum | null {
  if (request.foreign_id !== null) return { foreign_id: request.foreign_id }
  const isRelease = request.catalog_provider === 'music_catalog_release'
  return isRelease && request.catalog_id !== null ? { release_id: request.catalog_id } : null
}

/** 1:4.8.4: the exact id first, then the requester's search term, then the title; without duplicates. */
export function lookupTerms(
  wanted: WantedAlbum,
  { search_term, title }: Pick<RequestRecord, 'search_term' | 'title'>,
  exactTerm: (foreign_id: string) => string,
): string[] {
  const exact = 'foreign_id' in wanted ? [exactTerm(wanted.foreign_id)] : []
  // Without a suffix in brackets: "Night Ferry (Deluxe)" is filed as "Night Ferry".
  const bare = title.replace(/\s*[([][^)\]]*[)\]]\s*$/, '')
  const texts = [search_term ?? '', title, bare].map(text => text.trim())
  return [...new Set([...exact, ...texts.filter(text => text !== '')])]
}

/** Only an exact id counts: a similar title is another album. */
export function pickExact(wanted: WantedAlbum, hits: readonly FoundAlbum[]): FoundAlbum | undefined {
  return hits.find(hit =>
    'foreign_id' in wanted
      ? hit.foreign_id === wanted.foreign_id
      : hit.release_ids.includes(wanted.release_id),
  )
}

type Place = Pick<NewAlbum, 'root_folder' | 'quality_profile_id' | 'metadata_profile_id'>

/**
 * 1:4.8.4, C59: the defaults of the library, then those of the folder, then the first; never the hidden None.
 */
export function chooseAlbumPlace(
  options: AlbumShelfOptions,
  names: ShelfNames,
  defaults: PlaceWishes = {},
): { place: Place } | { outcome: CourierOutcome } {
  const chosen = choosePlace(options, [], names, defaults)
  if ('outcome' in chosen) return chosen
  const { metadata_profile_id: wanted } = defaults
  const { metadata_profiles, root_folders } = options
  if (wanted !== undefined && !metadata_profiles.includes(wanted))
    return { outcome: defaultMissing('metadata_profile_id', names) }
  const folder = root_folders.find(one => one.path === chosen.place.root_folder)
  const own = metadata_profiles.find(id => id === folder?.metadata_profile_id)
  const metadata_profile_id = wanted ?? own ?? metadata_profiles[0]
  if (metadata_profile_id === undefined) {
    const message = sayDelivery('no_album_profile', valuesOf(names))
    return { outcome: { attention: 'library_unavailable', message } }
  }
  return { place: { ...chosen.place, metadata_profile_id } }
}

/** 1/3, for an album that is in the library and monitored. */
export function wantedStatus(album: Pick<ShelfAlbum, 'track_count' | 'track_file_count'>): RequestStatus {
  if (isWhole(album)) return 'available'
  return album.track_file_count > 0 ? 'partial' : 'requested'
}

export function isWhole({
  track_count,
  track_file_count,
}: Pick<ShelfAlbum, 'track_count' | 'track_file_count'>): boolean {
  return track_count > 0 && track_file_count >= track_count
}
