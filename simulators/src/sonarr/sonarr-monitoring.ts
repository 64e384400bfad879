import { DAY_MS } from '../kit/time.ts'
import type { AddSeriesOptions, LibraryEpisode, LibrarySeries } from './sonarr-library.ts'

const RECENT_MS = 90 * DAY_MS

type Rule = (episode: LibraryEpisode) => boolean

/** Which episodes a concrete option wants; specials are left out of all but their own option. */
function ruleFor(option: string, record: LibrarySeries, now: number): Rule | null {
  const real = record.seasons.map(season => season.season_number).filter(number => number > 0)
  const first = Math.min(...real)
  const last = Math.max(...real)
  const aired = (episode: LibraryEpisode) => episode.air_utc !== null && episode.air_utc <= now
  const rules: Record<string, Rule> = {
    all: () => true,
    future: episode => !aired(episode),
    missing: episode => episode.file_id === 0,
    existing: episode => episode.file_id !== 0,
    firstSeason: episode => episode.season_number === first,
    lastSeason: episode => episode.season_number === last,
    latestSeason: episode => episode.season_number === last,
    pilot: episode => episode.season_number === 1 && episode.episode_number === 1,
    recent: episode => !aired(episode) || (episode.air_utc ?? 0) > now - RECENT_MS,
    none: () => false,
  }
  return rules[option] ?? null
}

/** sonarr.md: a concrete option overwrites episode flags and then recomputes every season flag. */
export function applyMonitor(record: LibrarySeries, options: Partial<AddSeriesOptions>, now: number): void {
  const option = options.monitor ?? 'unknown'
  if (option === 'skip') return
  if (option === 'unknown') return applyLegacy(record, options, now)
  if (option === 'monitorSpecials' || option === 'unmonitorSpecials') {
    for (const episode of record.episodes) {
      if (episode.season_number === 0) episode.monitored = option === 'monitorSpecials'
    }
    return recountSeasons(record)
  }
  const wants = ruleFor(option, record, now)
  if (!wants) return
  for (const episode of record.episodes) episode.monitored = episode.season_number > 0 && wants(episode)
  if (option === 'none') record.monitored = false
  recountSeasons(record)
  // sonarr.md: the pilot is monitored while its season is not.
  if (option === 'pilot') for (const season of record.seasons) season.monitored = false
}

/** The path of older request tools: only aired episodes without a file are toggled, then seasons have the last word. */
function applyLegacy(record: LibrarySeries, options: Partial<AddSeriesOptions>, now: number): void {
  for (const episode of record.episodes) {
    const aired = episode.air_utc !== null && episode.air_utc <= now
    if (episode.file_id !== 0) episode.monitored = !options.ignoreEpisodesWithFiles
    else if (aired) episode.monitored = !options.ignoreEpisodesWithoutFiles
    const season = record.seasons.find(one => one.season_number === episode.season_number)
    if (!season?.monitored) episode.monitored = false
  }
}

function recountSeasons(record: LibrarySeries): void {
  for (const season of record.seasons) {
    season.monitored = record.episodes.some(
      one => one.season_number === season.season_number && one.monitored,
    )
  }
}

/** sonarr.md, "season switch": a changed flag cascades to the episodes, an unchanged one touches nothing. */
export function switchSeason(record: LibrarySeries, seasonNumber: number, monitored: boolean): void {
  const season = record.seasons.find(one => one.season_number === seasonNumber)
  if (!season || season.monitored === monitored) return
  season.monitored = monitored
  for (const episode of record.episodes)
    if (episode.season_number === seasonNumber) episode.monitored = monitored
}
