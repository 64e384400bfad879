import type { TvMatch } from '@foyer/contract/tv-matches/tv-match'
import { dropAfterCommit, MOVIE, startWorld } from '@foyer/simulators'
import { expect, it } from 'vitest'
import { openSqlite } from '#db/sqlite.ts'
import { insertUserAndInstances, SERIES } from '#test/build-deliveries.ts'
import { setDeliveryScene } from './delivery-crashes.ts'
import { deliverTheRest, readLedger } from './delivery-worker.ts'

const MATCH: TvMatch = {
  tmdb_id: 800_005,
  tvdb_id: 430_005,
  season_map: { 1: 1, 2: 2 },
  provenance: 'metadata',
  revision: 'a'.repeat(24),
  state: 'resolved',
}

const { crashEverywhere } = setDeliveryScene({
  parts: { match: MATCH },
  start: () => startWorld({ products: ['radarr', 'sonarr'] }),

  /** A movie that the library lacks, and two seasons of a series, whose match is found on the way (C13); one is there. */
  async prepare({ database, harness }, { radarr, sonarr }) {
    await insertUserAndInstances(database, { movies: radarr, series: sonarr })
    await harness.saveRequest({ tmdb_id: MOVIE.absent, identity: `movie:${MOVIE.absent}` })
    await harness.saveRequest({
      media_type: 'tv',
      tmdb_id: MATCH.tmdb_id,
      identity: 'tv:800005',
      instance_id: SERIES,
      seasons: '[1,2]',
      match: null,
    })
  },

  reset({ radarr, sonarr }, killAt) {
    for (const manager of [radarr, sonarr]) {
      manager.faults.clear()
      manager.journal.clear()
    }
    for (const { id } of radarr.movies()) radarr.deleteMovie(id)
    for (const { id } of sonarr.series()) sonarr.deleteSeries(id)
    sonarr.addSeries(430_005, { seasons: [1], files: [1] })
    // Every other time the manager commits the add and its answer is lost as well.
    if (killAt % 2 === 1) radarr.faults.next('POST /api/v3/movie', dropAfterCommit())
  },
})

const DELIVERED = { format: '', state: 'complete', code: 'requested', began: 1 }
const LEDGER = {
  deliveries: [DELIVERED, { ...DELIVERED, code: 'partial' }],
  charges: [
    { unit: `${MOVIE.absent}`, began: 1, refunded_at: null },
    // C57: nothing was sent for it.
    { unit: '800005:1', began: 0, refunded_at: expect.any(String) },
    { unit: '800005:2', began: 1, refunded_at: null },
  ],
  jobs: [],
  leases: [],
}

it('killed at any write or call of a delivery, it ends with one record and one ledger', async () => {
  const moments = await crashEverywhere({ most: 200, kinds: 2 }, async ({ world, place, when }) => {
    const { radarr, sonarr } = world
    await deliverTheRest(place, MATCH)
    expect(await readLedger(place), when).toEqual(LEDGER)
    expect(await matchesOf(place), when).toEqual([null, MATCH])
    expect(radarr.movies(), when).toMatchObject([{ tmdb_id: MOVIE.absent, monitored: true }])
    const followed = sonarr.series()[0]?.seasons.filter(season => season.monitored) ?? []
    expect(
      followed.map(season => season.season_number),
      when,
    ).toEqual([1, 2])
    expect(sonarr.journal.requests('POST /api/v3/command'), `searches, ${when}`).not.toEqual([])
  })
  expect(moments).toBeGreaterThan(40)
})

async function matchesOf(place: string): Promise<unknown[]> {
  const database = openSqlite(place)
  const rows = await database.read.selectFrom('requests').select('match').orderBy('id').execute()
  await database.close()
  return rows.map(({ match }) => match && JSON.parse(match))
}
