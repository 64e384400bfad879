import { MUSIC_GENRES, MusicArtistFeed, MusicFeed, type ReleaseType } from '@foyer/contract/discover-music'
import type { Clock } from '#kit/clock.ts'
import { type Ready, readyJson } from '#kit/ready.ts'
import type { MaybeAsync } from '#kit/maybe-async.ts'
import type { CatalogAlbum, CatalogPage, MusicCatalog } from '#ports/music-catalog.ts'
import type { MusicCharts } from '#ports/music-charts.ts'
import { type ListQuestion, type MusicAnswers, type MusicCall, questionIn } from './music-answers.ts'
import { type MusicCache, type Remembered, TTL_MS } from './music-cache.ts'
import { type FeedName, feedOf, itemsOf } from './music-feed-rules.ts'
import { createNewReleases } from './music-new-releases.ts'
import type { QueryText } from './music-question-rules.ts'

const CATALOG = 'MusicBrainz'
const CHARTS = 'ListenBrainz'
const PERIOD_SCOPES = { this_week: 'This week', this_month: 'This month', this_year: 'This year' } as const
const ALBUMS: readonly ReleaseType[] = ['Album', 'EP']
export const WITH_SINGLES: readonly ReleaseType[] = ['Album', 'EP', 'Single']

export const foundNothing = (scope: string): FeedName => ({
  source: CATALOG,
  scope,
  empty_message: 'Nothing was found.',
})

export interface MusicFeedParts {
  catalog: MusicCatalog
  charts: MusicCharts
  cache: MusicCache
  answers: MusicAnswers
  clock: Clock
}

const GENRES = readyJson({ genres: MUSIC_GENRES })

/** Lists of music, the same for everybody with access (1:4.3). */
export function createMusicFeeds({ catalog, charts, cache, answers, clock }: MusicFeedParts) {
  const newReleases = createNewReleases({ charts, clock })

  type Listing = Pick<Remembered<typeof MusicFeed>, 'key' | 'ttl_ms' | 'load'>
  const listing = (name: FeedName, page: number, remembered: Listing): ListQuestion => ({
    ...cache.question({ ...remembered, shape: MusicFeed }),
    nothing: () => readyJson(feedOf(name, page, { rows: [], more: false })),
  })

  return {
    search(call: MusicCall, params: QueryText): MaybeAsync<Ready> {
      return answers.list(call, () => {
        const { query, include_singles, page } = questionIn(
          params,
          'query',
          'include_singles',
          'page',
          'no_genre',
        )
        const name = foundNothing('Albums and EPs')
        const types = include_singles ? WITH_SINGLES : ALBUMS
        return listing(name, page, {
          key: JSON.stringify(['search', plain(query), include_singles, page]),
          ttl_ms: TTL_MS.feed,
          load: async caller => {
            const found = await catalog.searchAlbums({ query, include_singles, page }, caller)
            return kept(feedOf(name, page, shown(found, types)))
          },
        })
      })
    },

    popular(call: MusicCall, params: QueryText): MaybeAsync<Ready> {
      return answers.list(call, () => {
        const { period, page } = questionIn(params, 'period', 'page', 'no_genre')
        const empty_message = 'There are no charts for this period yet.'
        const name = { source: CHARTS, scope: PERIOD_SCOPES[period], empty_message }
        return listing(name, page, {
          key: `popular ${period} ${page}`,
          ttl_ms: TTL_MS.feed,
          load: async caller => {
            const chart = await charts.popular(period, page, caller)
            // A period that has just begun: there are no statistics yet, so the empty answer is not cached.
            if (!chart) return { body: feedOf(name, page, { rows: [], more: false }), keep: false }
            const found = await catalog.albums(chart.rows, caller)
            const rows = chart.rows.flatMap(id => found.get(id) ?? [])
            return kept(feedOf(name, page, shown({ ...chart, rows }, ALBUMS)))
          },
        })
      })
    },

    newReleases: (call: MusicCall, params: QueryText): MaybeAsync<Ready> =>
      answers.list(call, () => newReleases(questionIn(params, 'page', 'no_genre').page)),

    genre(call: MusicCall, params: QueryText): MaybeAsync<Ready> {
      return answers.list(call, () => {
        const { genre, page } = questionIn(params, 'genre', 'page')
        const name = foundNothing(genre.name)
        return listing(name, page, {
          key: `genre ${genre.id} ${page}`,
          ttl_ms: TTL_MS.genre,
          load: async caller =>
            kept(feedOf(name, page, shown(await catalog.albumsWithTag(genre.tag, page, caller), ALBUMS))),
        })
      })
    },

    artists(call: MusicCall, params: QueryText): MaybeAsync<Ready> {
      return answers.list(call, () => {
        const { query, page } = questionIn(params, 'query', 'page', 'no_genre')
        const name = foundNothing('Artists')
        const question = cache.question({
          key: JSON.stringify(['artists', plain(query), page]),
          ttl_ms: TTL_MS.feed,
          shape: MusicArtistFeed,
          load: async caller =>
            kept(feedOf(name, page, await catalog.searchArtists({ query, page }, caller))),
        })
        return { ...question, nothing: () => readyJson(feedOf(name, page, { rows: [], more: false })) }
      })
    },

    /** A fixed list, but it requires the same access as the rest. */
    genres: (call: MusicCall): MaybeAsync<Ready> =>
      answers.title(call, () => ({ cached: () => GENRES, load: async () => GENRES })),
  }
}

export function kept<T>(body: T): { body: T; keep: true } {
  return { body, keep: true }
}

export function shown(found: CatalogPage<CatalogAlbum>, types: readonly ReleaseType[]) {
  return { rows: itemsOf(found.rows, types), more: found.more }
}

/** Queries with the same results share one cache entry. */
function plain(query: string): string {
  return query.toLowerCase().replace(/\s+/g, ' ')
}
