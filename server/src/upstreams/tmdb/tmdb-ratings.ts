import { z } from 'zod'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { RatingLookup, RatingRow, ScreenTitle } from '#ports/rating-lookup.ts'
import { createTmdbClient, TMDB, type TmdbCall, type TmdbParts } from './tmdb-client.ts'
import { ContentRatings, JudgedPerson, RatedMovie, RatedShow, ReleaseDates } from './tmdb-rating-wire.ts'

/** 1:4.5 kids rule 4: once more after 429. */
const RETRIES = 1

export function createTmdbRatings(
  parts: TmdbParts & {
    /** The current key; null when there is none. */
    key: () => Promise<string | null>
  },
): RatingLookup {
  const client = createTmdbClient(parts)

  async function read<S extends z.core.$ZodType>(
    schema: S,
    call: Pick<TmdbCall, 'path' | 'query' | 'signal'>,
  ): Promise<z.output<S> | null> {
    const key = await parts.key()
    if (key === null) throw new UpstreamFault({ upstream: TMDB, kind: 'rejected_key' })
    const bytes = await client.getBytes(schema, { ...call, key, retries: RETRIES })
    return bytes && z.parse(schema, JSON.parse(bytes.toString('utf8')))
  }

  return {
    async readRatings({ kind, tmdb_id }, signal) {
      if (kind === 'movie') {
        const found = await read(ReleaseDates, { path: `/movie/${tmdb_id}/release_dates`, signal })
        return found && movieRows(found)
      }
      const found = await read(ContentRatings, { path: `/tv/${tmdb_id}/content_ratings`, signal })
      return found && showRows(found)
    },

    async readRecord(title, signal) {
      const found =
        title.kind === 'movie'
          ? await read(RatedMovie, { ...recordOf(title, 'release_dates'), signal })
          : await read(RatedShow, { ...recordOf(title, 'content_ratings'), signal })
      if (!found) return null
      return {
        adult: found.adult ?? false,
        genre_ids: found.genres?.map(genre => genre.id) ?? null,
        ratings: 'release_dates' in found ? movieRows(found.release_dates) : showRows(found.content_ratings),
      }
    },

    async readPerson(id, signal) {
      const found = await read(JudgedPerson, { path: `/person/${id}`, signal })
      return found && { adult: found.adult ?? false }
    },
  }
}

function recordOf({ kind, tmdb_id }: ScreenTitle, part: string) {
  return { path: `/${kind}/${tmdb_id}`, query: { append_to_response: part } }
}

function movieRows({ results }: z.output<typeof ReleaseDates>): RatingRow[] {
  return results.flatMap(({ iso_3166_1, release_dates }) =>
    release_dates.map(({ certification, type }) => ({
      region: iso_3166_1,
      certification: certification ?? '',
      release: releaseOf(type),
    })),
  )
}

function showRows({ results }: z.output<typeof ContentRatings>): RatingRow[] {
  return results.map(({ iso_3166_1, rating }) => ({
    region: iso_3166_1,
    certification: rating ?? '',
    release: 'theatrical',
  }))
}

function releaseOf(type: number): RatingRow['release'] {
  if (type === 3) return 'theatrical'
  return type === 2 ? 'limited' : 'other'
}
