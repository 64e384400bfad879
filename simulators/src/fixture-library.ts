import { HARBOUR_NINE_TVDB, MOVIE, SHOW } from './catalogue/fixtures.ts'
import type { Radarr } from './radarr/radarr.ts'
import type { Sonarr } from './sonarr/sonarr.ts'
import type { World } from './world.ts'

/** Brings the fixtures into the states their names promise. */
export function stockFixtures(world: Pick<World, 'radarr' | 'sonarr' | 'catalogue'>): void {
  stockFixtureMovies(world.radarr)
  stockFixtureShows(world.sonarr, world)
}

function stockFixtureMovies(radarr: Radarr): void {
  radarr.addMovie(MOVIE.with_file, { file: 'Bluray-1080p' })
  const { id } = radarr.addMovie(MOVIE.downloading)
  radarr.startDownload(id, { progress: 0.4 })
  radarr.addMovie(MOVIE.unmonitored, { monitored: false })
  radarr.addMovie(MOVIE.above_pg_cap, { file: 'WEBDL-1080p' })
  radarr.addMovie(MOVIE.non_english, { file: 'WEBDL-1080p' })
  radarr.addMovie(MOVIE.requested)
  radarr.addMovie(MOVIE.upcoming)
}

function stockFixtureShows(sonarr: Sonarr, { catalogue }: Pick<World, 'catalogue'>): void {
  sonarr.addSeries(HARBOUR_NINE_TVDB, { files: 'all' })
  const running = catalogue.show(SHOW.running)?.tvdb_id
  const specials = catalogue.show(SHOW.with_specials)?.tvdb_id
  if (running) sonarr.addSeries(running, { files: [1] })
  if (specials) sonarr.addSeries(specials, { seasons: [1], files: [1] })
}
