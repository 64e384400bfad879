import type { Clock } from '#kit/clock.ts'
import type { CoverArt } from '#ports/cover-art.ts'
import type { MusicCatalog } from '#ports/music-catalog.ts'
import type { MusicCharts } from '#ports/music-charts.ts'
import { type ArtistProfileParts, createArtistProfile } from './artist-profile.ts'
import { createMusicAnswers } from './music-answers.ts'
import { createMusicArtwork } from './music-artwork.ts'
import { createMusicCache } from './music-cache.ts'
import { createMusicFeeds } from './music-feeds.ts'
import { createMusicGate, type MusicGateParts } from './music-gate.ts'
import { createMusicTitles } from './music-titles.ts'

export interface DiscoverMusicParts
  extends Omit<MusicGateParts, 'inventory'>,
    Omit<ArtistProfileParts, 'database'> {
  clock: Clock
  catalog: MusicCatalog
  charts: MusicCharts
  covers: CoverArt
}

/** Music discovery: search, charts, new releases, genres, artists and covers (1:4.3). */
export function createDiscoverMusic(parts: DiscoverMusicParts) {
  const answers = createMusicAnswers(createMusicGate(parts))
  const cache = createMusicCache(parts.clock)
  const shared = { ...parts, answers, cache, profile: createArtistProfile(parts, cache) }
  return {
    feeds: createMusicFeeds(shared),
    titles: createMusicTitles(shared),
    artwork: createMusicArtwork(shared),
  }
}

export type DiscoverMusic = ReturnType<typeof createDiscoverMusic>
