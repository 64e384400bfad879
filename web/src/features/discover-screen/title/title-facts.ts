import type { MovieDetail, TvDetail } from '@foyer/contract/discover-screen/media-details'
import { listOf, partOf, textOf } from './provider-fields.ts'

/** The age rating of the reader's region, otherwise of the United States, which most titles have. */
function byRegion<T>(
  results: readonly { iso_3166_1: string }[] | undefined,
  region: string,
  read: (entry: unknown) => T | undefined,
): T | undefined {
  for (const wanted of [region, 'US']) {
    const found = read(results?.find(entry => entry.iso_3166_1 === wanted))
    if (found !== undefined) return found
  }
  return undefined
}

export function movieCertification(movie: MovieDetail, region: string): string | undefined {
  return byRegion(movie.release_dates?.results, region, entry =>
    listOf(partOf(entry, 'release_dates'))
      .map(release => textOf(partOf(release, 'certification')))
      .find(Boolean),
  )
}

export function showCertification(show: TvDetail, region: string): string | undefined {
  return byRegion(show.content_ratings?.results, region, entry => textOf(partOf(entry, 'rating')))
}

/** The region of a language tag (`de-AT`), otherwise the United States. */
export function regionOf(language: string): string {
  return /-([A-Z]{2})\b/.exec(language)?.[1] ?? 'US'
}

/** Noon, so that the day is the same in every time zone. */
export function noonOf(day: string): string {
  return `${day}T12:00:00`
}

export function isDay(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)
}

/** The provider names countries in English only; their codes can be translated. */
export function countriesOf(countries: unknown, language: string): string[] {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
  return listOf(countries).flatMap(country => {
    const code = textOf(partOf(country, 'iso_3166_1'))
    const known = code && /^[A-Z]{2}$/.test(code) ? names.of(code) : undefined
    return known ?? textOf(partOf(country, 'name')) ?? []
  })
}
