import type { TvMatchDetail } from '@foyer/contract/tv-matches/tv-matches'
import { hang, HARBOUR_NINE_TVDB, SHOW, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { type Call, callAs, refusal } from '#test/calls.ts'
import { addUser } from '#test/people.ts'
import { buildWorld } from '#test/world.ts'

const PATH = '/api/admin/tv-matches'
const HARBOUR = `${PATH}/${SHOW.harbour_nine}`
const RUNNING_TVDB = SHOW.running - 370_000
const BUNDLED = [113_988, 225_634, 286_801, 299_939]

const buildMatchWorld = (env: Record<string, string> = {}) =>
  buildWorld({ products: ['tmdb', 'trakt'], instances: ['series'], env })

async function look(asAdmin: Call, path = HARBOUR): Promise<TvMatchDetail> {
  const { status, body } = await asAdmin('GET', path)
  if (status !== 200) throw new Error(`looking answered ${status} ${body?.code}`)
  return body
}

/** What a custom match of Harbour Nine sends: to another series, at another season. */
const custom = (revision: string, season_map: Record<string, number> = { '1': 2 }) => ({
  revision,
  mode: 'custom',
  tvdb_id: RUNNING_TVDB,
  season_map,
})

describe('looking at a match (1:4.7, 1/4.7)', () => {
  it('shows both sides of a show that the provider bridges', async () => {
    const { asAdmin, sonarr, tmdb, instance_ids } = await buildMatchWorld()
    const absent = await look(asAdmin)
    expect(absent).toEqual({
      match: {
        tmdb_id: SHOW.harbour_nine,
        title: 'Harbour Nine',
        tvdb_id: HARBOUR_NINE_TVDB,
        target_title: 'Harbour Nine',
        season_map: { '1': 1 },
        provenance: 'metadata',
        revision: expect.stringMatching(/^[0-9a-f]{24}$/),
        state: 'resolved',
      },
      source_seasons: [{ season_number: 1, name: 'Season 1', episode_count: 8, air_date: '2025-02-03' }],
      target_seasons: [{ season_number: 1, monitored: false, episode_count: 0, episode_file_count: 0 }],
      instance_id: instance_ids.series,
    })
    const { id: series_id } = sonarr.addSeries(HARBOUR_NINE_TVDB, { files: [1] })
    const present = await look(asAdmin, `${HARBOUR}?instance_id=${instance_ids.series}`)
    expect(present.match).toEqual({ ...absent.match, series_id })
    expect(present.target_seasons).toEqual([
      { season_number: 1, monitored: true, episode_count: 8, episode_file_count: 8 },
    ])
    // The source side comes from the record that every page of the show shares.
    expect(tmdb.journal.requests('GET /3/tv/:id')).toHaveLength(1)
  })

  it('goes over the list provider, then by a unique title, and then says that it does not know', async () => {
    const { asAdmin, tmdb, trakt } = await buildMatchWorld()
    tmdb.unbridge(SHOW.running)
    const { match } = await look(asAdmin, `${PATH}/${SHOW.running}`)
    expect(match).toMatchObject({ tvdb_id: RUNNING_TVDB, provenance: 'metadata', state: 'resolved' })
    // What was found once is kept.
    await look(asAdmin, `${PATH}/${SHOW.running}`)
    const bridges = () => trakt.journal.requests('GET /search/tmdb/:id').length
    expect(bridges()).toBe(1)
    for (const provider of [tmdb, trakt]) provider.unbridge(SHOW.mature)
    const titled = await look(asAdmin, `${PATH}/${SHOW.mature}`)
    expect(titled.match).toMatchObject({ tvdb_id: SHOW.mature - 370_000, provenance: 'title' })
    const lost = await look(asAdmin, `${PATH}/${SHOW.without_tvdb}`)
    expect(lost.match).toMatchObject({ state: 'unresolved', season_map: {}, message: expect.any(String) })
    expect(lost.match).not.toHaveProperty('tvdb_id')
    expect(lost.target_seasons).toEqual([])
  })

  it('does not take a provider that fails for one that knows nothing', async () => {
    const { asAdmin, tmdb, trakt, sonarr } = await buildMatchWorld()
    tmdb.unbridge(SHOW.running)
    trakt.faults.next('GET /search/tmdb/:id', status(503))
    expect(refusal(await asAdmin('GET', `${PATH}/${SHOW.running}`))).toEqual([502, 'upstream_failed'])
    sonarr.faults.next('GET /api/v3/series', status(500))
    expect(refusal(await asAdmin('GET', HARBOUR))).toEqual([502, 'upstream_failed'])
    expect((await asAdmin('GET', HARBOUR)).status).toBe(200)
  })

  it('knows what there is not (0.3, 0.6)', async () => {
    const { app, asAdmin, instance_ids } = await buildMatchWorld()
    expect(refusal(await asAdmin('GET', `${PATH}/abc`))).toEqual([400, 'validation'])
    expect(refusal(await asAdmin('GET', `${PATH}/999999`))).toEqual([404, 'not_found'])
    const unknown = await asAdmin('GET', `${HARBOUR}?instance_id=in_none`)
    expect(refusal(unknown)).toEqual([404, 'instance_not_found'])
    await asAdmin('DELETE', `/api/admin/instances/${instance_ids.series}`)
    expect(refusal(await asAdmin('GET', HARBOUR))).toEqual([404, 'no_instance'])
    expect(refusal(await asAdmin('GET', `${PATH}/candidates?q=a`))).toEqual([404, 'no_instance'])
    const bob = callAs(app, (await addUser(app, asAdmin, 'bob')).access_token)
    expect(refusal(await bob('GET', PATH))).toEqual([403, 'forbidden'])
  })

  it('needs the metadata provider', async () => {
    const { asAdmin } = await buildMatchWorld({ APP_TMDB_API_KEY: '' })
    expect(refusal(await asAdmin('GET', HARBOUR))).toEqual([503, 'metadata_unconfigured'])
    // What is bundled or said is known without it.
    expect((await asAdmin('GET', PATH)).body).toHaveLength(4)
  })
})

describe('candidates (1/4.7)', () => {
  it('finds series by title, by digits and by tvdb:<n>', async () => {
    const { asAdmin, sonarr } = await buildMatchWorld()
    sonarr.addSeries(HARBOUR_NINE_TVDB)
    const find = async (q: string) =>
      (await asAdmin('GET', `${PATH}/candidates?q=${encodeURIComponent(q)}`)).body
    const [held] = await find('harbour nine')
    expect(held).toEqual({
      tvdb_id: HARBOUR_NINE_TVDB,
      title: 'Harbour Nine',
      year: 2025,
      overview: expect.any(String),
      poster: expect.any(String),
      status: 'ended',
      seasons: [1],
      in_library: true,
    })
    for (const q of [String(RUNNING_TVDB), `tvdb:${RUNNING_TVDB}`, ` TVDB: ${RUNNING_TVDB} `]) {
      expect(await find(q)).toMatchObject([{ tvdb_id: RUNNING_TVDB, seasons: [1, 2], in_library: false }])
    }
    expect(await find('no such series')).toEqual([])
    for (const q of ['', ' ', 'a'.repeat(201)]) {
      const answer = await asAdmin('GET', `${PATH}/candidates?q=${encodeURIComponent(q)}`)
      expect([q, ...refusal(answer)]).toEqual([q, 400, 'validation'])
    }
  })

  it('offers only the series of an id, whatever else the manager answers', async () => {
    const { asAdmin, sonarr } = await buildMatchWorld()
    const titles = { 71: 'Seventy-One', 710: 'Another' }
    const body = Object.entries(titles).map(([id, title]) => ({ tvdbId: Number(id), title, seasons: [] }))
    const find = async (q: string) => {
      sonarr.faults.next('GET /api/v3/series/lookup', status(200, { body }))
      return (await asAdmin('GET', `${PATH}/candidates?q=${q}`)).body
    }
    expect(await find('71')).toMatchObject([{ tvdb_id: 71, title: 'Seventy-One' }])
    expect(await find('tvdb:710')).toMatchObject([{ tvdb_id: 710 }])
    expect(await find('7')).toEqual([])
    expect(await find('another')).toHaveLength(2)
  })
})

describe('changing a match (1:4.7, R9)', () => {
  it('takes another series, pauses, goes back, and changes the revision each time', async () => {
    const { asAdmin, instance_ids } = await buildMatchWorld()
    const first = await look(asAdmin)
    const set = await asAdmin('PUT', HARBOUR, {
      ...custom(first.match.revision),
      instance_id: instance_ids.series,
    })
    expect(set.status).toBe(200)
    expect(set.body.match).toMatchObject({
      tvdb_id: RUNNING_TVDB,
      target_title: 'The Weather Office',
      season_map: { '1': 2 },
      provenance: 'custom',
      state: 'resolved',
    })
    expect(set.body.target_seasons.map((one: { season_number: number }) => one.season_number)).toEqual([1, 2])
    expect(await look(asAdmin)).toEqual(set.body)

    // What only a custom match has is ignored, whatever it is.
    const pause = { revision: set.body.match.revision, mode: 'paused', tvdb_id: null, season_map: 'none' }
    const paused = await asAdmin('PUT', HARBOUR, pause)
    expect(paused.body).toMatchObject({ match: { state: 'paused', season_map: {} }, target_seasons: [] })
    const rows = (await asAdmin('GET', PATH)).body
    expect(rows[0]).toEqual({
      ...paused.body.match,
      updated_at: '2026-11-15T09:00:00.000Z',
      updated_by: 'ana',
    })

    const back = await asAdmin('PUT', HARBOUR, { revision: paused.body.match.revision, mode: 'default' })
    expect(back.body.match).toEqual({ ...first.match, revision: expect.any(String) })
    const revisions = [first, set.body, paused.body, back.body].map(one => one.match.revision)
    expect(new Set(revisions).size).toBe(4)
    const listed: { tmdb_id: number }[] = (await asAdmin('GET', PATH)).body
    expect(listed.map(row => row.tmdb_id)).toEqual(BUNDLED)
  })

  it('goes back by DELETE with a body or with a query', async () => {
    const { app, asAdmin, admin } = await buildMatchWorld()
    const { match } = await look(asAdmin)
    const set = async (revision: string) =>
      (await asAdmin('PUT', HARBOUR, custom(revision))).body.match.revision
    const first = await set(match.revision)
    expect(refusal(await asAdmin('DELETE', HARBOUR))).toEqual([400, 'validation'])
    expect((await asAdmin('DELETE', HARBOUR)).body.fields).toHaveProperty('revision')
    const text = {
      token: admin.access_token,
      headers: { 'content-type': 'text/plain' },
      body: `revision=${first}`,
    }
    expect(refusal(await app.call('DELETE', HARBOUR, text))).toEqual([415, 'unsupported_media_type'])
    expect(refusal(await asAdmin('DELETE', HARBOUR, { revision: match.revision }))).toEqual([
      409,
      'stale_revision',
    ])
    const byBody = await asAdmin('DELETE', HARBOUR, { revision: first })
    expect(byBody.body.match).toMatchObject({ provenance: 'metadata', tvdb_id: HARBOUR_NINE_TVDB })
    const second = await set(byBody.body.match.revision)
    const byQuery = await asAdmin('DELETE', `${HARBOUR}?revision=${second}`)
    expect([byQuery.status, byQuery.body.match.provenance]).toEqual([200, 'metadata'])
    // Nothing was said any more, so nothing changes.
    const once = await asAdmin('DELETE', `${HARBOUR}?revision=${byQuery.body.match.revision}`)
    expect(once.body).toEqual(byQuery.body)
  })

  it('tells who looked at an older match, with the current one', async () => {
    const { asAdmin } = await buildMatchWorld()
    const { match } = await look(asAdmin)
    await asAdmin('PUT', HARBOUR, custom(match.revision))
    const late = await asAdmin('PUT', HARBOUR, { revision: match.revision, mode: 'paused' })
    expect(refusal(late)).toEqual([409, 'stale_revision'])
    expect(late.body.current).toEqual(await look(asAdmin))
    const wrong = await asAdmin('PUT', HARBOUR, { revision: 'never', mode: 'default' })
    expect(refusal(wrong)).toEqual([409, 'stale_revision'])
  })

  it('lets one of several who looked at the same match decide', async () => {
    const { asAdmin } = await buildMatchWorld()
    const { match } = await look(asAdmin)
    const maps = [1, 2, 1, 2].map((target, i) => ({ '1': target, [String(i + 2)]: 1 }))
    const answers = await Promise.all(
      maps.map(season_map => asAdmin('PUT', HARBOUR, custom(match.revision, season_map))),
    )
    expect(answers.map(answer => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
    const won = answers.find(answer => answer.status === 200)
    expect((await look(asAdmin)).match).toEqual(won?.body.match)
    for (const lost of answers.filter(answer => answer.status === 409)) {
      expect(lost.body.current.match).toEqual(won?.body.match)
    }
  })

  it('refuses what is wrong as sent before it asks anybody', async () => {
    const { asAdmin, tmdb } = await buildMatchWorld()
    const wrong: [string, object][] = [
      ['revision', { mode: 'paused' }],
      ['mode', { revision: '', mode: 'off' }],
      ['tvdb_id', { revision: '', mode: 'custom', season_map: { '1': 1 } }],
      ['season_map', { revision: '', mode: 'custom', tvdb_id: RUNNING_TVDB }],
      ['season_map', custom('', {})],
      ['season_map.01', custom('', { '1': 1, '01': 2 })],
      ['season_map.0', custom('', { '0': 1 })],
      ['season_map.1', custom('', { '1': 1.5 })],
    ]
    for (const [field, body] of wrong) {
      const answer = await asAdmin('PUT', HARBOUR, body)
      expect([field, ...refusal(answer)]).toEqual([field, 400, 'validation'])
      expect(Object.keys(answer.body.fields)).toContain(field)
    }
    expect(tmdb.journal.requests()).toEqual([])
  })

  it('refuses a series and seasons that do not exist, and writes nothing when it cannot tell', async () => {
    const { asAdmin, sonarr } = await buildMatchWorld()
    const before = await look(asAdmin)
    const { revision } = before.match
    const nobody = await asAdmin('PUT', HARBOUR, { ...custom(revision), tvdb_id: 999_999_999 })
    expect([refusal(nobody), Object.keys(nobody.body.fields)]).toEqual([[400, 'validation'], ['tvdb_id']])
    const beyond = await asAdmin('PUT', HARBOUR, custom(revision, { '1': 2, '2': 3 }))
    expect([refusal(beyond), Object.keys(beyond.body.fields)]).toEqual([
      [400, 'validation'],
      ['season_map.2'],
    ])
    sonarr.faults.always('GET /api/v3/series/lookup', status(503))
    expect(refusal(await asAdmin('PUT', HARBOUR, custom(revision)))).toEqual([502, 'upstream_failed'])
    sonarr.faults.clear()
    expect(await look(asAdmin)).toEqual(before)
  })
})

describe('the list (1/4.7)', () => {
  it('holds what is bundled, custom or paused, without asking anybody', async () => {
    const { asAdmin, tmdb, sonarr } = await buildMatchWorld()
    const { match } = await look(asAdmin)
    await asAdmin('PUT', HARBOUR, custom(match.revision))
    for (const provider of [tmdb, sonarr]) provider.faults.always('GET /*', hang())
    const rows: (TvMatchDetail['match'] & { updated_by?: string })[] = (await asAdmin('GET', PATH)).body
    expect(rows.map(row => [row.tmdb_id, row.title, row.provenance, row.updated_by])).toEqual([
      [SHOW.harbour_nine, 'Harbour Nine', 'custom', 'ana'],
      ...BUNDLED.map(id => [id, expect.any(String), 'bundled', undefined]),
    ])
    expect(rows.slice(1).map(row => [row.tvdb_id, row.season_map])).toEqual(
      [1, 2, 3, 4].map(target => [389_492, { '1': target }]),
    )
  })
})
