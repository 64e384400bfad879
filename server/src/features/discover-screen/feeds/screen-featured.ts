import type { Caller } from '#kit/caller.ts'
import { mapConcurrently } from '#kit/map-concurrently.ts'
import type { Log } from '#kit/log.ts'
import { type Ready, readyJson } from '#kit/ready.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { ListProvider } from '#ports/list-provider.ts'
import type { ScreenCatalog, ScreenKind } from '#ports/screen-catalog.ts'
import {
  type FeedPage,
  feedPageOf,
  feedPageOfList,
  gather,
  ROW_SIZE,
  wantsMore,
  withRecord,
} from './featured-rules.ts'
import { emptyPage, isEnglish, type Page, type Row } from './page-rules.ts'
import { TTL_MS } from '../cache/screen-cache.ts'
import type { ScreenDetails } from '../titles/screen-details.ts'
import { assertMetadata, isHidden, type ScreenParts } from '../screen-parts.ts'
import type { ScreenState } from '../cache/screen-state.ts'
import { whenReady, type MaybeAsync } from '#kit/maybe-async.ts'

type Source = ScreenState['source']

/** `keep`: false when a text could not be filled in. */
type ReadPage = (query: FeaturedQuery, page: number) => Promise<FeedPage & { keep: boolean }>

interface FeaturedQuery {
  kind: ScreenKind
  page: number
  state: ScreenState
  language: string
}

/** Fast without overloading the provider (1:8 sets the same limit for ratings). */
const LOOKUPS_AT_ONCE = 8
const LIST_TYPE = { movie: 'movies', tv: 'shows' } as const

export interface FeaturedParts extends ScreenParts {
  lists: ListProvider
  details: Pick<ScreenDetails, 'recordIn'>
  log: Log
}

/** The headline row: one of three feeds chosen by the admin, with a fallback if the list provider fails. */
export function createScreenFeatured(parts: FeaturedParts) {
  const { reads, languageOf, cache, current, filter, lists, details, log } = parts

  const pageOf =
    (
      source: Source,
      ask: (catalog: ScreenCatalog, kind: ScreenKind, page: number) => Promise<Buffer>,
    ): ReadPage =>
    async ({ kind, language }, page) => {
      const key = `featured-page ${source} ${kind} ${page}`
      const load = (catalog: ScreenCatalog) => ask(catalog, kind, page)
      const question = { key, ttl_ms: TTL_MS.featured, load, rows_of: kind }
      const { body, keep } = await reads.load(language, question)
      return { ...feedPageOf(kind, parse(body.bytes)), keep }
    }

  const readPage: Record<Exclude<Source, 'listsrc_trending'>, ReadPage> = {
    tmdb_trending: pageOf('tmdb_trending', (catalog, kind, page) => catalog.trending(kind, 'day', page)),
    tmdb_popular: pageOf('tmdb_popular', (catalog, kind, page) => catalog.feed(kind, 'popular', page)),
  }

  async function read(readOne: ReadPage, query: FeaturedQuery): Promise<{ body: Page; keep: boolean }> {
    const { page, state } = query
    const { english_only } = state
    const first = await readOne(query, page)
    let { total_pages, keep } = first
    let rows = gather([], first.rows, english_only)
    for (
      let read = 1;
      wantsMore({ page, english_only, rows: rows.length, pages_read: read, total_pages });
    ) {
      read += 1
      const next = await readOne(query, read)
      rows = gather(rows, next.rows, english_only)
      total_pages = Math.max(total_pages, next.total_pages)
      keep &&= next.keep
    }
    const { total_results } = first
    const body = { page, results: rows.slice(0, ROW_SIZE), total_pages: first.total_pages, total_results }
    return { body, keep }
  }

  /** The list provider supplies the titles; posters and the rest come from the metadata provider's record. */
  async function readFromLists(query: FeaturedQuery): Promise<{ body: Page; keep: boolean }> {
    const { english_only, metadata } = query.state
    let complete = true
    let isProviderDown = false
    const recordOf = async (row: Row): Promise<Row> => {
      // Once the provider is known to be down, the other lookups are skipped, so that nobody waits for it twenty
      // times.
      if (isProviderDown) return row
      try {
        const record = await details.recordIn(query.language, query.kind, row.id)
        complete &&= reads.isFinished(record)
        return withRecord(row, JSON.parse(record.bytes.toString('utf8')) as Record<string, unknown>)
      } catch (error) {
        // The provider has no record of it: the row is used as it is.
        if (error instanceof Refusal && error.code === 'not_found') return row
        if (!(error instanceof UpstreamFault)) throw error
        complete = false
        isProviderDown ||= error.kind === 'timeout' || error.kind === 'unreachable'
        return row
      }
    }
    // The record is read before the rows are counted: it may name another language than the list, or be the only
    // source of one.
    const readOne: ReadPage = async ({ kind }, number) => {
      const page = feedPageOfList(kind, number, await lists.trendingTitles(LIST_TYPE[kind], number))
      if (!metadata) return { ...page, keep: true }
      const rows = page.rows.filter(row => !english_only || isEnglish(row))
      return { ...page, rows: await mapConcurrently(rows, LOOKUPS_AT_ONCE, recordOf), keep: complete }
    }
    return read(readOne, query)
  }

  /** Null: the list provider did not answer, and the metadata provider can be used instead (1/4.2). */
  async function tryLists(query: FeaturedQuery): Promise<{ body: Page; keep: boolean } | null> {
    const { lists: configured, metadata } = query.state
    if (!configured && metadata) return null
    if (!configured) throw new Refusal('lists_unconfigured')
    try {
      return await readFromLists(query)
    } catch (error) {
      if (!(error instanceof UpstreamFault) || !metadata) throw error
      log.warn({ err: error }, 'the list provider failed; the headline row comes from the metadata provider')
      return null
    }
  }

  async function make(query: FeaturedQuery): Promise<{ body: unknown; keep: boolean }> {
    const { source } = query.state
    if (source !== 'listsrc_trending') {
      const { body, keep } = await read(readPage[source], query)
      return { body: { ...body, source }, keep }
    }
    const listed = await tryLists(query)
    if (listed) return { body: { ...listed.body, source }, keep: listed.keep }
    // Not cached: the next call finds out whether the list provider is back.
    return { body: await fallback(query), keep: false }
  }

  const keyOf = ({ kind, page, state, language }: FeaturedQuery, source: Source) =>
    `featured ${language} ${source} ${kind} ${state.english_only ? 'en' : 'all'} ${page}`

  async function fallback(query: FeaturedQuery): Promise<unknown> {
    const source = 'tmdb_trending'
    const ready = await cache.make(keyOf(query, source), TTL_MS.featured, async () => {
      const { body, keep } = await read(readPage[source], query)
      return { body: { ...body, source }, keep }
    })
    return parse(ready.bytes)
  }

  return {
    featured(caller: Caller, kind: ScreenKind, page: number): MaybeAsync<Ready> {
      return whenReady(current(), state => {
        const { source } = state
        if (isHidden(kind, state)) return readyJson({ ...emptyPage(page), source })
        if (source !== 'listsrc_trending') assertMetadata(state)
        return whenReady(languageOf(caller), language => {
          const query = { kind, page, state, language }
          const row = cache.make(keyOf(query, source), TTL_MS.featured, () => make(query))
          return whenReady(row, ready => filter.list(caller, kind, ready))
        })
      })
    },
  }
}

export type ScreenFeatured = ReturnType<typeof createScreenFeatured>

/** The adapter has checked the shape of the body. */
function parse(bytes: Buffer): Page {
  return JSON.parse(bytes.toString('utf8')) as Page
}
