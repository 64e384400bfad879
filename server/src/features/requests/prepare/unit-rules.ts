import { sourceId } from '#features/book-identity/index.ts'
import type { Unit } from '#features/request-quotas/index.ts'
import type { Live } from '../dependencies.ts'
import type { RequestFormat, RequestRecord } from '#ports/request-record.ts'

type Charged = Pick<
  RequestRecord,
  'media_type' | 'tmdb_id' | 'foreign_id' | 'catalog_id' | 'instance_id' | 'seasons'
>

/** 1:4.9.1: one unit per movie, season, book format or album. */
export function unitsOf(request: Charged, formats: readonly RequestFormat[]): Unit[] {
  const { media_type, instance_id, tmdb_id } = request
  const unit = (name: string, book_format: RequestFormat = '') => ({
    media_type,
    book_format,
    instance_id,
    unit: name,
  })
  switch (media_type) {
    case 'movie':
      return [unit(`${tmdb_id}`)]
    case 'tv':
      return (seasonUnits(request, request.seasons ?? []) ?? []).map(name => unit(name))
    case 'book':
      // 1:4.9.2, C8: one work is one unit, from any list.
      return formats.map(format => unit(sourceId(request.foreign_id ?? ''), format))
    case 'music':
      return [unit(request.foreign_id ?? request.catalog_id ?? '')]
  }
}

/** The units of these seasons; undefined: of the whole request. */
export function seasonUnits(
  { tmdb_id }: Pick<RequestRecord, 'tmdb_id'>,
  seasons: readonly number[] | undefined,
): string[] | undefined {
  return seasons?.map(season => `${tmdb_id}:${season}`)
}

/** The request without the seasons that are already there, which are not charged. */
export function missingSeasons<R extends Charged>(request: R, live: Live | null): R {
  if (!request.seasons || !live?.known || !live.seasons) return request
  const there = live.seasons.filter(one => one.status === 'available').map(one => one.season_number)
  return { ...request, seasons: request.seasons.filter(season => !there.includes(season)) }
}
