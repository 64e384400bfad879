import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HARBOUR_NINE_TVDB, MOVIE } from '../catalogue/fixtures.ts'
import { status } from '../kit/faults.ts'
import { type HookReceiver, startHookReceiver } from '../kit/hook-receiver.ts'
import { asList, asRecord } from '../kit/json.ts'
import { createWalker, type Walker } from '../vendor-walk.ts'
import { startWorld, type World } from '../world.ts'

let world: World<'radarr' | 'sonarr'>
let hooks: HookReceiver
let radarr: Walker
let sonarr: Walker

beforeEach(async () => {
  world = await startWorld({ products: ['radarr', 'sonarr'] })
  hooks = await startHookReceiver()
  radarr = createWalker(world.radarr, { 'x-api-key': world.radarr.api_key })
  sonarr = createWalker(world.sonarr, { 'x-api-key': world.sonarr.api_key })
})
afterEach(async () => {
  await hooks.close()
  await world.close()
})

function connection(extra: Record<string, unknown> = {}) {
  const values = { url: hooks.url, method: 1, username: 'foyer', password: 's3cret' }
  const fields = Object.entries(values).map(([name, value]) => ({ name, value }))
  return {
    name: 'Foyer',
    implementation: 'Webhook',
    configContract: 'WebhookSettings',
    tags: [],
    onGrab: true,
    onDownload: true,
    fields,
    ...extra,
  }
}

const events = () => hooks.received().map(entry => asRecord(entry.body)['eventType'])

describe('saving a connection', () => {
  it('sends a test with basic auth first', async () => {
    expect((await radarr.send('POST /api/v3/notification', connection())).status).toBe(201)
    expect(events()).toEqual(['Test'])
    const basic = `Basic ${Buffer.from('foyer:s3cret').toString('base64')}`
    expect(hooks.received()[0]?.headers.authorization).toBe(basic)
  })

  it('refuses when the test fails, and forceSave does not help on create', async () => {
    hooks.faults.always('*', status(401))
    const answer = await radarr.send('POST /api/v3/notification?forceSave=true', connection())
    expect([answer.status, answer.body]).toMatchObject([400, [{ propertyName: 'Url' }]])
    expect(world.radarr.notifications.all()).toEqual([])
  })

  it('skips the test on update with forceSave', async () => {
    await radarr.send('POST /api/v3/notification', connection())
    hooks.faults.always('*', status(401))
    expect((await radarr.send('PUT /api/v3/notification/1', connection())).status).toBe(400)
    expect((await radarr.send('PUT /api/v3/notification/1?forceSave=true', connection())).status).toBe(202)
  })

  it('needs no test when no event is wanted, and a name of its own', async () => {
    const quiet = connection({ onGrab: false, onDownload: false })
    expect((await radarr.send('POST /api/v3/notification', quiet)).status).toBe(201)
    expect(events()).toEqual([])
    expect((await radarr.send('POST /api/v3/notification', quiet)).body).toMatchObject([
      { errorMessage: 'Should be unique' },
    ])
  })

  it('keeps several, of any kind, and no two of one name in whatever capitals', async () => {
    const chat = { name: 'Foyer', implementation: 'Discord', fields: [], onDownload: true }
    expect((await radarr.send('POST /api/v3/notification', chat)).status).toBe(201)
    expect((await radarr.send('POST /api/v3/notification', connection({ name: 'FOYER' }))).status).toBe(400)
    expect((await radarr.send('POST /api/v3/notification', connection({ name: 'Other' }))).status).toBe(201)
    const all = asList((await radarr.send('GET /api/v3/notification')).body).map(asRecord)
    expect(all.map(one => [one['name'], one['implementation']])).toEqual([
      ['Foyer', 'Discord'],
      ['Other', 'Webhook'],
    ])
  })

  it('masks the password, and keeps it when the mask comes back', async () => {
    await radarr.send('POST /api/v3/notification', connection())
    const saved = asRecord((await radarr.send('GET /api/v3/notification/1')).body)
    const password = asList(saved['fields'])
      .map(asRecord)
      .find(field => field['name'] === 'password')
    expect(password?.['value']).toBe('********')
    await radarr.send('PUT /api/v3/notification/1', saved)
    expect(hooks.received().at(-1)?.headers.authorization).toContain('Basic ')
    expect(hooks.received().at(-1)?.headers.authorization).toBe(hooks.received()[0]?.headers.authorization)
  })
})

describe('events', () => {
  it('tells of grab, import and file deletion', async () => {
    await radarr.send(
      'POST /api/v3/notification',
      connection({ onMovieFileDelete: true, onMovieDelete: true }),
    )
    const { id } = world.radarr.addMovie(MOVIE.requested)
    world.radarr.finishDownload(world.radarr.startDownload(id).download_id)
    world.radarr.deleteFile(id)
    world.radarr.deleteMovie(id)
    await world.settle()
    // No order is promised, so only the set is asserted.
    expect(new Set(events())).toEqual(new Set(['Test', 'Grab', 'Download', 'MovieFileDelete', 'MovieDelete']))
    const imported = hooks.received().find(entry => asRecord(entry.body)['eventType'] === 'Download')
    expect(imported?.body).toMatchObject({
      instanceName: 'Movies',
      isUpgrade: false,
      movie: { tmdbId: MOVIE.requested },
      movieFile: { quality: 'WEBDL-1080p' },
    })
  })

  it('is silent about a file found on disk', async () => {
    await radarr.send('POST /api/v3/notification', connection())
    world.radarr.importFile(world.radarr.addMovie(MOVIE.requested).id)
    await world.settle()
    expect(events()).toEqual(['Test'])
  })

  it('tells of upgrades only when both flags are set', async () => {
    await radarr.send('POST /api/v3/notification', connection({ onGrab: false }))
    const { id } = world.radarr.addMovie(MOVIE.requested, { file: 'WEBDL-720p' })
    world.radarr.finishDownload(world.radarr.startDownload(id).download_id)
    await world.settle()
    expect(events()).toEqual(['Test'])
  })

  it('fires for tagged titles only when the connection has tags', async () => {
    const { id: tag } = world.radarr.tags.ensure('kids')
    await radarr.send('POST /api/v3/notification', connection({ tags: [tag] }))
    world.radarr.startDownload(world.radarr.addMovie(MOVIE.requested).id)
    world.radarr.startDownload(world.radarr.addMovie(MOVIE.downloading, { tags: ['kids'] }).id)
    await world.settle()
    const grabbed = hooks.received().filter(entry => asRecord(entry.body)['eventType'] === 'Grab')
    expect(grabbed.map(entry => asRecord(asRecord(entry.body)['movie'])['tmdbId'])).toEqual([
      MOVIE.downloading,
    ])
  })

  it('sends Sonarr imports per file, and once more when complete', async () => {
    await sonarr.send('POST /api/v3/notification', connection({ onGrab: false, onImportComplete: true }))
    const { id } = world.sonarr.addSeries(HARBOUR_NINE_TVDB)
    const pair = world.sonarr
      .episodes(id)
      .slice(0, 2)
      .map(episode => episode.id)
    world.sonarr.finishDownload(world.sonarr.startDownload(id, pair).download_id)
    await world.settle()
    expect(events()).toEqual(['Test', 'Download', 'Download', 'Download'])
    const complete = hooks.received().filter(entry => 'episodeFiles' in asRecord(entry.body))
    expect(complete).toHaveLength(1)
  })
})
