import type { TvMatch } from '@foyer/contract/tv-matches/tv-match'
import { mapSeasons } from '#features/tv-matches/index.ts'
import { Refusal } from '#kit/refusal.ts'
import type { ShelfEpisode } from '#ports/courier-series.ts'

type Match = Pick<TvMatch, 'state' | 'season_map'>

/** The library's number of a season. Refuses a season that the match does not cover. */
export function librarySeason(match: Match, season: number): number {
  const [target] = mapSeasons(match, [season]).targets
  if (target !== undefined) return target
  throw new Refusal('not_found', {
    error: `The library has no counterpart of season ${season} of this show. Check the season number.`,
  })
}

/** Refuses when there is no such episode, or when its number in the library is not known. */
export function episodeIn(
  episodes: readonly ShelfEpisode[],
  match: Match,
  asked: { season: number | null; episode: number | null; season_number: number },
): ShelfEpisode {
  const { season_number } = asked
  const sources = Object.values(match.season_map).filter(target => target === season_number)
  // Several seasons of the show in one of the library: the episode numbers cannot be the same.
  if (sources.length > 1)
    throw new Refusal('conflict', {
      error: `The library numbers the episodes of this season differently. Act on the whole season instead.`,
    })
  const found = episodes.find(
    one => one.season_number === season_number && one.episode_number === asked.episode,
  )
  if (found) return found
  throw new Refusal('not_found', {
    error: `The library has no episode ${asked.episode} in season ${asked.season} of this show.`,
  })
}

/** Episodes without a date count as not aired. */
export function airedEpisodes(episodes: readonly ShelfEpisode[], now: Date): ShelfEpisode[] {
  return episodes.filter(({ airs_at }) => airs_at !== null && Date.parse(airs_at) <= now.getTime())
}
