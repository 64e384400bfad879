import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { dropBefore, garbage, hang, MOVIE, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { serveHttp } from '#test/loopback-servers.ts'
import { type CallOptions, startApp } from '#test/app.ts'
import { afterTest } from '#test/engines.ts'
import { addInstance, insertInstance, managerForm, startSimulators } from '#test/managers.ts'
import { changeRole, revokeDevice, signInAs } from '#test/people.ts'
import { listen, rawExchange } from '#test/sockets.ts'

async function begin() {
  const world = await startSimulators({ products: ['radarr', 'sonarr', 'lidarr'], strict: false })
  const app = await startApp()
  const admin = (await app.setUp()).access_token
  const bob = await signInAs(app, 'bob', 'user')
  const { id } = await addInstance(app, admin, managerForm('movie_manager', 'Movies', world.radarr))
  const music = await addInstance(app, admin, managerForm('music_manager', 'Music', world.lidarr))
  await app.jobs.settle()
  world.radarr.addMovie(MOVIE.with_file)
  world.radarr.journal.clear()
  const ask = (token: string, path: string, options: CallOptions & { method?: string } = {}) =>
    app.call(options.method ?? 'GET', `/api/instances/${path}`, { token, ...options })
  const asBob = (path: string, options?: CallOptions & { method?: string }) =>
    ask(bob.access_token, `${id}/proxy/${path}`, options)
  const asAdmin = (path: string, options?: CallOptions & { method?: string }) =>
    ask(admin, `${id}/proxy/${path}`, options)
  return { app, world, admin, bob, id, music: music.id, ask, asBob, asAdmin }
}

/** Music comes from a manager that answers like this to everything but the test, and Bob may use it. */
async function beginWithCovers(answer: (path: string, res: ServerResponse) => void) {
  const begun = await begin()
  const { app, admin, bob, music, world } = begun
  const covers = await serveHttp((req, res) => {
    const path = req.url ?? ''
    if (!path.includes('status')) return answer(path, res)
    res.writeHead(200, { 'content-type': 'application/json' }).end('{"appName":"Lidarr","version":"2.0"}')
  })
  afterTest(async () => covers[Symbol.asyncDispose]())
  const body = { url: covers.origin, api_key: world.lidarr.api_key }
  await app.call('PUT', `/api/admin/instances/${music}`, { token: admin, body })
  const grant = { music_manager: [music] }
  await app.call('PUT', `/api/admin/users/${bob.user.id}/instance-grants`, { token: admin, body: grant })
  return begun
}

describe('the library-manager proxy (1/I)', () => {
  it('reads an allowed resource for a user who sees the instance', async () => {
    const { asBob, world } = await begin()
    const movies = await asBob('api/v3/movie')
    expect([movies.status, movies.headers['cache-control']]).toEqual([200, 'private, no-store'])
    expect(movies.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(movies.body).toMatchObject([{ tmdbId: MOVIE.with_file }])
    const one = await asBob(`api/v3/movie/${movies.body[0].id}`)
    expect(one.body).toMatchObject({ tmdbId: MOVIE.with_file })
    await asBob('api/v3/calendar?start=2026-11-01&apikey=stale&unmonitored=true')
    const entry = world.radarr.journal.requests('GET /api/v3/calendar')[0]
    expect(entry?.query.toString()).toBe('start=2026-11-01&unmonitored=true')
    expect(entry?.headers['x-api-key']).toBe(world.radarr.api_key)
  })

  it('drops cookies, identity, forwarded and credential headers both ways', async () => {
    const { app, admin } = await begin()
    const seen: Record<string, unknown>[] = []
    const manager = await serveHttp((req, res) => {
      seen.push(req.headers)
      const headers = {
        'content-type': 'application/json',
        'set-cookie': 'session=secret',
        server: 'Radarr',
        location: '/api/v3/movie/9',
        'x-application-version': '6',
      }
      res.writeHead(201, headers).end('{"appName":"Radarr","version":"6.0"}')
    })
    afterTest(async () => manager[Symbol.asyncDispose]())
    const form = { service_type: 'movie_manager', name: 'Own', url: manager.origin, api_key: 'manager-key' }
    const { id } = await addInstance(app, admin, form)
    seen.splice(0)
    const answer = await app.call('GET', `/api/instances/${id}/proxy/api/v3/movie`, {
      token: admin,
      headers: {
        cookie: 'foyer_images=x',
        'x-api-key': 'mine',
        'x-forwarded-for': '203.0.113.9',
        'x-forwarded-user': 'ana',
        'remote-user': 'ana',
        referer: 'http://inside/',
        origin: 'http://inside',
      },
    })
    expect(answer.status).toBe(201)
    for (const name of ['set-cookie', 'server', 'location', 'x-application-version']) {
      expect(answer.headers[name]).toBeUndefined()
    }
    const call = seen.find(headers => headers['x-api-key'] === 'manager-key')
    expect(Object.keys(call ?? {}).sort()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
      'x-api-key',
    ])
  })

  it('lets an admin write, with the body as it came', async () => {
    const { asAdmin, world } = await begin()
    const made = await asAdmin('api/v3/tag', { method: 'POST', body: { label: 'kids' } })
    expect([made.status, made.body.label]).toEqual([201, 'kids'])
    expect(world.radarr.journal.requests('POST /api/v3/tag')[0]?.body).toEqual({ label: 'kids' })
    const [movie] = (await asAdmin('api/v3/movie')).body
    const wanted = { ...movie, monitored: !movie.monitored }
    const changed = await asAdmin(`api/v3/movie/${movie.id}`, { method: 'PUT', body: wanted })
    expect([changed.status, changed.body.monitored]).toEqual([202, wanted.monitored])
    expect((await asAdmin(`api/v3/tag/${made.body.id}`, { method: 'DELETE' })).status).toBe(200)
    const head = await asAdmin('api/v3/movie', { method: 'HEAD' })
    expect(head.raw.length).toBe(0)
  })

  it('refuses a user everything else, and the manager hears nothing of it', async () => {
    const { asBob, world } = await begin()
    for (const path of [
      'api/v3/config/host',
      'api/v3/movie/%31',
      'api/v3/movie/../notification',
      '',
      'ping',
    ]) {
      const answer = await asBob(path)
      expect([path, answer.status, answer.body.code]).toEqual([path, 403, 'proxy_not_allowed'])
    }
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']) {
      expect((await asBob('api/v3/movie', { method })).status).toBe(403)
    }
    expect(world.radarr.journal.entries).toEqual([])
  })

  it('is closed to those who do not see the instance, with one body (0.6)', async () => {
    const { ask, bob, admin, music, app } = await begin()
    const hidden = await ask(bob.access_token, `${music}/proxy/api/v1/artist`)
    const unknown = await ask(bob.access_token, 'in_x/proxy/api/v1/artist')
    expect([hidden.status, hidden.body.code]).toEqual([403, 'instance_forbidden'])
    expect(unknown.raw).toEqual(hidden.raw)
    const gone = await ask(admin, 'in_x/proxy/api/v1/artist')
    expect([gone.status, gone.body.code]).toEqual([404, 'instance_not_found'])
    await insertInstance(app, { id: 'in_t', service_type: 'transcoder' })
    const wrong = await ask(admin, 'in_t/proxy/api/v2/status')
    expect([wrong.status, wrong.body.code]).toEqual([400, 'wrong_service_type'])
    await app.call('PUT', `/api/admin/users/${bob.user.id}/instance-grants`, {
      token: admin,
      body: { music_manager: [music] },
    })
    expect((await ask(bob.access_token, `${music}/proxy/api/v1/artist`)).status).toBe(200)
  })

  it('takes secrets out of JSON, for admins too', async () => {
    const { asAdmin, world } = await begin()
    const secrets = {
      apiKey: world.radarr.api_key,
      authenticationMethod: 'forms',
      instanceName: 'Movies',
      fields: [{ name: 'password', value: 'hunter2-secret', privacy: 'password' }],
      downloadUrl: 'http://indexer.example/get?id=1&passkey=abcdef123456',
      note: `the key is ${world.radarr.api_key}`,
    }
    world.radarr.faults.next('GET /api/v3/config/host', status(200, { body: secrets }))
    const { status: code, body } = await asAdmin('api/v3/config/host')
    expect([code, body.instanceName, body.authenticationMethod]).toEqual([200, 'Movies', 'forms'])
    for (const secret of [world.radarr.api_key, 'hunter2-secret', 'abcdef123456']) {
      expect(JSON.stringify(body)).not.toContain(secret)
    }
  })

  it('passes the manager’s status on, but turns a refused key into 502 (1/I)', async () => {
    const { asBob, world } = await begin()
    for (const code of [400, 404, 409, 429, 500, 503]) {
      const body = { message: 'no', description: 'at Radarr.Core in /app/bin' }
      world.radarr.faults.next('GET /api/v3/movie', status(code, { body, retry_after: 7 }))
      const answer = await asBob('api/v3/movie')
      expect([answer.status, answer.body, answer.headers['retry-after']]).toEqual([
        code,
        { message: 'no' },
        '7',
      ])
    }
    for (const code of [401, 403]) {
      world.radarr.faults.next('GET /api/v3/movie', status(code))
      const answer = await asBob('api/v3/movie')
      expect([answer.status, answer.body.code]).toEqual([502, 'upstream_rejected'])
    }
  })

  it('answers 502 to pages, broken JSON, redirects and silence on a JSON route', async () => {
    const { asBob, world } = await begin()
    world.radarr.faults.next('GET /api/v3/movie', garbage('html'), garbage('json'), dropBefore())
    for (const _ of [1, 2, 3]) {
      const answer = await asBob('api/v3/movie')
      expect([answer.status, answer.body.code]).toEqual([502, 'upstream_failed'])
    }
    world.radarr.faults.next('GET /api/v3/movie', status(302, { body: {} }))
    expect((await asBob('api/v3/movie')).status).toBe(502)
  })

  it('gives lookups ten seconds, then 504 (1/I)', async () => {
    const { app, asAdmin, world } = await begin()
    world.radarr.faults.next('GET /api/v3/movie/lookup', hang())
    const pending = asAdmin('api/v3/movie/lookup?term=x')
    await eventually(() => expect(world.radarr.journal.entries).toHaveLength(1))
    app.clock.advance(10_000)
    const answer = await pending
    expect([answer.status, answer.body.code]).toEqual([504, 'timeout'])
  })

  it('keeps every path below the manager’s address, and a user’s without anything encoded', async () => {
    const { app, admin, bob, id, world } = await begin()
    const port = await listen(app)
    const statusOf = async (token: string, path: string) => {
      const head = `GET /api/instances/${id}/proxy/${path} HTTP/1.1\r\nHost: x\r\n`
      const answer = await rawExchange(
        port,
        `${head}Authorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
      )
      return [path, Number(answer.split(' ')[1])]
    }
    for (const path of ['api/%2e%2e/x', 'api/v3/../../x', '..%5c..%5cx', 'a%5Cb', 'api/./x']) {
      expect(await statusOf(admin, path)).toEqual([path, 400])
      expect(await statusOf(bob.access_token, path)).toEqual([path, 403])
    }
    for (const path of [
      'api/v3/movie/%31',
      'api/v3/movie/../notification',
      'api/v3//movie',
      '/api/v3/movie',
    ]) {
      expect(await statusOf(bob.access_token, path)).toEqual([path, 403])
    }
    expect(world.radarr.journal.entries).toEqual([])
  })

  it('relays pictures to those who see the instance', async () => {
    const bytes = Buffer.from('89504e470d0a1a0a', 'hex')
    const { ask, bob, music } = await beginWithCovers((_path, res) => {
      res.writeHead(200, { 'content-type': 'image/png' }).end(bytes)
    })
    for (const path of ['Albums/9/cover.jpg?lastWrite=1', 'Artists/3/poster-250.jpg']) {
      const picture = await ask(bob.access_token, `${music}/proxy/MediaCover/${path}`)
      expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/png'])
      expect(picture.raw).toEqual(bytes)
    }
    // 1/I: of music nothing but these two folders is open.
    for (const path of ['3/poster.jpg', 'Books/3/cover.jpg', 'Artists/3', 'Artists/x/poster.jpg']) {
      const refused = await ask(bob.access_token, `${music}/proxy/MediaCover/${path}`)
      expect([refused.status, refused.body.code]).toEqual([403, 'proxy_not_allowed'])
    }
  })

  it('passes on that a picture is missing or fails, without the page about it (1/I)', async () => {
    const { ask, admin, bob, music } = await beginWithCovers((path, res) => {
      const code = Number(/Albums\/(\d+)/.exec(path)?.[1])
      res.writeHead(code, { 'content-type': code === 500 ? 'text/plain' : 'text/html', 'retry-after': '7' })
      res.end('<h1>at Lidarr.Core in /app/bin</h1>')
    })
    const read = (token: string, code: number) =>
      ask(token, `${music}/proxy/MediaCover/Albums/${code}/cover.jpg`)
    for (const code of [404, 410, 429, 500, 503]) {
      const { status: passed, raw, headers } = await read(bob.access_token, code)
      expect([passed, raw.toString(), headers['retry-after']]).toEqual([code, '', '7'])
      expect((await read(admin, code)).status).toBe(code)
    }
    for (const code of [401, 403]) {
      const answer = await read(bob.access_token, code)
      expect([answer.status, answer.body.code]).toEqual([502, 'upstream_rejected'])
    }
    const page = await read(bob.access_token, 200)
    expect([page.status, page.body.code]).toEqual([502, 'upstream_failed'])
  })

  it('authorises again before it answers: grants, sessions and roles count as they are then', async () => {
    const { app, asBob, bob, id } = await begin()
    const during = async (path: string, change: () => Promise<unknown>) => {
      const release = Promise.withResolvers<void>()
      const slow = await serveHttp((_req, res) => {
        void release.promise.then(() => res.writeHead(200, { 'content-type': 'application/json' }).end('[]'))
      })
      afterTest(async () => slow[Symbol.asyncDispose]())
      const move = { url: slow.origin }
      await app.database.transaction(tx =>
        tx.updateTable('instances').set(move).where('id', '=', id).execute(),
      )
      const pending = asBob(path)
      await eventually(() => expect(slow.seen).toHaveLength(1))
      await change()
      release.resolve()
      const { status: code, body } = await pending
      return [code, body.code]
    }
    const pin = { user_id: bob.user.id, service_type: 'movie_manager', instance_id: 'in_other' } as const
    await insertInstance(app, { id: 'in_other', service_type: 'movie_manager' })
    const unseen = await during('api/v3/movie', () =>
      app.database.transaction(tx => tx.insertInto('instance_pins').values(pin).execute()),
    )
    expect(unseen).toEqual([403, 'instance_forbidden'])
    await app.database.transaction(tx => tx.deleteFrom('instance_pins').execute())
    await changeRole(app, bob.user.id, 'admin')
    const demoted = await during('api/v3/config/host', () => changeRole(app, bob.user.id, 'user'))
    expect(demoted).toEqual([403, 'proxy_not_allowed'])
    const revoked = await during('api/v3/movie', () => revokeDevice(app, bob.device_id))
    expect(revoked).toEqual([401, 'session_revoked'])
  })

  it('does not log a client that left before the manager answered as a failure of this server', async () => {
    const asked = Promise.withResolvers<ServerResponse>()
    const { app, admin, music } = await beginWithCovers((_path, res) => asked.resolve(res))
    const socket = connect(await listen(app), '127.0.0.1')
    const path = `/api/instances/${music}/proxy/api/v1/album`
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${admin}\r\n\r\n`)
    const dropped = once(await asked.promise, 'close')
    socket.destroy()
    // The manager is no longer asked, and that is all.
    await dropped
    expect(app.log.entries.filter(({ level }) => level === 'error')).toEqual([])
  })

  it('refuses TRACE and upgrades', async () => {
    const { app, admin, id } = await begin()
    const port = await listen(app)
    const head = (method: string, more: string) =>
      `${method} /api/instances/${id}/proxy/api/v3/movie HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${admin}\r\n${more}Connection: close\r\n\r\n`
    expect(await rawExchange(port, head('TRACE', ''))).toMatch(/^HTTP\/1\.1 405 /)
    const upgrade = head('GET', 'Upgrade: websocket\r\n').replace(
      'Connection: close',
      'Connection: Upgrade, close',
    )
    expect(await rawExchange(port, upgrade)).toMatch(/^HTTP\/1\.1 400 /)
    expect(await rawExchange(port, `CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n`)).not.toMatch(/^HTTP\/1\.1 2/)
  })
})
