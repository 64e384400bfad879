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
import { SONARR } from './sonarr-product.ts'

const Episode = z.object({
  id: z.int(),
  seasonNumber: z.int(),
  episodeNumber: z.int(),
  title: z.string().nullish(),
  airDate: ReleaseDay.nullish(),
  airDateUtc: z.iso.datetime({ offset: true }).nullish(),
  runtime: z.int().nullish(),
  hasFile: z.boolean(),
  monitored: z.boolean(),
  // Included by `includeSeries`: without it the episode has no title and cannot be judged.
  series: z.object({
    title: z.string(),
    tvdbId: z.int().nullish(),
    tmdbId: z.int().nullish(),
    monitored: z.boolean(),
    runtime: z.int().nullish(),
    certification: z.string().nullish(),
    genres: z.array(z.string()).nullish(),
    images: Images,
  }),
})

/** None for an episode without a date. */
function entriesOf(episode: z.output<typeof Episode>): CalendarEntry[] {
  const { series } = episode
  const at = episode.airDateUtc ? new Date(episode.airDateUtc).toISOString() : undefined
  // The manager's window is in UTC, and so is the day.
  const date = at?.slice(0, 10) ?? episode.airDate
  if (!date) return []
  const monitored = series.monitored && episode.monitored
  return [
    {
      record_id: episode.id,
      kind: 'episode',
      date,
      ...(at !== undefined && { at }),
      ...known('runtime_minutes', episode.runtime || series.runtime),
      title: series.title,
      ...known('tmdb_id', series.tmdbId),
      ...known('tvdb_id', series.tvdbId),
      // Season 0 holds the specials, so zero is valid here.
      season_number: episode.seasonNumber,
      episode_number: episode.episodeNumber,
      ...known('episode_title', episode.title),
      poster: posterFrom(series.images, 'poster'),
      monitored,
      status: statusOf({ has_file: episode.hasFile, monitored }),
      certification: series.certification ?? null,
      genres: series.genres ?? [],
    },
  ]
}

export const createSonarrCalendar = (internal: Transport): ReleaseCalendar =>
  createServarrCalendar(internal, {
    product: SONARR,
    record: Episode,
    query: { includeSeries: true },
    entriesOf,
  })
