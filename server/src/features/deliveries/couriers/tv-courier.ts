import { sayDelivery } from '@foyer/contract/requests/delivery-sentences'
import { z } from 'zod'
import type { Db } from '#db/database.ts'
import type { InstanceRecord } from '#features/instances/index.ts'
import type { TvMatch } from '@foyer/contract/tv-matches/tv-match'
import { HOUR_MS, MINUTE_MS } from '#kit/durations.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import { AddRefused } from '#ports/courier-shelf.ts'
import type { FoundSeries, SeriesShelf, ShelfSeries } from '#ports/courier-series.ts'
import type { RequestRecord } from '#ports/request-record.ts'
import type { Courier, CourierOutcome, CourierRun } from './courier.ts'
import {
  automaticSeriesType,
  chooseTags,
  placeWishes,
  type ShowFacts,
} from '../rules/delivery-default-rules.ts'
import { quoteFault, quoteRefusal } from '../rules/delivery-rules.ts'
import { choosePlace, refusedOutcome } from '../rules/shelf-rules.ts'
import {
  type DeliveryTarget,
  chooseTarget,
  nextCheckMs,
  planSeasons,
  sourceSeasons,
  waitedMs,
} from '../rules/tv-rules.ts'

/** What the courier needs from the matching of shows (1/4.7). */
interface Matches {
  resolve(tmdb_id: number, instance: InstanceRecord, signal?: AbortSignal): Promise<TvMatch>
  /** Whether this match is still valid, from stored data only. */
  isCurrent(db: Db, match: TvMatch): Promise<boolean>
}

export interface TvCourierParts {
  shelf: SeriesShelf
  matches: Matches
  read: Db
  /** The default quality profiles of the settings for the requester, from most to least specific (C59). */
  defaultQualities(request: RequestRecord): Promise<readonly number[]>
  /** The metadata provider's facts about a show. Throws UpstreamFault, or `not_found`. */
  showFacts(tmdb_id: number): Promise<ShowFacts>
}

/** Left by an interrupted attempt: searches that it was about to start, and whether it requested a refresh. */
const Receipt = z.object({
  seasons: z.array(z.int()).default([]),
  episode: z.int().nullable().default(null),
  refreshed: z.boolean().default(false),
  /** This delivery added the series. */
  added: z.boolean().default(false),
})
type Receipt = z.output<typeof Receipt>

function receiptOf({ receipt }: CourierRun): Receipt {
  return Receipt.safeParse(receipt ?? {}).data ?? Receipt.parse({})
}

/** An add that takes longer than this is a failure. */
const ADD_TIMEOUT_MS = HOUR_MS
/** A season that the manager has not found this long after a refresh does not exist. */
const REFRESH_TIMEOUT_MS = 2 * MINUTE_MS

/** Shows: the exact seasons of the series that the request was accepted for, or only the pilot (1/4.8). */
export function createTvCourier(parts: TvCourierParts): Courier {
  const { shelf, matches, read, defaultQualities, showFacts } = parts
  const { product } = shelf

  async function resolveTarget({ request, instance, signal }: CourierRun) {
    const { match: accepted, seasons, tmdb_id } = request
    // An accepted match that is still valid needs no provider, so the delivery does not wait for one.
    if (accepted?.state === 'resolved' && (await matches.isCurrent(read, accepted))) {
      const unchanged = chooseTarget(accepted, accepted, seasons ?? [])
      if ('target' in unchanged) return { ...unchanged, match: accepted }
    }
    const match = await matches.resolve(tmdb_id ?? 0, instance, signal)
    return { ...chooseTarget(accepted, match, seasons ?? []), match }
  }

  function settling({ delivery, now }: CourierRun, receipt?: Receipt): CourierOutcome {
    const message = sayDelivery('series_loading', { product })
    if (waitedMs(delivery.waiting_since, now) > ADD_TIMEOUT_MS)
      return { retry: 'tv_metadata_refresh', message }
    const after_ms = nextCheckMs(delivery.waiting_since, now)
    return { later: 'tv_metadata_refresh', message, after_ms, ...(receipt && { receipt }) }
  }

  /** The library lacks the requested season: a refresh is requested once, and again when a person retries. */
  async function requestRefresh(run: CourierRun, { record_id }: ShelfSeries, missing: CourierOutcome) {
    const { waiting_since } = run.delivery
    const receipt = receiptOf(run)
    const isRefreshed = receipt.refreshed && waiting_since !== null
    if (isRefreshed && waitedMs(waiting_since, run.now) > REFRESH_TIMEOUT_MS) return missing
    if (!isRefreshed) await shelf.refresh(run.connection, record_id, run.signal)
    return settling(run, { ...receipt, refreshed: true })
  }

  async function add(
    run: CourierRun,
    { seasons }: DeliveryTarget,
    found: FoundSeries,
  ): Promise<CourierOutcome> {
    const { request, instance, connection, signal } = run
    const isPilot = request.season_scope === 'pilot'
    const names = { product, instance_name: instance.name }
    const options = await shelf.options(connection, signal)
    const { delivery_defaults: defaults } = instance
    const of_settings = await defaultQualities(request)
    const chosen = choosePlace(options, of_settings, names, placeWishes(defaults, request))
    if ('outcome' in chosen) return chosen.outcome
    const tagged = await chooseTags(defaults.tags, () => shelf.tags(connection, signal), names)
    if ('outcome' in tagged) return tagged.outcome
    const typed = await chooseSeriesType(run, found)
    if ('outcome' in typed) return typed.outcome
    const series = {
      ...found,
      ...chosen.place,
      ...tagged,
      ...typed,
      season_folders: defaults.season_folders ?? true,
      search: defaults.search_on_add ?? true,
      wanted_seasons: isPilot ? [] : seasons,
    }
    await run.begin({ ...receiptOf(run), added: true })
    try {
      const { record_id } = await shelf.add(connection, series, signal)
      return isPilot ? settling(run) : { done: 'requested', record_id }
    } catch (error) {
      if (!(error instanceof AddRefused)) throw error
      // Somebody else added it in the meantime: their record is read and completed once it has settled. What this
      // attempt noted about an add of its own is taken back.
      if (error.objections.includes('already_there')) return settling(run, receiptOf(run))
      return refusedOutcome(error.objections, names)
    }
  }

  /**
   * C59: without a default, what the manager itself suggests. The metadata provider decides with the manager; if it
   * does not answer, the manager's own facts must be complete.
   */
  async function chooseSeriesType(
    { request, instance }: CourierRun,
    found: FoundSeries,
  ): Promise<{ series_type: string } | { outcome: CourierOutcome }> {
    const { series_type } = instance.delivery_defaults
    if (series_type !== 'auto') return { series_type: series_type ?? found.series_type }
    const own = { genres: found.genres, origins: [found.original_language] }
    try {
      return { series_type: automaticSeriesType([own, await showFacts(request.tmdb_id ?? 0)]) }
    } catch (error) {
      const isUnlisted = error instanceof Refusal && error.code === 'not_found'
      const isComplete = found.genres.length > 0 && found.original_language !== ''
      if (!isUnlisted && !(isComplete && isUnanswered(error))) return { outcome: unmatched(error, product) }
      return { series_type: automaticSeriesType([own]) }
    }
  }

  async function addNew(run: CourierRun, target: DeliveryTarget): Promise<CourierOutcome> {
    const found = await shelf.lookup(run.connection, target.tvdb_id, run.signal)
    if (!found) {
      const message = sayDelivery('no_series', { product })
      return { attention: 'tv_target_missing', message }
    }
    const missing = target.seasons.filter(number => !found.seasons.includes(number))
    return missing.length > 0 ? seasonsMissing(missing) : add(run, target, found)
  }

  function seasonsMissing(numbers: readonly number[]): CourierOutcome {
    const name = numbers.length === 1 ? 'season_missing' : 'seasons_missing'
    const message = sayDelivery(name, { product, seasons: numbers.join(', ') })
    return { attention: 'tv_target_missing', message }
  }

  /** Only missing seasons are monitored, then searched for one by one. */
  async function expand(
    run: CourierRun,
    series: ShelfSeries,
    { seasons }: DeliveryTarget,
    match: TvMatch,
  ): Promise<CourierOutcome> {
    const { connection, signal, now } = run
    const { record_id } = series
    const episodes = await shelf.episodes(connection, record_id, signal)
    const plan = planSeasons(series, episodes, seasons, now)
    const unfinished = receiptOf(run).seasons.filter(
      number => seasons.includes(number) && !plan.available.includes(number),
    )
    const search = [...new Set([...unfinished, ...plan.open])].sort((a, b) => a - b)
    const sourcesOf = (targets: readonly number[]) => sourceSeasons(match, run.request.seasons ?? [], targets)
    await run.refundSeasons(sourcesOf(plan.available.filter(number => !search.includes(number))))
    if (plan.unknown.length > 0) return requestRefresh(run, series, seasonsMissing(plan.unknown))
    const done = { done: plan.status, record_id }
    if (search.length === 0) return { ...done, unchanged: true }
    await run.begin({ ...receiptOf(run), seasons: search }, sourcesOf(search))
    if (plan.open.length > 0) await shelf.monitorSeasons(connection, record_id, plan.open, signal)
    if (plan.episode_ids.length > 0) await shelf.monitorEpisodes(connection, plan.episode_ids, signal)
    for (const number of search) await shelf.searchSeason(connection, record_id, number, signal)
    return done
  }

  /** 1/4.8: episode 1 of the first season, once the manager has finished its add. */
  async function pilot(
    run: CourierRun,
    series: ShelfSeries,
    { seasons }: DeliveryTarget,
  ): Promise<CourierOutcome> {
    const { connection, signal } = run
    const { record_id } = series
    const episodes = await shelf.episodes(connection, record_id, signal)
    const first = episodes.find(one => one.season_number === seasons[0] && one.episode_number === 1)
    if (!first) {
      const message = sayDelivery('no_first_episode', { product })
      return requestRefresh(run, series, { attention: 'tv_pilot_unavailable', message })
    }
    if (first.has_file) return { done: 'available', record_id, unchanged: true }
    const isWanted = series.monitored && first.monitored
    const receipt = receiptOf(run)
    const isSearchPending = receipt.episode === first.record_id
    if (isWanted && !isSearchPending) return { done: 'requested', record_id, unchanged: true }
    // C59: this episode is all that was added, so whether an add searches applies to it.
    const isSearched = !receipt.added || run.instance.delivery_defaults.search_on_add !== false
    await run.begin({ ...receipt, ...(isSearched && { episode: first.record_id }) })
    if (!series.monitored) await shelf.monitorSeasons(connection, record_id, [], signal)
    if (!first.monitored) await shelf.monitorEpisodes(connection, [first.record_id], signal)
    if (isSearched) await shelf.searchEpisodes(connection, [first.record_id], signal)
    return { done: 'requested', record_id }
  }

  async function carry(run: CourierRun, target: DeliveryTarget, match: TvMatch): Promise<CourierOutcome> {
    const series = await shelf.find(run.connection, target.tvdb_id, run.signal)
    if (!series) return addNew(run, target)
    if (series.is_settling) return settling(run)
    if (run.request.season_scope === 'pilot') return pilot(run, series, target)
    return expand(run, series, target, match)
  }

  return async run => {
    const resolved = await resolveTarget(run).catch((error: unknown) => ({
      outcome: unmatched(error, product),
    }))
    if ('outcome' in resolved) return resolved.outcome
    // C13: found after the request was made. Delivery and status use this match from now on.
    if (resolved.match.revision !== run.request.match?.revision) await run.adopt(resolved.match)
    return carry(run, resolved.target, resolved.match)
  }
}

function isUnanswered(error: unknown): boolean {
  return error instanceof UpstreamFault || (error instanceof Refusal && error.status >= 500)
}

/** Matching calls the metadata providers and, as a last resort, the manager itself. */
function unmatched(error: unknown, product: string): CourierOutcome {
  if (error instanceof UpstreamFault && error.upstream !== product) {
    const { retry_after_ms } = error
    return {
      retry: 'tv_metadata_unavailable',
      message: quoteFault(error),
      ...(retry_after_ms !== undefined && { after_ms: retry_after_ms }),
    }
  }
  if (error instanceof Refusal && error.status >= 500) {
    return { retry: 'tv_metadata_unavailable', message: quoteRefusal(error) }
  }
  if (error instanceof Refusal && error.code === 'not_found') {
    return { attention: 'metadata_unresolved', message: sayDelivery('show_gone') }
  }
  throw error
}
