import {
  dropAfterCommit,
  dropBefore,
  type Fault,
  garbage,
  MOVIE,
  status,
  truncate,
  wrongKey,
} from '@foyer/simulators'
import { beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '#kit/clock.ts'
import { createOutbound } from '#kit/outbound.ts'
import type { MovieShelf, NewMovie } from '#ports/courier-movies.ts'
import { afterTest } from '#test/engines.ts'
import { startSimulators } from '#test/managers.ts'
import { createRadarrShelf } from './radarr-adds.ts'

const signal = new AbortController().signal
const NEW: NewMovie = {
  tmdb_id: MOVIE.absent,
  title: 'x',
  year: 2020,
  quality_profile_id: 4,
  root_folder: '/movies',
  minimum_availability: 'released',
  tags: [],
  search: true,
}

let radarr: Awaited<ReturnType<typeof openRadarr>>
let shelf: MovieShelf

function openRadarr() {
  return startSimulators({ products: ['radarr'] }).then(world => world.radarr)
}

beforeEach(async () => {
  radarr = await openRadarr()
  const outbound = createOutbound({ clock: systemClock, external_proxy: () => null, user_agent: 'test' })
  afterTest(() => outbound.destroy())
  shelf = createRadarrShelf(outbound.internal)
})

describe('adding a movie to Radarr', () => {
  it('absence is an answer; the id is exact', async () => {
    expect(await shelf.find(radarr, MOVIE.absent, signal)).toBeNull()
    expect(await shelf.lookup(radarr, 42, signal)).toBeNull()
    expect(await shelf.lookup(radarr, MOVIE.absent, signal)).toMatchObject({ tmdb_id: MOVIE.absent })
    expect(await shelf.options(radarr, signal)).toMatchObject({
      root_folders: [{ path: '/movies', accessible: true }],
    })
    const { record_id } = await shelf.add(radarr, NEW, signal)
    expect(await shelf.find(radarr, MOVIE.absent, signal)).toEqual({
      record_id,
      title: 'Nobody Ordered the Soup',
      has_file: false,
      monitored: true,
    })
  })

  it.each<[string, Fault, object, number]>([
    ['cut after it was done', dropAfterCommit(), { kind: 'outcome_unknown' }, 1],
    ['cut before', dropBefore(), { kind: 'outcome_unknown' }, 0],
    ['half an answer', truncate(), { kind: 'outcome_unknown' }, 1],
    ['an answer that makes no sense', garbage(), { kind: 'outcome_unknown', status: 200 }, 1],
    ['too many calls', status(429, { retry_after: 7 }), { kind: 'rate_limited', retry_after_ms: 7000 }, 0],
    ['no metadata', status(503), { kind: 'bad_answer', status: 503 }, 0],
    ['a gateway that gave up', status(504), { kind: 'outcome_unknown' }, 0],
    ['a refused key', wrongKey(), { kind: 'rejected_key' }, 0],
    ['a race', status(409), { objections: ['already_there'] }, 0],
    ['no words', status(400, { body: { message: 'BadRequest' } }), { objections: ['other'] }, 0],
  ])('%s', async (_name, fault, error, records) => {
    radarr.faults.next('POST /api/v3/movie', fault)
    await expect(shelf.add(radarr, NEW, signal)).rejects.toMatchObject(error)
    expect(radarr.movies()).toHaveLength(records)
  })

  it.each<[string, Partial<NewMovie>, () => void]>([
    ['already_there', {}, () => void radarr.addMovie(MOVIE.absent)],
    ['unknown_title', { tmdb_id: 42 }, () => {}],
    ['root_folder', { root_folder: '/nowhere' }, () => {}],
    ['quality_profile', { quality_profile_id: 99 }, () => {}],
  ])('its own words for %s', async (objection, change, arrange) => {
    arrange()
    await expect(shelf.add(radarr, { ...NEW, ...change }, signal)).rejects.toMatchObject({
      objections: [objection],
    })
  })
})
