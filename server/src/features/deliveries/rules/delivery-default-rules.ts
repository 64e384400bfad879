import type { DeliveryDefaults, SeriesType } from '@foyer/contract/instances/delivery-defaults'
import { sayDelivery } from '@foyer/contract/requests/delivery-sentences'
import type { RequestRecord } from '#ports/request-record.ts'
import type { CourierOutcome } from '../couriers/courier.ts'
import type { ShelfNames } from './shelf-rules.ts'

const MISSING = {
  root_folder: 'default_root_folder_missing',
  quality_profile_id: 'default_quality_profile_missing',
  metadata_profile_id: 'default_metadata_profile_missing',
} as const

/** C59: a default that the manager no longer has is never replaced by another choice. */
export function defaultMissing(
  name: keyof typeof MISSING,
  { product, instance_name: library }: ShelfNames,
): CourierOutcome {
  const message = sayDelivery(MISSING[name], { product, library })
  return { attention: 'delivery_default_missing', message }
}

export function defaultFolderInaccessible({ product, instance_name: library }: ShelfNames): CourierOutcome {
  const message = sayDelivery('default_folder_inaccessible', { product, library })
  return { attention: 'delivery_default_missing', message }
}

/** The same for a folder that an admin chose for one request. */
export function chosenFolderMissing({ product }: ShelfNames): CourierOutcome {
  const message = sayDelivery('chosen_folder_missing', { product })
  return { attention: 'delivery_default_missing', message }
}

/** The same for a quality profile, chosen or default. */
export function chosenQualityMissing({ product }: ShelfNames): CourierOutcome {
  const message = sayDelivery('chosen_quality_missing', { product })
  return { attention: 'delivery_default_missing', message }
}

/** What decides the place of a new title, from most to least specific. */
export interface PlaceWishes
  extends Pick<DeliveryDefaults, 'root_folder' | 'quality_profile_id' | 'metadata_profile_id'> {
  /** The folder was chosen for this request. */
  is_folder_chosen?: boolean
  /** The quality profile that was chosen for this request. */
  chosen_quality?: number
}

export function placeWishes(
  defaults: DeliveryDefaults,
  { root_folder, quality_profile_id }: Pick<RequestRecord, 'root_folder' | 'quality_profile_id'>,
): PlaceWishes {
  return {
    ...defaults,
    ...(root_folder && { root_folder, is_folder_chosen: true }),
    ...(quality_profile_id && { chosen_quality: quality_profile_id }),
  }
}

function tagsMissing({ product, instance_name: library }: ShelfNames): CourierOutcome {
  const message = sayDelivery('default_tag_missing', { product, library })
  return { attention: 'delivery_default_missing', message }
}

/** The default tags of a new title. The manager is asked for its tags only when there are any. */
export async function chooseTags(
  wanted: readonly number[] | undefined,
  readTags: () => Promise<readonly number[]>,
  names: ShelfNames,
): Promise<{ tags: readonly number[] } | { outcome: CourierOutcome }> {
  if (!wanted || wanted.length === 0) return { tags: [] }
  const offered = await readTags()
  return wanted.every(id => offered.includes(id)) ? { tags: wanted } : { outcome: tagsMissing(names) }
}

/** Managers differ in whether they report a folder with a trailing slash. */
export function isSameFolder(a: string, b: string): boolean {
  return withoutSlash(a) === withoutSlash(b)
}

function withoutSlash(path: string): string {
  return path.length > 1 ? path.replace(/[\\/]$/, '') : path
}

/** What one source knows about a show, in its own words. */
export interface ShowFacts {
  /** Names, as the metadata provider or the manager writes them: "Animation", "Talk Show". */
  genres: readonly string[]
  /** Original language and countries, as codes or names: "ja", "JP", "Japanese". */
  origins: readonly string[]
}

const JAPANESE = new Set(['ja', 'jp', 'jpn', 'japan', 'japanese'])
const ANIMATION = new Set(['animation', 'anime'])
const DAILY = new Set(['news', 'talk', 'talk show', 'talk-show'])

/** C59, `auto`: anime for Japanese animation, daily for news and talk, otherwise standard. One source is enough. */
export function automaticSeriesType(sources: readonly ShowFacts[]): SeriesType {
  const genres = sources.flatMap(one => one.genres)
  const isOneOf = (names: ReadonlySet<string>) => (word: string) => names.has(word.trim().toLowerCase())
  const isJapanese = sources.flatMap(one => one.origins).some(isOneOf(JAPANESE))
  if (isJapanese && genres.some(isOneOf(ANIMATION))) return 'anime'
  return genres.some(isOneOf(DAILY)) ? 'daily' : 'standard'
}
