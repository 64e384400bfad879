import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MOVIE } from '../catalogue/fixtures.ts'
import { status } from '../kit/faults.ts'
import { asList, asRecord } from '../kit/json.ts'
import { MINUTE_MS, SECOND_MS } from '../kit/time.ts'
import { createWalker, type Walker } from '../vendor-walk.ts'
import { startWorld, type World } from '../world.ts'
import { startRadarr } from './radarr.ts'

let world: World<'radarr'>
let walker: Walker

beforeEach(async () => {
  world = await startWorld({ products: ['radarr'], now: () => Date.parse('2026-03-01T12:00:00Z') })
  walker = createWalker(world.radarr, { 'x-api-key': world.radarr.api_key })
})
afterEach(() => world.close())

const ADD = {
  tmdbId: MOVIE.requested,
  qualityProfileId: 4,
  rootFolderPath: '/movies',
  addOptions: { searchForMovie: true },
}

async function movie(tmdbId: number): Promise<Record<string, unknown>> {
  return asRecord(asList((await walker.send(`GET /api/v3/movie?tmdbId=${tmdbId}`)).body)[0])
}

async function queue(): Promise<Record<string, unknown>[]> {
  return asList((await walker.send('GET /api/v3/queue/details')).body).map(asRecord)
}

describe('access', () => {
  it('answers 401 with an empty body', async () => {
    const response = await fetch(`${world.radarr.url}/api/v3/movie`)
    expect([response.status, await response.text()]).toEqual([401, ''])
  })

  it('lets a stale key in the query beat a good header', async () => {
    expect((await walker.send('GET /api/v3/movie?apikey=stale')).status).toBe(401)
  })
})

it('redirects to its URL base, and answers under it', async () => {
  const { clock, catalogue } = world
  const based = await startRadarr({ name: 'based', seed: 'x', clock, catalogue, url_base: '/radarr' })
  const headers = { 'x-api-key': based.api_key }
  based.faults.next('GET /api/v3/tag', status(503))
  expect((await fetch(`${based.url}/api/v3/tag`, { headers })).status).toBe(503)
  expect((await fetch(`${based.url}/api/v3/tag`, { headers })).status).toBe(200)
  const bare = await fetch(`${based.url.replace('/radarr', '')}/api/v3/tag`, { headers, redirect: 'manual' })
  expect([bare.status, bare.headers.get('location')]).toEqual([307, '/radarr/api/v3/tag'])
  based.assertClean()
  await based.close()
})

describe('adding', () => {
  it('is two-phase: the record first, the search after the refresh', async () => {
    world.radarr.stockIndexers(true)
    const created = await walker.send('POST /api/v3/movie', ADD)
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({
      monitored: true,
      minimumAvailability: 'released',
      hasFile: false,
      titleSlug: String(MOVIE.requested),
    })
    expect(asRecord(created.body)['addOptions']).toMatchObject({ searchForMovie: true })
    await world.advance(2 * SECOND_MS)
    expect(await movie(MOVIE.requested)).not.toHaveProperty('addOptions')
    expect(await queue()).toEqual([])
    await world.advance(2 * SECOND_MS)
    expect(await queue()).toHaveLength(1)
  })

  it('refuses the same movie twice, with the array of failures', async () => {
    await walker.send('POST /api/v3/movie', ADD)
    const again = await walker.send('POST /api/v3/movie', ADD)
    expect(again.status).toBe(400)
    expect(again.body).toMatchObject([
      {
        propertyName: 'TmdbId',
        errorMessage: 'This movie has already been added',
        errorCode: 'MovieExistsValidator',
      },
    ])
  })

  it('names every wrong field', async () => {
    const answer = await walker.send('POST /api/v3/movie', {
      ...ADD,
      qualityProfileId: 99,
      rootFolderPath: '/nowhere',
    })
    expect(asList(answer.body).map(one => asRecord(one)['propertyName'])).toEqual([
      'QualityProfileId',
      'RootFolderPath',
    ])
  })

  it('needs its metadata server', async () => {
    world.radarr.loseMetadata(true)
    expect((await walker.send('POST /api/v3/movie', ADD)).status).toBe(503)
    expect((await walker.send('GET /api/v3/movie/lookup?term=tmdb:900001')).status).toBe(503)
    expect(world.radarr.movies()).toEqual([])
  })
})

describe('lookup', () => {
  it('overlays the record of a movie in the library', async () => {
    const { id } = world.radarr.addMovie(MOVIE.with_file, { file: 'Bluray-1080p' })
    const { body } = await walker.send(`GET /api/v3/movie/lookup?term=tmdb:${MOVIE.with_file}`)
    expect(body).toMatchObject([{ id, hasFile: true }])
  })

  it('answers an unknown id with nothing by term, but 500 by id', async () => {
    expect((await walker.send('GET /api/v3/movie/lookup?term=tmdb:1')).body).toEqual([])
    expect((await walker.send('GET /api/v3/movie/lookup/tmdb?tmdbId=1')).status).toBe(500)
  })
})

describe('downloads', () => {
  it('move with time, end in a file, and leave history', async () => {
    const { id } = world.radarr.addMovie(MOVIE.downloading)
    world.radarr.startDownload(id, { duration_ms: 10 * MINUTE_MS })
    await world.advance(4 * MINUTE_MS)
    const [row] = await queue()
    expect(row).toMatchObject({ movieId: id, status: 'downloading', timeleft: '00:06:00' })
    expect(Number(row?.['sizeleft']) / Number(row?.['size'])).toBeCloseTo(0.6, 5)
    await world.advance(20 * MINUTE_MS)
    expect(await queue()).toEqual([])
    const done = await movie(MOVIE.downloading)
    expect(done).toMatchObject({ hasFile: true, movieFile: { dateAdded: '2026-03-01T12:10:00Z' } })
    expect(world.radarr.history().map(entry => entry.event)).toEqual(['grabbed', 'downloadFolderImported'])
  })

  it('can wait for a person', async () => {
    const { id } = world.radarr.addMovie(MOVIE.downloading)
    const { download_id } = world.radarr.startDownload(id)
    world.radarr.stickDownload(download_id, 'Not an upgrade for existing movie file.')
    expect(await queue()).toMatchObject([
      {
        status: 'completed',
        trackedDownloadStatus: 'warning',
        trackedDownloadState: 'importPending',
        sizeleft: 0,
      },
    ])
    await world.advance(60 * MINUTE_MS)
    expect(await queue()).toHaveLength(1)
  })

  it('are blocklisted and searched again when removed so', async () => {
    world.radarr.stockIndexers(true)
    const { id } = world.radarr.addMovie(MOVIE.downloading)
    world.radarr.startDownload(id)
    const [row] = await queue()
    await walker.send(`DELETE /api/v3/queue/${String(row?.['id'])}?blocklist=true`)
    expect(asRecord((await walker.send('GET /api/v3/blocklist')).body)['totalRecords']).toBe(1)
    expect((await queue())[0]?.['downloadId']).not.toBe(row?.['downloadId'])
    expect((await walker.send('DELETE /api/v3/queue/5')).body).toEqual({ message: 'NotFound' })
  })
})

describe('commands', () => {
  it('queues an equal command once, and forgets it after a day', async () => {
    const first = asRecord(
      (await walker.send('POST /api/v3/command', { name: 'MoviesSearch', movieIds: [1] })).body,
    )
    const second = asRecord(
      (await walker.send('POST /api/v3/command', { name: 'MoviesSearch', movieIds: [1] })).body,
    )
    expect(second['id']).toBe(first['id'])
    await world.advance(2 * SECOND_MS)
    expect((await walker.send(`GET /api/v3/command/${String(first['id'])}`)).body).toMatchObject({
      status: 'completed',
      result: 'successful',
    })
    await world.advance(25 * 60 * MINUTE_MS)
    expect((await walker.send(`GET /api/v3/command/${String(first['id'])}`)).status).toBe(404)
  })

  it('fails on an unknown name', async () => {
    expect((await walker.send('POST /api/v3/command', { name: 'Dance' })).status).toBe(500)
  })
})

it('puts the last page in place of one beyond the end', async () => {
  for (const id of [MOVIE.with_file, MOVIE.downloading, MOVIE.requested])
    world.radarr.startDownload(world.radarr.addMovie(id).id)
  const { body } = await walker.send('GET /api/v3/queue?page=9&pageSize=2')
  expect(body).toMatchObject({ page: 2, totalRecords: 3, sortKey: 'timeleft' })
  expect(asList(asRecord(body)['records'])).toHaveLength(1)
})

it('refuses a profile that misses a custom format', async () => {
  const profile = (await walker.send('GET /api/v3/qualityprofile/4')).body
  world.radarr.profiles.addFormat('x265 (HD)')
  const answer = await walker.send('PUT /api/v3/qualityprofile/4', profile)
  expect([answer.status, answer.body]).toMatchObject([400, [{ propertyName: 'FormatItems' }]])
})

it('grabs only what it has found in the last half hour', async () => {
  const { id } = world.radarr.addMovie(MOVIE.requested)
  const [release] = asList((await walker.send(`GET /api/v3/release?movieId=${id}`)).body).map(asRecord)
  await world.advance(31 * MINUTE_MS)
  const body = { guid: release?.['guid'], indexerId: release?.['indexerId'] }
  expect((await walker.send('POST /api/v3/release', body)).status).toBe(404)
  await walker.send(`GET /api/v3/release?movieId=${id}`)
  expect((await walker.send('POST /api/v3/release', body)).status).toBe(200)
  expect(await queue()).toHaveLength(1)
})
