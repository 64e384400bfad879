import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MOVIE } from '../catalogue/fixtures.ts'
import { status } from '../kit/faults.ts'
import { asList, asRecord } from '../kit/json.ts'
import { HOUR_MS } from '../kit/time.ts'
import { createWalker, type Walker } from '../vendor-walk.ts'
import { startWorld, type World } from '../world.ts'

let world: World<'plex' | 'plexTv'>
let cloud: Walker
let server: Walker

const CLIENT = { accept: 'application/json', 'x-plex-client-identifier': 'svc-1', 'x-plex-product': 'Foyer' }

beforeEach(async () => {
  world = await startWorld({ products: ['plex', 'plexTv'] })
  const headers = { ...CLIENT, 'x-plex-token': world.plex.token }
  cloud = createWalker(world.plexTv, headers)
  server = createWalker(world.plex, headers)
})
afterEach(() => world.close())

const ellen = () => world.plexTv.cloud.accounts.values().find(one => one.username === 'ellen77')
const [MOVIES, SHOWS] = [118_000_001, 118_000_002]

describe('the media server', () => {
  it('shows who it is to anybody, in XML unless JSON is asked for', async () => {
    const plain = await fetch(`${world.plex.url}/identity`)
    expect(await plain.text()).toContain(`machineIdentifier="${world.plex.machine_identifier}"`)
    expect((await server.send('GET /identity')).body).toMatchObject({
      MediaContainer: { claimed: true, machineIdentifier: world.plex.machine_identifier },
    })
  })

  it('refuses everything else without a token, in HTML', async () => {
    const response = await fetch(`${world.plex.url}/library/sections`, { headers: CLIENT })
    expect([response.status, response.headers.get('content-type')]).toEqual([401, 'text/html'])
  })

  it('lists to a friend only what was shared, and nothing once the share is gone', async () => {
    const share = world.plexTv.cloud.shares.find(one => one.invited_id === ellen()?.id)
    const friend = createWalker(world.plex, { ...CLIENT, 'x-plex-token': share?.access_token ?? '' })
    const titles = async () => {
      const { body } = await friend.send('GET /library/sections')
      return asList(asRecord(asRecord(body)['MediaContainer'])['Directory']).map(
        one => asRecord(one)['title'],
      )
    }
    expect(await titles()).toEqual(['Movies'])
    expect((await friend.send('GET /library/sections/2/all')).status).toBe(404)
    await cloud.send(`DELETE /api/v2/shared_servers/${share?.id}`)
    expect((await friend.send('GET /library/sections')).status).toBe(401)
  })

  it('pages by header, and names outside ids only when asked and only with the new agents', async () => {
    const { body } = await server.send('GET /library/sections/1/all?type=1&includeGuids=1&title=paper')
    expect(body).toMatchObject({
      MediaContainer: { totalSize: 1, Metadata: [{ Guid: [{}, { id: `tmdb://${MOVIE.with_file}` }] }] },
    })
    const old = world.plex.library.addMovie(MOVIE.requested, { old_agent: true })
    const read = await server.send(`GET /library/metadata/${old.rating_key}?includeGuids=1`)
    const [item] = asList(asRecord(asRecord(read.body)['MediaContainer'])['Metadata']).map(asRecord)
    expect(item?.['guid']).toBe(`com.plexapp.agents.themoviedb://${MOVIE.requested}?lang=en`)
    expect(item).not.toHaveProperty('Guid')
    const page = await fetch(`${world.plex.url}/library/all`, {
      headers: {
        ...CLIENT,
        'x-plex-token': world.plex.token,
        'x-plex-container-start': '1',
        'x-plex-container-size': '2',
      },
    })
    expect(await page.json()).toMatchObject({ MediaContainer: { size: 2, offset: 1 } })
  })
})

describe('plex.tv', () => {
  it('wants to know which installation asks, and then who', async () => {
    const bare = await fetch(`${world.plexTv.url}/api/v2/user`, { headers: { accept: 'application/json' } })
    expect(await bare.json()).toMatchObject({ errors: [{ code: 1000, status: 400 }] })
    const nobody = await fetch(`${world.plexTv.url}/api/v2/user`, { headers: CLIENT })
    expect([nobody.status, await nobody.json()]).toMatchObject([401, { errors: [{ code: 1001 }] }])
    expect((await cloud.send('GET /api/v2/user')).body).toMatchObject({ username: 'marlow' })
  })

  it('speaks its own words for a scripted status', async () => {
    world.plexTv.faults.next('GET /api/v2/resources', status(429), status(410))
    expect((await cloud.send('GET /api/v2/resources')).body).toMatchObject({ errors: [{ code: 1003 }] })
    expect((await cloud.send('GET /api/v2/resources')).body).toContain('<Response code="410"')
  })

  it('lists the server with a connection that works', async () => {
    const [row] = asList((await cloud.send('GET /api/v2/resources?includeHttps=1')).body).map(asRecord)
    expect(row).toMatchObject({ provides: 'server', owned: true, accessToken: world.plex.token })
    expect(row?.['connections']).toMatchObject([{ uri: world.plex.url }])
  })

  it('signs in by pin, for the installation that opened it and until it expires', async () => {
    const anonymous = createWalker(world.plexTv, CLIENT)
    const opened = await anonymous.send('POST /api/v2/pins?strong=true')
    const pin = asRecord(opened.body)
    expect([opened.status, pin['authToken']]).toEqual([201, null])
    const poll = async (walker: Walker) => walker.send(`GET /api/v2/pins/${String(pin['id'])}`)
    const other = createWalker(world.plexTv, { ...CLIENT, 'x-plex-client-identifier': 'other' })
    expect((await poll(other)).body).toMatchObject({ errors: [{ code: 1020 }] })
    world.plexTv.cloud.approvePin(String(pin['code']), ellen()?.id ?? 0)
    const token = String(asRecord((await poll(anonymous)).body)['authToken'])
    const own = createWalker(world.plexTv, { ...CLIENT, 'x-plex-token': token })
    expect((await own.send('GET /api/v2/user')).body).toMatchObject({ username: 'ellen77' })
    await world.advance(HOUR_MS)
    expect((await poll(anonymous)).status).toBe(404)

    const listed = String((await own.send('GET /devices.xml')).body)
    const [, device] = /id="(\d+)"[^>]*clientIdentifier="svc-1"/.exec(listed) ?? []
    expect((await own.send(`DELETE /devices/${device}.xml`)).status).toBe(200)
    expect((await own.send('GET /api/v2/user')).status).toBe(401)
  })
})

describe('shares', () => {
  const invite = async (invitedEmail: string) =>
    cloud.send('POST /api/v2/shared_servers', {
      machineIdentifier: world.plex.machine_identifier,
      librarySectionIds: [MOVIES, SHOWS],
      invitedEmail,
    })
  const list = async (kind: string) =>
    asList((await cloud.send(`GET /api/v2/shared_servers/owned/${kind}`)).body).map(asRecord)

  it('are invites until accepted, and keep their id', async () => {
    const { id } = asRecord((await invite('tove@example.org')).body)
    expect((await list('pending')).map(row => row['id'])).toContain(id)
    world.plexTv.cloud.acceptShare(Number(id))
    expect((await list('accepted')).map(row => row['id'])).toContain(id)
  })

  it('stand at once for somebody already connected, and name no account for an unknown address', async () => {
    expect((await invite('ELLEN@example.org')).body).toMatchObject({ accepted: true, invitedId: ellen()?.id })
    expect((await invite('stranger@example.org')).body).toMatchObject({
      accepted: false,
      invitedId: null,
      invited: null,
    })
  })

  it('can be accepted by the invited, and show their token in the old XML', async () => {
    const tove = world.plexTv.cloud.accounts.values().find(one => one.username === 'tove')
    if (!tove) throw new Error('tove has an account')
    const own = { client_identifier: 'phone', name: 'phone', product: 'Plex' }
    const { token } = world.plexTv.cloud.addDevice(tove, own)
    const { id } = asRecord((await invite(tove.email)).body)
    const friend = createWalker(world.plexTv, { ...CLIENT, 'x-plex-token': token })
    expect((await friend.send('GET /api/v2/shared_servers/invites/received/pending')).body).toHaveLength(1)
    expect((await friend.send(`POST /api/v2/shared_servers/${String(id)}/accept`)).status).toBe(200)
    const { body } = await cloud.send(`GET /api/servers/${world.plex.machine_identifier}/shared_servers`)
    expect(body).toContain(`email="${tove.email}"`)
    expect(body).toContain('accessToken=')
  })
})

it('answers every route', async () => {
  const machine = world.plex.machine_identifier
  const shared = { library_section_ids: [MOVIES], invited_email: 'someone@example.org' }
  const requests = [
    'GET /api/v2/user',
    'GET /api/v2/resources',
    `GET /api/v2/servers/${machine}`,
    `GET /api/servers/${machine}`,
    'GET /api/users',
    'GET /api/v2/home/users',
    'GET /api/v2/shared_servers/owned/accepted',
    'GET /api/v2/shared_servers/owned/pending',
    'GET /api/v2/shared_servers/invites/owned/pending',
    `GET /api/servers/${machine}/shared_servers`,
    [`POST /api/servers/${machine}/shared_servers`, { server_id: machine, shared_server: shared }],
    ['POST /api/v2/shared_servers/30001', { librarySectionIds: [SHOWS] }],
    [`PUT /api/servers/${machine}/shared_servers/30001`, { shared_server: shared }],
    `DELETE /api/servers/${machine}/shared_servers/30002`,
  ] as const
  expect(await cloud.misses(requests, 200)).toEqual([])
  const dead = ['/api/invites/requested', '/api/invites/requests', '/api/v2/friends']
  expect(
    await cloud.misses(
      dead.map(path => `GET ${path}`),
      410,
    ),
  ).toEqual([])
  const endings = [`DELETE /api/v2/sharings/${ellen()?.id}`, 'DELETE /api/v2/users/signout']
  expect(await cloud.misses(endings, 204)).toEqual([])
  expect(world.plexTv.cloud.shares.some(share => share.invited_id === ellen()?.id)).toBe(false)
})
