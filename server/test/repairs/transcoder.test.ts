import { garbage, held, status } from '@foyer/simulators'
import { beforeEach, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '#kit/durations.ts'
import { expectOk, refusal } from '#test/calls.ts'
import { shareAmongTests } from '#test/engines.ts'
import { eventually } from '#test/eventually.ts'
import { addInstance, insertInstance } from '#test/managers.ts'
import { changeRole } from '#test/people.ts'
import { buildWorld } from '#test/world.ts'

const NODES = 'GET /api/v2/get-nodes'
const CRUD = 'POST /api/v2/cruddb'
const PIES = 'POST /api/v2/stats/get-pies'

/** A server with one transcoder, which protects itself with a key. */
async function open() {
  const world = await buildWorld({ products: ['tdarr'], instances: ['movies'], strict: false })
  const { app, admin, asAdmin, tdarr } = world
  tdarr.requireKey('tapi_one')
  const form = { service_type: 'transcoder', name: 'Workshop', url: tdarr.url, api_key: 'tapi_one' }
  const { id } = await addInstance(app, admin.access_token, form)
  const read = (part: string) => asAdmin('GET', `/api/transcoder/${id}/${part}`)
  return { ...world, id, read }
}

/** Each test begins with empty caches and journals, and without faults. */
function shareOpened() {
  const shared = shareAmongTests(open)
  beforeEach(() => {
    const { app, tdarr } = shared()
    app.clock.advance(MINUTE_MS)
    tdarr.settle()
    tdarr.faults.clear()
    tdarr.journal.clear()
  })
  return shared
}

describe('the transcoder page of admins (2:4.11)', () => {
  const opened = shareOpened()

  it('shows its activity, read with the key, without a proxy and without writing', async () => {
    const { app, tdarr, read } = opened()
    tdarr.startJob('/media/movies/Low Water.mkv', { duration_ms: 10 * MINUTE_MS, progress: 0.5 })
    const answer = await read('activity')
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(answer.body).toEqual({
      observed_at: app.clock.now().toISOString(),
      nodes: [
        { id: 'nodeB2', name: 'cpu-box', paused: true, workers: [] },
        {
          id: 'nodeA1',
          name: 'gpu-box',
          paused: false,
          workers: [
            {
              id: expect.stringMatching(/^wk-/),
              file: 'Low Water.mkv',
              source_path: '/media/movies/Low Water.mkv',
              kind: 'transcode',
              compute: 'gpu',
              status: 'Transcoding',
              step: 'ffmpegCommandExecute',
              progress_percent: 50,
              fps: expect.any(Number),
              eta: '0:05:00',
              flow: true,
            },
          ],
        },
      ],
    })
    expect(tdarr.journal.entries.map(entry => [entry.method, entry.headers['x-api-key']])).toEqual([
      ['GET', 'tapi_one'],
    ])
  })

  it('shows only the ids and names of libraries', async () => {
    const { app, read } = opened()
    expect(expectOk(await read('libraries'))).toEqual({
      observed_at: app.clock.now().toISOString(),
      items: [
        { id: 'WratRWZpe', name: 'Shows' },
        { id: 'kd93Ksa2x', name: 'Movies' },
      ],
    })
  })

  it('counts all libraries under merged labels, and a single one under its own labels', async () => {
    const { tdarr, read } = opened()
    const all = expectOk(await read('stats'))
    expect(all).toMatchObject({ library_id: null, total_files: expect.any(Number) })
    const labels = (counts: { label: string }[]) => counts.map(count => count.label)
    expect(labels(all.transcodes)).toEqual(['Queued', 'Success / not required', 'Errors / cancelled', 'Held'])
    expect(labels(all.health_checks)).toEqual(['Queued', 'Success', 'Errors / cancelled'])
    expect(all.note).toMatch(/need not add up .* Queued while .* not necessarily finished/)
    expect(expectOk(await read('stats?library_id='))).toEqual(all)
    const one = expectOk(await read('stats?library_id=kd93Ksa2x'))
    expect(one).toMatchObject({
      library_id: 'kd93Ksa2x',
      total_files: tdarr.libraries[1]?.files,
      note: all.note,
    })
    expect(labels(one.transcodes)).toEqual(Object.keys(tdarr.libraries[1]?.transcode ?? {}))
  })

  it('never passes on a library id that the transcoder does not have', async () => {
    const { read, tdarr } = opened()
    const answer = await read('stats?library_id=nothing')
    expect(refusal(answer)).toEqual([404, 'not_found'])
    expect(tdarr.journal.requests(PIES)).toEqual([])
  })

  it('refuses an instance that is not a transcoder', async () => {
    const { asAdmin, instance_ids } = opened()
    for (const part of ['activity', 'libraries', 'stats']) {
      const at = (id: string) => asAdmin('GET', `/api/transcoder/${id}/${part}`)
      expect(refusal(await at(instance_ids.movies))).toEqual([400, 'wrong_service_type'])
      expect(refusal(await at('in_nothing'))).toEqual([404, 'instance_not_found'])
    }
  })

  it('reports a fault of the transcoder in a sentence, and does not cache it', async () => {
    const { read, tdarr } = opened()
    const cases = [
      [status(500, { body: 'at /secret/path' }), 'Tdarr sent an unusable response.'],
      [status(403), 'Tdarr refused the stored credentials.'],
      [garbage('html'), 'Tdarr answered in an unknown form. Its version may not be supported.'],
      [status(404), 'Tdarr answered in an unknown form. Its version may not be supported.'],
    ] as const
    for (const [fault, error] of cases) {
      tdarr.faults.next(NODES, fault)
      expect((await read('activity')).body).toEqual({ code: 'upstream_failed', error })
    }
    expect((await read('activity')).status).toBe(200)
    tdarr.withoutPies(true)
    expect(refusal(await read('stats?library_id=kd93Ksa2x'))).toEqual([502, 'upstream_failed'])
    tdarr.withoutPies(false)
  })

  it('asks once for several readers, and again only after 5 or 30 seconds', async () => {
    const { app, read, tdarr } = opened()
    const asked = (route: string) => tdarr.journal.requests(route).length
    await Promise.all([read('activity'), read('activity'), read('libraries'), read('libraries')])
    await Promise.all([read('stats'), read('stats'), read('stats?library_id=kd93Ksa2x')])
    expect([asked(NODES), asked(CRUD), asked(PIES)]).toEqual([1, 2, 1])
    app.clock.advance(5000)
    await Promise.all([read('activity'), read('libraries'), read('stats')])
    expect([asked(NODES), asked(CRUD), asked(PIES)]).toEqual([2, 2, 1])
    app.clock.advance(25_000)
    await Promise.all([read('activity'), read('libraries'), read('stats?library_id=kd93Ksa2x')])
    expect([asked(NODES), asked(CRUD), asked(PIES)]).toEqual([3, 3, 2])
  })

  it('refuses somebody who lost the right while it was answering', async () => {
    const { app, addUser, id, tdarr } = opened()
    const { session, call } = await addUser('ada')
    await changeRole(app, session.user.id, 'admin')
    const release = Promise.withResolvers<void>()
    tdarr.faults.next(NODES, held(release.promise))
    const answer = call('GET', `/api/transcoder/${id}/activity`)
    await eventually(() => expect(tdarr.journal.requests(NODES)).toHaveLength(1))
    await changeRole(app, session.user.id, 'user')
    release.resolve()
    expect(refusal(await answer)).toEqual([403, 'forbidden'])
  })
})

describe('a transcoder that is edited or deleted (2:4.11)', () => {
  const opened = shareOpened()

  /** Adds another instance of the same transcoder with the same key. */
  async function add(name: string) {
    const { app, admin, asAdmin, tdarr } = opened()
    tdarr.requireKey('tapi_one')
    const form = { service_type: 'transcoder', name, url: tdarr.url, api_key: 'tapi_one' }
    const { id } = await addInstance(app, admin.access_token, form)
    tdarr.journal.clear()
    const path = `/api/admin/instances/${id}`
    return { id, path, asAdmin, tdarr, readActivity: () => asAdmin('GET', `/api/transcoder/${id}/activity`) }
  }

  /** A read that waits for its answer. */
  async function beginRead({ tdarr, readActivity }: Awaited<ReturnType<typeof add>>) {
    const release = Promise.withResolvers<void>()
    tdarr.faults.next(NODES, held(release.promise))
    const answer = readActivity()
    await eventually(() => expect(tdarr.journal.requests(NODES)).toHaveLength(1))
    return { release: release.resolve, answer }
  }

  it('is read again after an edit: a read that began before it is neither cached, nor shared, nor answered', async () => {
    const one = await add('Edited')
    const { asAdmin, path, tdarr, readActivity } = one
    const before = await beginRead(one)
    tdarr.requireKey('tapi_two')
    expectOk(await asAdmin('PUT', path, { api_key: 'tapi_two' }))
    tdarr.journal.clear()
    // It does not wait for the earlier read, which hangs.
    const after = expectOk(await readActivity())
    tdarr.startJob('/media/movies/Low Water.mkv')
    before.release()
    expect([expectOk(await before.answer), expectOk(await readActivity())]).toEqual([after, after])
    expect(tdarr.journal.requests(NODES).map(entry => entry.headers['x-api-key'])).toEqual(['tapi_two'])
  })

  it('answers 404 to a read that was under way when it was deleted', async () => {
    const one = await add('Deleted')
    const before = await beginRead(one)
    expectOk(await one.asAdmin('DELETE', one.path))
    before.release()
    expect(refusal(await before.answer)).toEqual([404, 'instance_not_found'])
  })

  it('keeps its key when none is entered, shows only that there is one, and deletes it on request', async () => {
    const { asAdmin, id, path, tdarr, readActivity } = await add('Keyed')
    const renamed = expectOk(await asAdmin('PUT', path, { name: 'Cellar', api_key: '' }))
    expect(renamed).toMatchObject({ name: 'Cellar', has_api_key: true })
    expect(JSON.stringify(renamed)).not.toContain('tapi_one')
    expectOk(await readActivity())
    const test = async () => {
      const draft = { service_type: 'transcoder', id, url: tdarr.url, clear_api_key: true }
      return (await asAdmin('POST', '/api/admin/instances/test', draft)).body.category
    }
    expect(await test()).toBe('unauthorized')
    tdarr.requireKey(null)
    expect(await test()).toBe('ok')
    expect(expectOk(await asAdmin('PUT', path, { clear_api_key: true })).has_api_key).toBe(false)
    tdarr.journal.clear()
    expectOk(await readActivity())
    expect(tdarr.journal.entries[0]?.headers).not.toHaveProperty('x-api-key')
  })

  it('answers 503 when its row cannot be read', async () => {
    const { app, asAdmin } = opened()
    await insertInstance(app, { id: 'in_bad', service_type: 'transcoder', media_path_mappings: '{' })
    expect(refusal(await asAdmin('GET', '/api/transcoder/in_bad/stats'))).toEqual([503, 'unavailable'])
  })
})
