import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import {
  garbage,
  HARBOUR_NINE_TVDB,
  MOVIE,
  startWorld,
  status,
  type World,
  wrongKey,
} from '@foyer/simulators'
import { openVendorDocument } from '@foyer/simulators/vendor-documents'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '#kit/clock.ts'
import { createOutbound, type Outbound } from '#kit/outbound.ts'
import { createRadarrHistory } from '../radarr/radarr-history.ts'
import { createSonarrHistory } from '../sonarr/sonarr-history.ts'

const BEGIN = Date.parse('2026-11-15T09:00:00.000Z')
const at = (ms: number) => new Date(BEGIN + ms).toISOString()

let now = BEGIN
let world: World<'radarr' | 'sonarr'>
let outbound: Outbound
const of = ({ url, api_key }: { url: string; api_key: string }) => ({ url, api_key })

beforeAll(async () => {
  world = await startWorld({ products: ['radarr', 'sonarr'], now: () => now })
  outbound = createOutbound({ clock: systemClock, external_proxy: () => null, user_agent: 'Foyer' })
})
afterAll(async () => {
  await outbound.destroy()
  await world.close()
})

describe('what came into a library, by its history (C60)', () => {
  it('movies: new, replaced by a better copy, dropped in by hand; from a moment on', async () => {
    const history = createRadarrHistory(outbound.internal)
    const { radarr } = world
    const { id } = radarr.addMovie(MOVIE.requested)
    const bring = (quality: string) => {
      const { download_id } = radarr.startDownload(id, { quality })
      radarr.finishDownload(download_id)
      return download_id
    }
    now = BEGIN + 60_000
    const first = bring('WEBDL-720p')
    now = BEGIN + 3_600_000
    const better = bring('Bluray-1080p')
    now = BEGIN + 7_200_000
    radarr.importFile(radarr.addMovie(MOVIE.unmonitored).id)
    const all = await history.since(of(radarr), at(0))
    expect(all).toMatchObject([
      { at: at(60_000), download_id: first, is_upgrade: false, title: { tmdb_id: MOVIE.requested } },
      { at: at(3_600_000), download_id: better, is_upgrade: true },
      { at: at(7_200_000), download_id: null, is_upgrade: false, title: { tmdb_id: MOVIE.unmonitored } },
    ])
    expect(await history.since(of(radarr), at(3_600_000))).toEqual(all.slice(1))
    expect(await history.since(of(radarr), at(7_200_001))).toEqual([])
    const document = openVendorDocument('radarr')
    const sent = radarr.journal.requests('GET /api/v3/history/since')
    expect(sent).toHaveLength(3)
    const violations = document ? sent.flatMap(entry => document.violations(entry)) : []
    expect(violations.filter(one => one.part !== 'answer')).toEqual([])
  })

  it('episodes: one row each, those of one download share it', async () => {
    const history = createSonarrHistory(outbound.internal)
    const { sonarr } = world
    const { id } = sonarr.addSeries(HARBOUR_NINE_TVDB)
    const episodes = sonarr.episodes(id, 1).slice(0, 2)
    const { download_id } = sonarr.startDownload(
      id,
      episodes.map(one => one.id),
    )
    sonarr.finishDownload(download_id)
    const title = { media_type: 'tv', tvdb_id: HARBOUR_NINE_TVDB, season_number: 1 }
    expect(await history.since(of(sonarr), at(0))).toMatchObject([
      { download_id, title: { ...title, episode_number: 1 } },
      { download_id, title: { ...title, episode_number: 2 } },
    ])
  })

  it('is read whole, however long it is, and nothing of it is held but what came in', async () => {
    const row = (id: number, eventType: string) => ({
      id,
      date: at(id),
      eventType,
      movieId: id,
      movie: { tmdbId: id, title: `Movie ${id}`, overview: 'x'.repeat(70_000) },
    })
    const rows = 1_000
    const server = createServer((_request, answer) => {
      answer.writeHead(200, { 'content-type': 'application/json' })
      const text = function* () {
        yield '['
        for (let id = rows; id > 0; id--) {
          const event = id % 2 === 0 ? 'downloadFolderImported' : 'grabbed'
          yield JSON.stringify(row(id, event)) + (id > 1 ? ',' : ']')
        }
      }
      pipeline(Readable.from(text()), answer, () => {})
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const history = createRadarrHistory(outbound.internal)
    const found = await history.since({ url: `http://127.0.0.1:${port}`, api_key: 'k' }, at(0))
    server.close()
    expect(found).toHaveLength(rows / 2)
    expect(found[0]).toMatchObject({ history_id: 2, title: { tmdb_id: 2, title: 'Movie 2' } })
  })

  it.each([
    ['a refused key', wrongKey(), 'rejected_key'],
    ['garbage', garbage(), 'bad_answer'],
    ['a page of HTML', garbage('html'), 'bad_answer'],
    ['a server error', status(500), 'bad_answer'],
  ] as const)('%s is a fault, never an empty history', async (_what, fault, kind) => {
    const history = createRadarrHistory(outbound.internal)
    world.radarr.faults.always('GET /api/v3/history/since', fault)
    await expect(history.since(of(world.radarr), at(0))).rejects.toMatchObject({ kind })
    world.radarr.faults.clear()
  })
})
