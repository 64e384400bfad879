import { z } from 'zod'
import type { Transport } from '#kit/outbound.ts'
import type { CalendarEntry, ReleaseCalendar } from '#ports/release-calendar.ts'
import {
  createServarrCalendar,
  Images,
  known,
  posterFrom,
  ReleaseDay,
  statusOf,
} from '../servarr/servarr-calendar.ts'
import { RADARR } from './radarr-product.ts'

const Movie = z.object({
  id: z.int(),
  title: z.string(),
  tmdbId: z.int().nullish(),
  inCinemas: ReleaseDay.nullish(),
  digitalRelease: ReleaseDay.nullish(),
  physicalRelease: ReleaseDay.nullish(),
  monitored: z.boolean(),
  hasFile: z.boolean().nullish(),
  certification: z.string().nullish(),
  genres: z.array(z.string()).nullish(),
  images: Images,
})

/** A movie is released up to three times; each release in the window is an entry. */
function entriesOf(movie: z.output<typeof Movie>): CalendarEntry[] {
  const dates = [
    ['in_cinemas', movie.inCinemas],
    ['digital', movie.digitalRelease],
    ['physical', movie.physicalRelease],
  ] as const
  return dates.flatMap(([kind, date]) =>
    date
      ? [
          {
            record_id: movie.id,
            kind,
            date,
            title: movie.title,
            ...known('tmdb_id', movie.tmdbId),
            poster: posterFrom(movie.images, 'poster'),
            monitored: movie.monitored,
            status: statusOf({ has_file: movie.hasFile ?? false, monitored: movie.monitored }),
            certification: movie.certification ?? null,
            genres: movie.genres ?? [],
          },
        ]
      : [],
  )
}

export const createRadarrCalendar = (internal: Transport): ReleaseCalendar =>
  createServarrCalendar(internal, {
    product: RADARR,
    record: Movie,
    entriesOf,
  })
