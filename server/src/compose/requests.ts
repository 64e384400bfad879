import { z } from 'zod'
import type { Database } from '#db/database.ts'
import type { Deliveries } from '#features/deliveries/index.ts'
import type { DiscoverScreen } from '#features/discover-screen/index.ts'
import type { InstanceRecord, Inventory } from '#features/instances/index.ts'
import type { TitleGate } from '#features/kids/index.ts'
import {
  type LibraryStatus,
  type ReadOptions,
  scopeTruth,
  type SeriesTruth,
  targetOf,
} from '#features/library-status/index.ts'
import type { EventHub } from '#features/live-events/index.ts'
import type { Alerts } from '#features/notifications/index.ts'
import type { Quotas } from '#features/request-quotas/index.ts'
import {
  createNewestOwn,
  createRequests,
  type DescribeMovie,
  type Live,
  type LiveReader,
  type LiveTitle,
  type PolicyOf,
  type ProveAlbum,
  requestRoutes,
  type TvMatches,
} from '#features/requests/index.ts'
import type { Jobs } from '#jobs/index.ts'
import { within } from '#jobs/within.ts'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { Refusal } from '#kit/refusal.ts'
import { allCurrent } from '#kit/snapshot.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { MusicCatalog } from '#ports/music-catalog.ts'
import type { BookLive, BookTitle } from './book-status.ts'
import type { AlbumTitle, MusicLive } from './music.ts'
import { createReadTitle } from './request-titles.ts'

export interface RequestComposition {
  database: Database
  clock: Clock
  log: Log
  events: EventHub
  inventory: Inventory
  kids: TitleGate
  policyOf: PolicyOf
  quotas: Quotas
  deliveries: Deliveries
  tv_matches: TvMatches
  library_status: LibraryStatus
  screen: Pick<DiscoverScreen, 'details'>
  music: { live: MusicLive; proveAlbum: ProveAlbum; titleOf: AlbumTitle }
  books: { live: BookLive; titleOf: BookTitle }
  music_catalog: Pick<MusicCatalog, 'album' | 'groupOfRelease'>
  jobs: Jobs
  alerts: Alerts
}

/** How long a poster may keep a request waiting. */
const DESCRIBE_MS = 2000

const MovieRecord = z.object({ title: z.string().min(1), poster_path: z.string().nullable() })

/** The provider's own record, when it is at hand in time. */
function createDescribeMovie({ clock, screen }: RequestComposition): DescribeMovie {
  async function read(tmdb_id: number) {
    try {
      const { bytes } = await screen.details.record('movie', tmdb_id)
      return MovieRecord.safeParse(JSON.parse(bytes.toString('utf8'))).data ?? null
    } catch (error) {
      if (error instanceof UpstreamFault || error instanceof Refusal) return null
      throw error
    }
  }
  return async tmdb_id => {
    const reading = read(tmdb_id)
    return (await within(clock, DESCRIBE_MS, reading)) ? reading : null
  }
}

const UNREAD: Live = { known: false, reason: 'library_unavailable' }

/** Live truth by medium. */
function createLiveReader({ library_status, music, books }: RequestComposition): LiveReader {
  const scoped = (truth: SeriesTruth, { seasons }: LiveTitle): Live => scopeTruth(truth, seasons)

  async function one(instance: InstanceRecord, title: LiveTitle, options?: ReadOptions): Promise<Live> {
    const { media_type, tmdb_id, match } = title
    if (media_type === 'book') return (await books.live(instance, [title])).value[0] ?? UNREAD
    if (media_type === 'music') return (await music.live(instance, [title])).value[0] ?? UNREAD
    if (media_type === 'movie' && tmdb_id !== null) return library_status.movie(instance, tmdb_id, options)
    if (media_type !== 'tv' || !match) return UNREAD
    return scoped(await library_status.series(instance, match, options), title)
  }

  return {
    one: (instance, title) => one(instance, title),
    async fresh(instance, title) {
      if (title.media_type === 'book' || title.media_type === 'music') {
        // Both are read through what is kept of the library, so that is forgotten first.
        library_status.invalidate(instance.id)
        return one(instance, title)
      }
      const kept = title.media_type === 'movie' ? await one(instance, title) : null
      const seen = await one(instance, title, { fresh: true })
      // The record of a show and its episodes age apart, so that one may be old where the other agrees (C57).
      if (seen.known && !(kept && isSame(kept, seen))) library_status.invalidate(instance.id)
      return seen
    },
    async many(instance, titles) {
      const kinds = new Set(titles.map(title => title.media_type))
      // A library has nothing but its own medium.
      if (kinds.has('music')) return music.live(instance, titles)
      if (kinds.has('book')) return books.live(instance, titles)
      const movies = kinds.has('movie') ? await library_status.movieDigest(instance) : null
      const series = kinds.has('tv') ? await library_status.seriesDigest(instance, targetsOf(titles)) : null
      const value = titles.map(title => {
        const { media_type, tmdb_id, match } = title
        if (media_type === 'movie' && movies && tmdb_id !== null) return movies(tmdb_id)
        return media_type === 'tv' && series && match ? scoped(series(match), title) : UNREAD
      })
      return { value, isCurrent: allCurrent([movies, series].filter(digest => digest !== null)) }
    },
  }
}

/** Where in the library these shows are, so that what their records leave open is looked up as for their pages. */
function targetsOf(titles: readonly LiveTitle[]) {
  return titles.flatMap(({ match }) => (match ? (targetOf(match) ?? []) : []))
}

function isSame(kept: Live, seen: Live): boolean {
  return kept.known && seen.known && kept.status === seen.status
}

/** What people ask for, and what becomes of it. */
export function composeRequests(parts: RequestComposition) {
  const describeMovie = createDescribeMovie(parts)
  const { music, books } = parts
  const requests = createRequests({
    ...parts,
    tv: parts.tv_matches,
    describeMovie,
    readTitle: createReadTitle({
      ...parts,
      describeMovie,
      bookTitle: books.titleOf,
      albumTitle: music.titleOf,
    }),
    live: createLiveReader(parts),
    proveAlbum: parts.music.proveAlbum,
  })
  const { correctives, handOver, titles } = requests
  return {
    bindings: requestRoutes(requests),
    /** What a person's newest request adds to the status of a title. */
    newestOwn: createNewestOwn(parts.deliveries),
    correctives,
    handOver,
    titles,
  }
}
