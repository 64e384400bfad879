import { z } from 'zod'
import type { RatingRow, ScreenTitle } from '#ports/rating-lookup.ts'
import type { ScreenKind } from '#ports/screen-catalog.ts'

const ReleaseDates = z.looseObject({
  results: z.array(
    z.looseObject({
      iso_3166_1: z.string(),
      release_dates: z.array(z.looseObject({ certification: z.string().nullish(), type: z.int() })),
    }),
  ),
})
const ContentRatings = z.looseObject({
  results: z.array(z.looseObject({ iso_3166_1: z.string(), rating: z.string().nullish() })),
})
const Human = z.looseObject({ adult: z.boolean().nullish() })
const Credits = z.looseObject({ cast: z.array(Human).nullish(), crew: z.array(Human).nullish() })
const Videos = z.looseObject({ results: z.array(z.unknown()).nullish() })
const Detail = z.looseObject({
  id: z.int().positive(),
  adult: z.boolean().nullish(),
  genres: z.array(z.looseObject({ id: z.int() })).nullish(),
  credits: Credits.nullish(),
  videos: Videos.nullish(),
  release_dates: ReleaseDates.nullish(),
  content_ratings: ContentRatings.nullish(),
})
const Person = z.looseObject({ id: z.int().positive(), adult: z.boolean().nullish() })

export interface DetailFacts {
  title: ScreenTitle
  adult: boolean
  /** Null: the body does not contain them. */
  genre_ids: number[] | null
  /** Undefined: the body does not contain them. */
  ratings: RatingRow[] | undefined
}

/** A detail body contains its own ratings, so it needs no lookup (1:4.5 kids rule 2). */
export function readDetail(body: unknown, kind: ScreenKind): DetailFacts {
  const { id, adult, genres, release_dates, content_ratings } = Detail.parse(body)
  return {
    title: { kind, tmdb_id: id },
    adult: adult ?? false,
    genre_ids: genres?.map(genre => genre.id) ?? null,
    ratings: kind === 'movie' ? movieRows(release_dates) : showRows(content_ratings),
  }
}

/** Type 3 is theatrical, 2 a limited release. */
const RELEASES: Record<number, RatingRow['release']> = { 3: 'theatrical', 2: 'limited' }

function movieRows(part: z.output<typeof ReleaseDates> | null | undefined): RatingRow[] | undefined {
  return part?.results.flatMap(({ iso_3166_1, release_dates }) =>
    release_dates.map(({ certification, type }) => ({
      region: iso_3166_1,
      certification: certification ?? '',
      release: RELEASES[type] ?? 'other',
    })),
  )
}

function showRows(part: z.output<typeof ContentRatings> | null | undefined): RatingRow[] | undefined {
  return part?.results.map(({ iso_3166_1, rating }) => ({
    region: iso_3166_1,
    certification: rating ?? '',
    release: 'theatrical',
  }))
}

/**
 * The body without adult performers, whose pages are blocked (C23), and without videos unless they are allowed: no
 * rating covers a trailer. Null when nothing was removed.
 */
export function withoutUnfitParts(
  body: unknown,
  { trailers_allowed }: { trailers_allowed: boolean },
): unknown {
  const { credits, videos, ...rest } = Detail.parse(body)
  const isFit = (person: z.output<typeof Human>) => !person.adult
  const { cast, crew } = credits ?? {}
  const has_adults = ![...(cast ?? []), ...(crew ?? [])].every(isFit)
  const has_videos = !trailers_allowed && (videos?.results ?? []).length > 0
  if (!has_adults && !has_videos) return null
  return {
    ...rest,
    ...(credits && { credits: { ...credits, cast: cast?.filter(isFit), crew: crew?.filter(isFit) } }),
    ...(videos && { videos: has_videos ? { ...videos, results: [] } : videos }),
  }
}

export function readPerson(body: unknown): { id: number; adult: boolean } {
  const { id, adult } = Person.parse(body)
  return { id, adult: adult ?? false }
}
