import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { allRoutes } from '@foyer/contract'
import { MOVIE } from '@foyer/simulators'
import { describe, expect, it, type RunnerTask } from 'vitest'
import { startApp } from '#test/app.ts'
import { callAs, expectOk } from '#test/calls.ts'
import { afterTest, shareAmongTests, temporaryFolder } from '#test/engines.ts'
import { type LoopbackServer, serveHttp } from '#test/loopback-servers.ts'
import { addUser } from '#test/people.ts'
import { REQUEST_PARTS } from '#test/request-calls.ts'
import { listen } from '#test/sockets.ts'
import { buildWorld } from '#test/world.ts'

/**
 * One test for each published hole of a product that does something of what Foyer does: what was possible there is tried
 * here. docs/security.md lists them; the last test holds both lists together.
 */
const MARK = 'marker-Zq7-of-the-data-folder'
const PNG = Buffer.from('89504e470d0a1a0a', 'hex')
const SCRIPT = 'console.log("of the client")'

/**
 * A server with an admin and two members, and files in its data folder that nobody may ever be sent. The web client lies
 * there too, so that one step up from it would reach them, as from the kept pictures and the backups.
 */
const household = shareAmongTests(async () => {
  const folder = temporaryFolder()
  for (const name of ['marker.txt', 'marker.jpg']) writeFileSync(join(folder, name), MARK)
  const web_folder = join(folder, 'web')
  mkdirSync(join(web_folder, 'assets'), { recursive: true })
  writeFileSync(join(web_folder, 'index.html'), '<!doctype html><title>Foyer</title>')
  writeFileSync(join(web_folder, 'assets/app-1a2b.js'), SCRIPT)
  const pictures = await serveHttp((_, answer) => answer.end(PNG))
  afterTest(async () => pictures[Symbol.asyncDispose]())
  const env = {
    APP_DATA_DIR: folder,
    APP_TMDB_IMAGE_URL: `${pictures.origin}/t/p`,
    APP_TRAKT_IMAGES_URL: `${pictures.origin}/trakt`,
    APP_HARDCOVER_CDN_URL: `${pictures.origin}/covers`,
  }
  const app = await startApp({ env, overrides: { web_folder } })
  const admin = await app.setUp()
  const asAdmin = callAs(app, admin.access_token)
  expectOk(await asAdmin('PUT', '/api/admin/image-cache', { enabled: true }))
  const [bob, uma] = [await addUser(app, asAdmin, 'bob'), await addUser(app, asAdmin, 'uma')]
  return {
    app,
    asAdmin,
    bob,
    asBob: callAs(app, bob.access_token),
    asUma: callAs(app, uma.access_token),
    asStranger: callAs(app),
    /** What the providers of pictures were asked for by `run`. */
    async askedFor(run: () => Promise<void>) {
      const before = pictures.seen.length
      await run()
      return pictures.seen.slice(before)
    },
    read: await openReader(await listen(app), admin.access_token),
    names: async () =>
      (await asAdmin('GET', '/api/admin/users')).body.map((user: { username: string }) => user.username),
  }
})

/** Sends addresses as they are: `inject`, as browsers do, takes the steps upwards out before it sends. */
async function openReader(port: number, token: string) {
  const agent = new Agent({ keepAlive: true })
  afterTest(async () => agent.destroy())
  return async (path: string, as: 'admin' | 'stranger'): Promise<string> => {
    const headers = as === 'admin' ? { authorization: `Bearer ${token}` } : {}
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      request({ host: '127.0.0.1', port, agent, path, headers }, resolve).on('error', reject).end()
    })
    return Buffer.concat(await answer.toArray()).toString('latin1')
  }
}

/** Somebody on the network who should never hear from the server. */
const listener = (): Promise<LoopbackServer> => serveHttp((_, answer) => answer.end('heard'))

const CLIMBS = ['../', '..%2f', '..%5c', '%2e%2e/', '%2e%2e%2f', '....//', '..;/', '%252e%252e%252f', '/']

describe('a way in', () => {
  it('CVE-2026-27707 (Seerr): signing in by a media server that is not set up makes no account', async () => {
    const { asStranger, names } = household()
    const before = await names()
    const form = { instance_id: 'in_1', username: 'eve', password: 'secret-Zq7' }
    const tries = [
      await asStranger('POST', '/api/auth/account-server/sign-in', {
        ...form,
        hostname: 'http://evil.example',
      }),
      await asStranger('POST', '/api/auth/account-server/sign-in', form),
      await asStranger('POST', '/api/auth/account-server/quick-connect/begin', form),
      await asStranger('POST', '/api/auth/invite-server/begin', form),
    ]
    for (const { status, body } of tries) {
      expect(status).toBeGreaterThanOrEqual(400)
      expect(body).not.toHaveProperty('access_token')
    }
    expect(await names()).toEqual(before)
  })

  it('CVE-2025-25205 (Audiobookshelf): the address of a public page inside another opens nothing', async () => {
    const { asStranger } = household()
    const tricks = [
      '?r=/api/auth/status',
      '?/ping',
      '/..%2f..%2fauth%2fstatus',
      ';/api/auth/status',
      '%3f/api/auth/status',
      '#/ping',
    ]
    for (const path of ['/api/admin/users', '/api/requests', '/api/auth/me']) {
      for (const trick of tricks) {
        const { status } = await asStranger('GET', path + trick)
        expect([path + trick, status >= 400]).toEqual([path + trick, true])
      }
    }
  })

  it('CVE-2021-25827 (Emby): nobody gets in by claiming to be on the local network', async () => {
    const { app } = household()
    for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'x-client-ip', 'true-client-ip']) {
      const value = name === 'forwarded' ? 'for=127.0.0.1' : '127.0.0.1'
      for (const from of ['203.0.113.9', '127.0.0.1', '192.168.1.2']) {
        const { status } = await app.call('GET', '/api/auth/me', { from, headers: { [name]: value } })
        expect([name, from, status]).toEqual([name, from, 401])
      }
    }
  })
})

describe("somebody else's", () => {
  it('CVE-2026-27793 (Seerr): no profile shows what notifies its person', async () => {
    const { asAdmin, asUma, asBob, bob } = household()
    const secret = 'push-token-Zq7'
    expectOk(await asBob('POST', '/api/devices/push-token', { device_id: bob.device_id, apns_token: secret }))
    for (const path of ['/api/admin/users', '/api/admin/devices']) {
      expect((await asUma('GET', path)).status).toBe(403)
      const { status, raw } = await asAdmin('GET', path)
      expect([path, status, raw.includes(secret)]).toEqual([path, 200, false])
    }
    expect((await asBob('GET', '/api/devices/push-token')).raw.includes(secret)).toBe(false)
  })

  it("CVE-2026-27792 (Seerr): nobody reads, adds or ends another person's notifications", async () => {
    const { asBob, asUma, bob } = household()
    const { device_id } = bob
    expectOk(await asBob('POST', '/api/devices/push-token', { device_id, apns_token: 'of-bob' }))
    const before = (await asBob('GET', '/api/devices/push-token')).body
    expect(before).toHaveLength(1)
    const theft = await asUma('POST', '/api/devices/push-token', { device_id, apns_token: 'of-uma' })
    expect(theft.status).toBe(403)
    expect((await asUma('DELETE', `/api/devices/push-token/${device_id}`)).status).toBe(403)
    expect((await asUma('GET', '/api/devices/push-token')).body).toEqual([])
    expect((await asBob('GET', '/api/devices/push-token')).body).toEqual(before)
  })

  it('home-sections#93 (Jellyfin plugin): a request is of the person who sends it, whoever it names', async () => {
    const { app, asUma, users } = await buildWorld(REQUEST_PARTS)
    const named = { user_id: 1, userId: 1, username: 'ana' }
    const asked = await asUma('POST', '/api/requests', {
      media_type: 'movie',
      tmdb_id: MOVIE.absent,
      ...named,
    })
    expect(asked.status).toBe(201)
    const rows = await app.database.read.selectFrom('requests').select('user_id').execute()
    expect(rows).toEqual([{ user_id: users.uma.user.id }])
  })
})

/** Whether a route answers there: an address without one would keep every secret. */
function isRoute(place: string): boolean {
  return allRoutes.some(
    ({ method, path }) => method === 'GET' && place.startsWith(path.split('{')[0] ?? path),
  )
}

describe('a file of the machine', () => {
  it.each([
    ['CVE-2023-32322 (Ombi)', ['/api/admin/operations/backups/', '/api/admin/operations/logs/']],
    ['CVE-2026-31831 (Tautulli)', ['/api/images/w500/', '/api/listsrc/images/walter.trakt.tv/images/']],
    ['CVE-2021-21402 (Jellyfin)', ['/', '/assets/', '/api/discover/books/images/']],
  ])('%s: no address leads to it', async (_, places) => {
    const { askedFor, read } = household()
    expect(await read('/assets/app-1a2b.js', 'stranger')).toBe(SCRIPT)
    const ways = CLIMBS.flatMap(climb => [
      ...[1, 2, 3].flatMap(steps =>
        ['marker.txt', 'marker.jpg', 'foyer.db'].map(file => climb.repeat(steps) + file),
      ),
      `${climb.repeat(12)}etc/passwd`,
    ])
    const asked = await askedFor(async () => {
      for (const place of places) {
        if (place.startsWith('/api/')) expect([place, isRoute(place)]).toEqual([place, true])
        for (const path of ways.map(way => place + way)) {
          for (const as of ['admin', 'stranger'] as const) {
            const text = await read(path, as)
            expect([path, /marker-Zq7|SQLite format|root:.*:0:0:/.exec(text)]).toEqual([path, null])
          }
        }
      }
    })
    // Nor is a climbing name passed on to who has the pictures.
    expect(asked).toEqual([])
  })

  it('CVE-2023-32322 (Ombi): a name that climbs removes and restores nothing either', async () => {
    const { app, asAdmin } = household()
    const made = expectOk(await asAdmin('POST', '/api/admin/operations/backups'))
    for (const climb of CLIMBS.filter(one => !one.includes('/'))) {
      const folder = `/api/admin/operations/backups/${climb}`
      for (const file of ['marker.txt', `backups%2f${made.name}`]) {
        expect([file, (await asAdmin('DELETE', folder + file)).status]).toEqual([file, 404])
        expect([file, (await asAdmin('POST', `${folder}${file}/restore-preview`)).status]).toEqual([
          file,
          404,
        ])
      }
    }
    expect(readFileSync(join(app.config.data_dir, 'marker.txt'), 'utf8')).toBe(MARK)
    expect((await asAdmin('GET', `/api/admin/operations/backups/${made.name}`)).status).toBe(200)
    expectOk(await asAdmin('DELETE', `/api/admin/operations/backups/${made.name}`))
  })

  it('GHSA-mc6w-69r3-62h8 (Seerr): what a server says of a picture names no file', async () => {
    await using liar = await serveHttp((_, answer) =>
      answer
        .writeHead(200, {
          'content-type': 'image/../../../marker.txt',
          'content-disposition': 'attachment; filename="../../marker.txt"',
          etag: '"../../marker.txt"',
        })
        .end('overwritten'),
    )
    const folder = temporaryFolder()
    const env = { APP_DATA_DIR: folder, APP_TMDB_IMAGE_URL: `${liar.origin}/t/p` }
    const app = await startApp({ env })
    writeFileSync(join(folder, 'marker.txt'), MARK)
    const asAdmin = callAs(app, (await app.setUp()).access_token)
    const settings = (await asAdmin('GET', '/api/admin/image-cache')).body
    expectOk(await asAdmin('PUT', '/api/admin/image-cache', { ...settings, enabled: true }))
    const { status } = await asAdmin('GET', '/api/images/w500/picture.jpg')
    expect([liar.seen.length, status]).toEqual([1, 502])
    expect(readFileSync(join(folder, 'marker.txt'), 'utf8')).toBe(MARK)
  })
})

describe('a call that the server makes for somebody', () => {
  /** What is refused, beside a picture of the same place that is fetched from where pictures come from. */
  async function expectNoCall(
    paths: (stranger: LoopbackServer) => string[],
    [picture, at]: [string, string],
  ) {
    await using stranger = await listener()
    const { asBob, askedFor } = household()
    const asked = await askedFor(async () => {
      for (const path of paths(stranger)) {
        const { status } = await asBob('GET', path)
        expect([path, status >= 400]).toEqual([path, true])
      }
    })
    expect([asked, stranger.seen]).toEqual([[], []])
    expect(
      await askedFor(async () => {
        expect((await asBob('GET', picture)).raw).toEqual(PNG)
      }),
    ).toEqual([`GET ${at}`])
  }

  it('CVE-2026-43986 (Tautulli): pictures come from nowhere else', async () => {
    const wanted = ({ origin }: LoopbackServer) => encodeURIComponent(`${origin}/picture.jpg`)
    await expectNoCall(
      stranger => [
        ...['url', 'img', 'fallback'].map(name => `/api/images/w500/picture.jpg?${name}=${wanted(stranger)}`),
        `/api/images/w500/${wanted(stranger)}`,
        `/api/images/${wanted(stranger)}/picture.jpg`,
        `/api/images/w500/@127.0.0.1:${stranger.port}%2fpicture.jpg`,
      ],
      ['/api/images/w500/picture.jpg', '/t/p/w500/picture.jpg'],
    )
  })

  it('CVE-2021-29490 (Jellyfin): pictures that another provider names come from its own host', async () => {
    await expectNoCall(
      ({ origin, port }) => [
        `/api/listsrc/images/127.0.0.1:${port}/images/a.jpg`,
        `/api/listsrc/images/127.0.0.1%3a${port}%2f.trakt.tv/images/a.jpg`,
        `/api/listsrc/images/walter.trakt.tv/images/a.jpg?imageUrl=${encodeURIComponent(origin)}`,
      ],
      ['/api/listsrc/images/walter.trakt.tv/images/a.jpg', '/trakt/walter.trakt.tv/images/a.jpg'],
    )
    await expectNoCall(
      ({ origin, port }) => [
        `/api/discover/books/images/${encodeURIComponent(`${origin}/a.jpg`)}`,
        `/api/discover/books/images/@127.0.0.1:${port}/a.jpg`,
      ],
      ['/api/discover/books/images/edition/1/a.jpg', '/covers/edition/1/a.jpg'],
    )
  })

  it('CVE-2026-40348 (Movary): a member sends the server to no address', async () => {
    await using stranger = await listener()
    const { asBob, app } = household()
    const { origin: url } = stranger
    const tries: [string, object][] = [
      ['/api/admin/instances/test', { service_type: 'movie_manager', name: 'M', url, api_key: 'k' }],
      ['/api/admin/instances', { service_type: 'jellyfin', name: 'J', url, api_key: 'k' }],
      ['/api/admin/oidc/test', { issuer: url }],
      ['/api/me/destinations/test', { kind: 'ntfy', name: 'N', address: `${url}/topic` }],
      ['/api/me/destinations/test', { kind: 'webhook', name: 'W', address: url }],
    ]
    for (const [path, body] of tries) {
      const { status } = await asBob('POST', path, body)
      // A trial that may be made says what became of it.
      expect([path, [200, 400, 403].includes(status)]).toEqual([path, true])
    }
    await app.jobs.settle()
    expect(stranger.seen).toEqual([])
  })
})

describe('a text that is run', () => {
  it('CVE-2023-30627 (Jellyfin): the name of a device is a text to everybody who reads it', async () => {
    const { app, asAdmin, asStranger } = household()
    const name = '<img src=x onerror=alert(1)>'
    const { link } = (await asAdmin('POST', '/api/admin/connect-token', { name: 'eve' })).body
    const token = new URL(link).searchParams.get('token')
    expectOk(await asStranger('POST', '/api/auth/connect', { token, device_name: name }))
    const { headers, body } = await asAdmin('GET', '/api/admin/devices')
    expect(JSON.stringify(body)).toContain(name)
    expect(headers['content-type']).toMatch(/^application\/json/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    const page = await app.call('GET', '/users/devices', { headers: { accept: 'text/html' } })
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toMatch(/script-src 'self'/)
    expect(policy).not.toMatch(/script-src[^;]*unsafe-inline/)
  })
})

const ID = /CVE-\d{4}-\d{4,}|GHSA(?:-[a-z0-9]{4}){3}|home-sections#\d+/g

function testNames(tasks: readonly RunnerTask[]): string[] {
  return tasks.flatMap(task => (task.type === 'suite' ? testNames(task.tasks) : task.name))
}

it('docs/security.md lists exactly the holes that are tried here', ({ task }) => {
  const tried = testNames(task.file.tasks).flatMap(name => name.match(ID) ?? [])
  expect(new Set(tried)).toEqual(new Set(readFileSync('docs/security.md', 'utf8').match(ID)))
})
