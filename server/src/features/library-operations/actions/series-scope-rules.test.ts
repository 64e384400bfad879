import { describe, expect, it } from 'vitest'
import type { ShelfEpisode } from '#ports/courier-series.ts'
import { airedEpisodes, episodeIn, librarySeason } from './series-scope-rules.ts'

const resolved = (season_map: Record<string, number>) => ({ state: 'resolved' as const, season_map })
function episode(season_number: number, episode_number: number, airs_at: string | null = null): ShelfEpisode {
  const record_id = season_number * 100 + episode_number
  return { record_id, season_number, episode_number, has_file: false, monitored: true, airs_at }
}

describe('seasons and episodes of a show in a library', () => {
  it('follows the match of the seasons', () => {
    expect(librarySeason(resolved({ 1: 1, 2: 5 }), 2)).toBe(5)
    expect(() => librarySeason(resolved({ 1: 1 }), 2)).toThrow('season 2')
    expect(() => librarySeason({ state: 'paused', season_map: { 2: 2 } }, 2)).toThrow('season 2')
  })

  it('finds an episode where one season is one season', () => {
    const asked = { season: 2, episode: 3, season_number: 5 }
    expect(episodeIn([episode(5, 3), episode(2, 3)], resolved({ 1: 1, 2: 5 }), asked).record_id).toBe(503)
    expect(() => episodeIn([episode(5, 4)], resolved({ 2: 5 }), asked)).toThrow('no episode 3 in season 2')
  })

  it('does not guess an episode where several seasons are one in the library', () => {
    const asked = { season: 2, episode: 3, season_number: 1 }
    expect(() => episodeIn([episode(1, 3)], resolved({ 1: 1, 2: 1 }), asked)).toThrow('numbers the episodes')
  })

  it('counts an episode without a date as not aired', () => {
    const now = new Date('2026-11-15T12:00:00Z')
    const past = episode(1, 1, '2026-11-15T12:00:00Z')
    expect(airedEpisodes([past, episode(1, 2, '2026-11-15T12:00:01Z'), episode(1, 3)], now)).toEqual([past])
  })
})
