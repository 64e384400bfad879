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
import { LIDARR } from './lidarr-product.ts'

const Album = z.object({
  id: z.int(),
  title: z.string(),
  foreignAlbumId: z.string().nullish(),
  releaseDate: ReleaseDay.nullish(),
  monitored: z.boolean(),
  images: Images,
  artist: z.object({ artistName: z.string(), monitored: z.boolean().nullish() }).nullish(),
  statistics: z.object({ trackFileCount: z.int().nullish(), totalTrackCount: z.int().nullish() }).nullish(),
})
type Album = z.output<typeof Album>

/** 1/3. All tracks, because the tracks of an album are monitored together; missing counts mean unknown. */
function albumStatus({ statistics }: Album, monitored: boolean): CalendarEntry['status'] {
  const files = statistics?.trackFileCount ?? 0
  if (files > 0 && files < (statistics?.totalTrackCount ?? 0)) return 'partial'
  return statusOf({ has_file: files > 0, monitored })
}

function entriesOf(album: Album): CalendarEntry[] {
  if (!album.releaseDate) return []
  const monitored = album.monitored && (album.artist?.monitored ?? true)
  return [
    {
      record_id: album.id,
      kind: 'album',
      date: album.releaseDate,
      title: album.title,
      ...known('foreign_id', album.foreignAlbumId),
      ...known('artist', album.artist?.artistName),
      poster: posterFrom(album.images, 'cover'),
      monitored,
      status: albumStatus(album, monitored),
      certification: null,
      genres: [],
    },
  ]
}

export const createLidarrCalendar = (internal: Transport): ReleaseCalendar =>
  createServarrCalendar(internal, {
    product: LIDARR,
    record: Album,
    query: { includeArtist: true },
    entriesOf,
  })
