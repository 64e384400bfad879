import { garbage, MOVIE, SHOW, startWorld, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { systemClock } from '#kit/clock.ts'
import { createOutbound } from '#kit/outbound.ts'
import { serveHttp } from '#test/loopback-servers.ts'
import { afterTest } from '#test/engines.ts'
import { createTmdbRatings } from './tmdb-ratings.ts'

function ratingsAt(url: string, key: string | null) {
  const outbound = createOutbound({
    clock: systemClock,
    external_proxy: () => null,
    user_agent: 'Foyer',
    random: () => 0,
  })
  afterTest(() => outbound.close())
  return createTmdbRatings({ external: outbound.external, url, key: async () => key })
}

async function startSimulators() {
  const world = await startWorld({ products: ['tmdb'] })
  afterTest(() => world.close())
  return { world, ratings: ratingsAt(`${world.tmdb.url}/3`, world.tmdb.api_key) }
}

const PAPER_LANTERNS = { kind: 'movie', tmdb_id: MOVIE.with_file } as const
const HARBOUR_NINE = { kind: 'tv', tmdb_id: SHOW.harbour_nine } as const
const LOOKUP = `GET /3/movie/${MOVIE.with_file}/release_dates`

describe('ratings of titles (1:4.5 kids rule 4)', () => {
  it('come from release_dates and content_ratings, each region with its releases', async () => {
    const { ratings } = await startSimulators()
    expect(await ratings.readRatings(PAPER_LANTERNS)).toContainEqual({
      region: 'US',
      certification: 'PG',
      release: 'theatrical',
    })
    expect(await ratings.readRatings(HARBOUR_NINE)).toEqual([
      { region: 'US', certification: 'TV-14', release: 'theatrical' },
      { region: 'GB', certification: '12', release: 'theatrical' },
    ])
  })

  it('come with genres and the adult flag in one call when somebody else listed the title (C21)', async () => {
    const { world, ratings } = await startSimulators()
    const movie = await ratings.readRecord(PAPER_LANTERNS)
    expect(movie).toMatchObject({ adult: false, genre_ids: [16, 10_751] })
    expect(movie?.ratings).toEqual(await ratings.readRatings(PAPER_LANTERNS))
    expect((await ratings.readRecord({ kind: 'movie', tmdb_id: MOVIE.adult }))?.adult).toBe(true)
    expect((await ratings.readRecord(HARBOUR_NINE))?.ratings).toHaveLength(2)
    expect(world.tmdb.journal.requests('GET /3/movie/:id')).toHaveLength(2)
    // A record that tells no genres still tells its ratings.
    const body = { id: MOVIE.with_file, release_dates: { results: [] } }
    world.tmdb.faults.next('GET /3/movie/:id', status(200, { body }))
    expect(await ratings.readRecord(PAPER_LANTERNS)).toEqual({ adult: false, genre_ids: null, ratings: [] })
  })

  it('are null for a title, and a person, that TMDB does not know', async () => {
    const { ratings } = await startSimulators()
    expect(await ratings.readRatings({ kind: 'movie', tmdb_id: 1 })).toBeNull()
    expect(await ratings.readRecord({ kind: 'tv', tmdb_id: 1 })).toBeNull()
    expect(await ratings.readPerson(1)).toBeNull()
  })

  it('are asked for once more after 429, and not a third time', async () => {
    const { world, ratings } = await startSimulators()
    world.tmdb.faults.next(LOOKUP, status(429, { retry_after: 0 }))
    expect(await ratings.readRatings(PAPER_LANTERNS)).not.toBeNull()
    expect(world.tmdb.journal.requests(LOOKUP)).toHaveLength(2)
    world.tmdb.faults.always(LOOKUP, status(429, { retry_after: 0 }))
    await expect(ratings.readRatings(PAPER_LANTERNS)).rejects.toMatchObject({ kind: 'rate_limited' })
    expect(world.tmdb.journal.requests(LOOKUP)).toHaveLength(4)
  })

  it('wait no longer than is reasonable: a long Retry-After is passed on', async () => {
    const { world, ratings } = await startSimulators()
    world.tmdb.faults.next(LOOKUP, status(429, { retry_after: 90 }))
    await expect(ratings.readRatings(PAPER_LANTERNS)).rejects.toMatchObject({ retry_after_ms: 90_000 })
    expect(world.tmdb.journal.requests(LOOKUP)).toHaveLength(1)
  })

  it('throw on broken answers, foreign 404s and a missing or refused key, and never answer none', async () => {
    const { world, ratings } = await startSimulators()
    world.tmdb.faults.next(LOOKUP, garbage('json'))
    await expect(ratings.readRatings(PAPER_LANTERNS)).rejects.toMatchObject({ kind: 'bad_answer' })
    await using portal = await serveHttp((_req, res) => res.writeHead(404).end('<h1>Gone fishing</h1>'))
    const lost = ratingsAt(portal.origin, 'a-read-token')
    await expect(lost.readRatings(PAPER_LANTERNS)).rejects.toMatchObject({ kind: 'bad_answer' })
    const keyless = ratingsAt(`${world.tmdb.url}/3`, null)
    await expect(keyless.readRecord(PAPER_LANTERNS)).rejects.toMatchObject({ kind: 'rejected_key' })
    const refused = ratingsAt(`${world.tmdb.url}/3`, 'f'.repeat(32))
    await expect(refused.readPerson(1)).rejects.toMatchObject({ kind: 'rejected_key' })
  })
})
