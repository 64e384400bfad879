import { z } from 'zod'
import type { Db } from '#db/database.ts'
import type { InstanceRecord } from '#features/instances/index.ts'
import type { TvMatch } from '@foyer/contract/tv-match'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import { AddRefused } from '#ports/courier-shelf.ts'
import type { FoundSeries, SeriesShelf, ShelfSeries } from '#ports/courier-series.ts'
import type { RequestRecord } from '#ports/request-record.ts'
import type { Courier, CourierOutcome, CourierRun } from './courier.ts'
import { choosePlace, refusedOutcome } from './shelf-rules.ts'
import {
  type Aim,
  aimAt,
  lookAgainMs,
  nameSeasons,
  planSeasons,
  sourceSeasons,
  waitedMs,
} from './tv-rules.ts'

/** What the courier asks of the matches of shows (1/4.7). */
interface Matches {
  resolve(tmdb_id: number, instance: InstanceRecord, signal?: AbortSignal): Promise<TvMatch>
  /** By what is stored only: does this match still hold? */
  isCurrent(db: Db, match: TvMatch): Promise<boolean>
}

export interface TvCourierParts {
  shelf: SeriesShelf
  matches: Matches
  read: Db
  /** The quality profile that the requester gets without choosing; 0: the first there is. */
  defaultQuality(request: RequestRecord): Promise<number>
}

/** What an interrupted attempt left: searches that it was about to ask for, and that it asked for a refresh. */
const Receipt = z.object({
  seasons: z.array(z.int()).default([]),
  episode: z.int().nullable().default(null),
  refreshed: z.boolean().default(false),
})
type Receipt = z.output<typeof Receipt>

function receiptOf({ receipt }: CourierRun): Receipt {
  return Receipt.safeParse(receipt ?? {}).data ?? Receipt.parse({})
}

/** An add that takes this long is a failure like any other. */
const ADD_PATIENCE_MS = 60 * 60_000
/** A season that a manager did not find this long after it was told to look is not there. */
const REFRESH_PATIENCE_MS = 2 * 60_000

/** Shows: exact seasons of the series that the request was accepted for, or the pilot alone (1/4.8). */
export function createTvCourier({ shelf, matches, read, defaultQuality }: TvCourierParts): Courier {
  const { product } = shelf

  async function aim({ request, instance, signal }: CourierRun) {
    const { match: accepted, seasons, tmdb_id } = request
    // What was accepted and still holds needs no provider, so a delivery does not wait for one.
    if (accepted?.state === 'resolved' && (await matches.isCurrent(read, accepted))) {
      const held = aimAt(accepted, accepted, seasons ?? [])
      if ('aim' in held) return { ...held, match: accepted }
    }
    const match = await matches.resolve(tmdb_id ?? 0, instance, signal)
    return { ...aimAt(accepted, match, seasons ?? []), match }
  }

  function settling({ delivery, now }: CourierRun, receipt?: Receipt): CourierOutcome {
    const message = `${product} is still reading the episodes of this series.`
    if (waitedMs(delivery.waiting_since, now) > ADD_PATIENCE_MS)
      return { retry: 'tv_metadata_refresh', message }
    const after_ms = lookAgainMs(delivery.waiting_since, now)
    return { later: 'tv_metadata_refresh', message, after_ms, ...(receipt && { receipt }) }
  }

  /** The library lacks what was asked for: told to look once, and once more when a person tries again. */
  async function askForRefresh(run: CourierRun, { record_id }: ShelfSeries, missing: CourierOutcome) {
    const { waiting_since } = run.delivery
    const receipt = receiptOf(run)
    const isTold = receipt.refreshed && waiting_since !== null
    if (isTold && waitedMs(waiting_since, run.now) > REFRESH_PATIENCE_MS) return missing
    if (!isTold) await shelf.refresh(run.connection, record_id, run.signal)
    return settling(run, { ...receipt, refreshed: true })
  }

  async function add(run: CourierRun, { seasons }: Aim, found: FoundSeries): Promise<CourierOutcome> {
    const { request, instance, connection, signal } = run
    const isPilot = request.season_scope === 'pilot'
    const names = { product, instance_name: instance.name }
    const options = await shelf.options(connection, signal)
    const chosen = choosePlace(options, [request.quality_profile_id, await defaultQuality(request)], names)
    if ('outcome' in chosen) return chosen.outcome
    await run.begin()
    try {
      const series = { ...found, ...chosen.place, wanted_seasons: isPilot ? [] : seasons }
      const { record_id } = await shelf.add(connection, series, signal)
      return isPilot ? settling(run) : { done: 'requested', record_id }
    } catch (error) {
      if (!(error instanceof AddRefused)) throw error
      // Somebody else was faster: what they added is read, and completed, once it has settled.
      if (error.objections.includes('already_there')) return settling(run)
      return refusedOutcome(error.objections, names)
    }
  }

  async function addNew(run: CourierRun, target: Aim): Promise<CourierOutcome> {
    const found = await shelf.lookup(run.connection, target.tvdb_id, run.signal)
    if (!found) {
      const message = `${product} finds no series of the matched id; an admin can match another one.`
      return { attention: 'tv_target_missing', message }
    }
    const missing = target.seasons.filter(number => !found.seasons.includes(number))
    return missing.length > 0 ? seasonsMissing(missing) : add(run, target, found)
  }

  function seasonsMissing(numbers: readonly number[]): CourierOutcome {
    const message = `${product} does not know ${nameSeasons(numbers)} of this series.`
    return { attention: 'tv_target_missing', message }
  }

  /** Only what is missing is switched on, then searched for season by season. */
  async function expand(
    run: CourierRun,
    series: ShelfSeries,
    { seasons }: Aim,
    match: TvMatch,
  ): Promise<CourierOutcome> {
    const { connection, signal, now } = run
    const { record_id } = series
    const episodes = await shelf.episodes(connection, record_id, signal)
    const plan = planSeasons(series, episodes, seasons, now)
    const owed = receiptOf(run).seasons.filter(
      number => seasons.includes(number) && !plan.available.includes(number),
    )
    const search = [...new Set([...owed, ...plan.open])].sort((a, b) => a - b)
    const sourcesOf = (targets: readonly number[]) => sourceSeasons(match, run.request.seasons ?? [], targets)
    await run.refundSeasons(sourcesOf(plan.available.filter(number => !search.includes(number))))
    if (plan.unknown.length > 0) return askForRefresh(run, series, seasonsMissing(plan.unknown))
    const done = { done: plan.status, record_id }
    if (search.length === 0) return { ...done, unchanged: true }
    await run.begin({ ...receiptOf(run), seasons: search }, sourcesOf(search))
    if (plan.open.length > 0) await shelf.monitorSeasons(connection, record_id, plan.open, signal)
    if (plan.episode_ids.length > 0) await shelf.monitorEpisodes(connection, plan.episode_ids, signal)
    for (const number of search) await shelf.searchSeason(connection, record_id, number, signal)
    return done
  }

  /** 1/4.8: episode 1 of the first season, once the manager finished its add. */
  async function pilot(run: CourierRun, series: ShelfSeries, { seasons }: Aim): Promise<CourierOutcome> {
    const { connection, signal } = run
    const { record_id } = series
    const episodes = await shelf.episodes(connection, record_id, signal)
    const first = episodes.find(one => one.season_number === seasons[0] && one.episode_number === 1)
    if (!first) {
      const message = `${product} knows no first episode of this series.`
      return askForRefresh(run, series, { attention: 'tv_pilot_unavailable', message })
    }
    if (first.has_file) return { done: 'available', record_id, unchanged: true }
    const isWanted = series.monitored && first.monitored
    const isOwed = receiptOf(run).episode === first.record_id
    if (isWanted && !isOwed) return { done: 'requested', record_id, unchanged: true }
    await run.begin({ ...receiptOf(run), episode: first.record_id })
    if (!series.monitored) await shelf.monitorSeasons(connection, record_id, [], signal)
    if (!first.monitored) await shelf.monitorEpisodes(connection, [first.record_id], signal)
    await shelf.searchEpisodes(connection, [first.record_id], signal)
    return { done: 'requested', record_id }
  }

  async function carry(run: CourierRun, target: Aim, match: TvMatch): Promise<CourierOutcome> {
    const series = await shelf.find(run.connection, target.tvdb_id, run.signal)
    if (!series) return addNew(run, target)
    if (series.is_settling) return settling(run)
    if (run.request.season_scope === 'pilot') return pilot(run, series, target)
    return expand(run, series, target, match)
  }

  return async run => {
    const aimed = await aim(run).catch((error: unknown) => ({ outcome: unmatched(error, product) }))
    if ('outcome' in aimed) return aimed.outcome
    // C13: found since it was asked for. Where it goes is told by this, and so is where it went.
    if (aimed.match.revision !== run.request.match?.revision) await run.adopt(aimed.match)
    return carry(run, aimed.aim, aimed.match)
  }
}

/** The matching asks metadata providers, and in the last resort the manager itself. */
function unmatched(error: unknown, product: string): CourierOutcome {
  if (error instanceof UpstreamFault && error.upstream !== product) {
    const { message, retry_after_ms } = error
    return {
      retry: 'tv_metadata_unavailable',
      message,
      ...(retry_after_ms !== undefined && { after_ms: retry_after_ms }),
    }
  }
  if (error instanceof Refusal && error.status >= 500) {
    return { retry: 'tv_metadata_unavailable', message: error.message }
  }
  if (error instanceof Refusal && error.code === 'not_found') {
    return { attention: 'metadata_unresolved', message: 'The metadata provider no longer knows this show.' }
  }
  throw error
}
