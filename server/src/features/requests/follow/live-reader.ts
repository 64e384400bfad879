import type { InstanceRecord } from '#features/instances/index.ts'
import {
  type LibraryStatus,
  type ReadOptions,
  scopeSeries,
  type LiveSeries,
  targetOf,
} from '#features/library-status/index.ts'
import { allCurrent } from '#kit/snapshot.ts'
import type { Live, LiveMany, LiveReader, LiveTitle } from '../dependencies.ts'

const UNREAD: Live = { known: false, reason: 'library_unavailable' }

/** The live status of titles, read as each medium requires. */
export function createLiveReader(parts: {
  library_status: LibraryStatus
  music: { live: LiveMany }
  books: { live: LiveMany }
}): LiveReader {
  const { library_status, music, books } = parts
  const scoped = (live: LiveSeries, { seasons }: LiveTitle): Live => scopeSeries(live, seasons)

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
        // Both reads go through the cache, so it is invalidated first.
        library_status.invalidate(instance.id)
        return one(instance, title)
      }
      const kept = title.media_type === 'movie' ? await one(instance, title) : null
      const seen = await one(instance, title, { fresh: true })
      // The record of a show and its episodes are cached separately, so one can be stale although the other is not
      // (C57).
      if (seen.known && !(kept && isSame(kept, seen))) library_status.invalidate(instance.id)
      return seen
    },
    async many(instance, titles) {
      const kinds = new Set(titles.map(title => title.media_type))
      // A library holds only one medium.
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

/** The records of these shows, so that details missing from them are looked up as for a show's page. */
function targetsOf(titles: readonly LiveTitle[]) {
  return titles.flatMap(({ match }) => (match ? (targetOf(match) ?? []) : []))
}

function isSame(kept: Live, seen: Live): boolean {
  return kept.known && seen.known && kept.status === seen.status
}
