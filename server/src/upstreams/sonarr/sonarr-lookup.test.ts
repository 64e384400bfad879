import {
  garbage,
  HARBOUR_NINE_TVDB,
  hang,
  SHOW,
  startWorld,
  status,
  type World,
  wrongKey,
} from '@foyer/simulators'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '#kit/clock.ts'
import { createOutbound, type Outbound } from '#kit/outbound.ts'
import type { SeriesLookup } from '#ports/series-lookup.ts'
import { createSonarrLookup } from './sonarr-lookup.ts'

const RUNNING_TVDB = SHOW.running - 370_000

let world: World<'sonarr'>
let outbound: Outbound
let lookup: SeriesLookup
const at = () => ({ url: world.sonarr.url, api_key: world.sonarr.api_key })

beforeAll(async () => {
  world = await startWorld({ products: ['sonarr'] })
  outbound = createOutbound({ clock: systemClock, external_proxy: () => null, user_agent: 'Foyer' })
  lookup = createSonarrLookup(outbound.internal)
})
afterAll(async () => {
  await outbound.close()
  await world.close()
})

describe('series at the TV manager (1/4.7, sonarr.md)', () => {
  it('tells a series of the library with its counted seasons', async () => {
    const held = world.sonarr.addSeries(HARBOUR_NINE_TVDB, { files: [1] })
    expect(await lookup.find(at(), HARBOUR_NINE_TVDB)).toMatchObject({
      tvdb_id: HARBOUR_NINE_TVDB,
      title: 'Harbour Nine',
      year: 2025,
      series_id: held.id,
      seasons: [{ season_number: 1, monitored: true, episode_count: 8, episode_file_count: 8 }],
    })
  })

  it('tells a series that the library lacks by the metadata behind it, with nothing monitored', async () => {
    const found = await lookup.find(at(), RUNNING_TVDB)
    expect(found).not.toHaveProperty('series_id')
    expect(found?.seasons).toEqual([
      { season_number: 1, monitored: false, episode_count: 0, episode_file_count: 0 },
      { season_number: 2, monitored: false, episode_count: 0, episode_file_count: 0 },
    ])
  })

  it('answers null for an id that nobody has', async () => {
    expect(await lookup.find(at(), 999_999_999)).toBeNull()
  })

  it('searches by words and by exact id', async () => {
    expect((await lookup.search(at(), 'weather office')).map(one => one.tvdb_id)).toEqual([RUNNING_TVDB])
    const [exact] = await lookup.search(at(), `tvdb:${RUNNING_TVDB}`)
    expect(exact).toMatchObject({ title: 'The Weather Office', poster: expect.stringMatching(/^http/) })
    expect(await lookup.search(at(), 'no such series')).toEqual([])
  })

  it.each([
    ['a wrong key', wrongKey(), 'rejected_key'],
    ['its metadata down', status(503), 'bad_answer'],
    ['a login page', garbage('html'), 'bad_answer'],
    ['half an answer', garbage('json'), 'bad_answer'],
  ])('throws on %s, and never says that there is nothing', async (_name, fault, kind) => {
    world.sonarr.faults.next('GET /api/v3/series/lookup', fault)
    await expect(lookup.find(at(), 999_999_999)).rejects.toMatchObject({ kind, upstream: 'Sonarr' })
  })

  it('ends with the signal', async () => {
    world.sonarr.faults.next('GET /api/v3/series', hang())
    const controller = new AbortController()
    const asked = lookup.find(at(), HARBOUR_NINE_TVDB, controller.signal)
    controller.abort(new Error('left'))
    await expect(asked).rejects.toThrow('left')
  })
})
