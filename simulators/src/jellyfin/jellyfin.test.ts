import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MOVIE } from '../catalogue/fixtures.ts'
import { hang, status } from '../kit/faults.ts'
import { asList, asRecord } from '../kit/json.ts'
import { openVendorDocument } from '../vendor-documents.ts'
import { createWalker, type Walker } from '../vendor-walk.ts'
import { startWorld, type World } from '../world.ts'
import { startJellyfin } from './jellyfin.ts'

let world: World<'jellyfin'>
let walker: Walker

const CLIENT = 'Client="Foyer", Device="server", DeviceId="svc-1", Version="1.0.0"'
const as = (token: string) => ({ authorization: `MediaBrowser ${CLIENT}, Token="${token}"` })

beforeEach(async () => {
  world = await startWorld({ products: ['jellyfin'] })
  walker = createWalker(world.jellyfin, as(world.jellyfin.api_key))
})
afterEach(() => world.close())

async function user(name: string): Promise<Record<string, unknown>> {
  const users = asList((await walker.send('GET /Users')).body).map(asRecord)
  return users.find(one => one['Name'] === name) ?? {}
}

async function signIn(name: string, password: string): Promise<{ status: number; token: string }> {
  const anonymous = createWalker(world.jellyfin, { authorization: `MediaBrowser ${CLIENT}` })
  const answer = await anonymous.send('POST /Users/AuthenticateByName', { Username: name, Pw: password })
  return { status: answer.status, token: String(asRecord(answer.body)['AccessToken']) }
}

async function statusWith(path: string, headers: Record<string, string>): Promise<number> {
  return (await fetch(`${world.jellyfin.url}${path}`, { headers })).status
}

describe('access', () => {
  it('takes the key in the one modern header and in the query, and 401s everything else', async () => {
    const { api_key } = world.jellyfin
    expect(await statusWith('/System/Info', as(api_key))).toBe(200)
    expect(await statusWith(`/System/Info?apikey=${api_key}`, {})).toBe(200)
    expect(await statusWith('/System/Info', {})).toBe(401)
    expect(await statusWith('/System/Info', as('wrong'))).toBe(401)
    expect(await statusWith('/System/Info', { 'x-emby-token': api_key })).toBe(401)
    expect(await statusWith(`/System/Info?api_key=${api_key}`, {})).toBe(401)
  })

  it('took the old forms too in the line before', async () => {
    const { clock, catalogue } = world
    const old = await startJellyfin({ seed: 'old', clock, catalogue, version: '10.11.11' })
    const headers = { 'x-emby-token': old.api_key }
    expect((await fetch(`${old.url}/System/Info`, { headers })).status).toBe(200)
    await old.close()
  })

  it('needs no key for the public identity, and 403s a user on an administrator route', async () => {
    expect((await walker.send('GET /System/Info/Public')).body).toMatchObject({
      ProductName: 'Jellyfin Server',
      Id: world.jellyfin.server_id,
    })
    const { token } = await signIn('ellen', 'quiet-harbour')
    expect(await statusWith('/Library/VirtualFolders', as(token))).toBe(403)
    expect(await statusWith('/Users/Me', as(token))).toBe(200)
    expect(await statusWith('/Users/Me', as(world.jellyfin.api_key))).toBe(400)
  })

  it('is a 503 page while it starts', async () => {
    world.jellyfin.switches.starting = true
    const response = await fetch(`${world.jellyfin.url}/System/Info/Public`)
    expect([response.status, response.headers.get('content-type')]).toEqual([503, 'text/html'])
    expect(await statusWith('/System/Ping', {})).toBe(200)
  })

  it('meets scripted faults', async () => {
    world.jellyfin.faults.next('GET /System/Info', status(500), hang())
    expect(await statusWith('/System/Info', {})).toBe(500)
    const waiting = fetch(`${world.jellyfin.url}/System/Info`, { signal: AbortSignal.timeout(50) })
    await expect(waiting).rejects.toThrow('timeout')
  })
})

describe('signing in', () => {
  it('parts a wrong password from a disabled account, and a missing device from both', async () => {
    expect((await signIn('ELLEN', 'quiet-harbour')).status).toBe(200)
    expect((await signIn('ellen', 'wrong')).status).toBe(401)
    expect((await signIn('old lodger', 'wrong')).status).toBe(403)
    const bare = createWalker(world.jellyfin, { authorization: 'MediaBrowser Client="x"' })
    expect((await bare.send('POST /Users/AuthenticateByName', { Username: 'ellen', Pw: 'x' })).status).toBe(
      400,
    )
  })

  it('disables the account by itself at its limit, and its tokens with it', async () => {
    const { token } = await signIn('ellen', 'quiet-harbour')
    const { Id, Policy } = await user('ellen')
    await walker.send(`POST /Users/${String(Id)}/Policy`, {
      ...asRecord(Policy),
      LoginAttemptsBeforeLockout: 0,
    })
    expect(asRecord((await user('ellen'))['Policy'])).toMatchObject({ LoginAttemptsBeforeLockout: 3 })
    for (const _ of [1, 2, 3]) await signIn('ellen', 'wrong')
    expect((await signIn('ellen', 'quiet-harbour')).status).toBe(403)
    expect(await statusWith('/Users/Me', as(token))).toBe(401)
  })
})

describe('Quick Connect', () => {
  const anonymous = () => createWalker(world.jellyfin, { authorization: `MediaBrowser ${CLIENT}` })
  const begin = async () => asRecord((await anonymous().send('POST /QuickConnect/Initiate')).body)
  const exchange = async (Secret: unknown) =>
    (await anonymous().send('POST /Users/AuthenticateWithQuickConnect', { Secret })).status

  it('signs in with a secret once somebody has entered its code in an app', async () => {
    const { Secret, Code } = await begin()
    expect(await exchange(Secret)).toBe(400)
    const { token } = await signIn('ellen', 'quiet-harbour')
    const app = createWalker(world.jellyfin, as(token))
    expect((await app.send(`POST /QuickConnect/Authorize?code=${String(Code)}`)).body).toBe(true)
    const state = await anonymous().send(`GET /QuickConnect/Connect?secret=${String(Secret)}`)
    expect(state.body).toMatchObject({ Authenticated: true, Code })
    expect(await exchange(Secret)).toBe(200)
  })

  it('lets nobody but administrators approve for somebody else', async () => {
    const { Code } = await begin()
    const { token } = await signIn('ellen', 'quiet-harbour')
    const { Id } = await user('marlow')
    const path = `POST /QuickConnect/Authorize?code=${String(Code)}&userId=${String(Id)}`
    expect((await createWalker(world.jellyfin, as(token)).send(path)).status).toBe(403)
    expect((await walker.send(path)).status).toBe(200)
  })

  it('forgets a code after ten minutes, and refuses while it is turned off', async () => {
    const { Secret, Code } = await begin()
    await world.advance(600_000)
    const path = `GET /QuickConnect/Connect?secret=${String(Secret)}`
    expect((await anonymous().send(path)).status).toBe(404)
    expect(() => world.jellyfin.quick_connect.approve(String(Code), 'ellen')).toThrow('approve')
    world.jellyfin.switches.quick_connect = false
    expect((await anonymous().send('GET /QuickConnect/Enabled')).body).toBe(false)
    expect((await anonymous().send('POST /QuickConnect/Initiate')).status).toBe(401)
  })
})

describe('accounts', () => {
  it('refuses a taken and a bad name alike', async () => {
    const create = async (Name: string) => walker.send('POST /Users/New', { Name, Password: 'x' })
    expect([(await create('Ellen')).status, (await create('no/slash')).status]).toEqual([400, 400])
    expect((await create("Zoë O'Neil")).body).toMatchObject({ Policy: { EnableAllFolders: true } })
  })

  it('replaces the whole policy, filling gaps with the defaults of the class', async () => {
    const { Id, Policy } = await user('Tove Åkesson')
    const { AuthenticationProviderId, PasswordResetProviderId } = asRecord(Policy)
    const write = async (policy: object) =>
      (await walker.send(`POST /Users/${String(Id)}/Policy`, policy)).status
    expect(await write({ IsHidden: false })).toBe(400)
    expect(await write({ AuthenticationProviderId, PasswordResetProviderId })).toBe(204)
    expect(asRecord((await user('Tove Åkesson'))['Policy'])).toMatchObject({ EnableAllFolders: true })
  })

  it('never disables an administrator, nor demotes the last', async () => {
    const { Id, Policy } = await user('marlow')
    const write = async (change: object) =>
      (await walker.send(`POST /Users/${String(Id)}/Policy`, { ...asRecord(Policy), ...change })).status
    expect([await write({ IsDisabled: true }), await write({ IsAdministrator: false })]).toEqual([403, 403])
  })
})

describe('items', () => {
  it('show through the eyes of a user what its folders hold, with provider ids when asked', async () => {
    const { Id } = await user('kids')
    const { body } = await walker.send(`GET /Items?userId=${String(Id)}&recursive=true&fields=ProviderIds`)
    const items = asList(asRecord(body)['Items']).map(asRecord)
    expect(new Set(items.map(item => item['Type']))).toEqual(new Set(['Movie']))
    expect(items.map(item => asRecord(item['ProviderIds'])['Tmdb'])).toContain(String(MOVIE.with_file))
    const all = await walker.send('GET /Items?recursive=true')
    expect(asRecord(all.body)['TotalRecordCount']).toBe(world.jellyfin.library.items.size)
    expect((await walker.send(`GET /Items?userId=${'0'.repeat(32)}`)).status).toBe(404)
  })
})

it('answers every route in the words of the vendor document', async () => {
  const { Id, Policy } = await user('ellen')
  const id = String(Id)
  await signIn('ellen', 'quiet-harbour')
  const { Secret, Code } = asRecord((await walker.send('POST /QuickConnect/Initiate')).body)
  world.jellyfin.quick_connect.approve(String(Code), 'ellen')
  await walker.send('POST /Users/AuthenticateWithQuickConnect', { Secret })
  await walker.send(`POST /QuickConnect/Authorize?code=${String(Code)}&userId=${id}`)
  const reads = [
    '/System/Ping',
    '/System/Info',
    '/System/Info/Public',
    '/QuickConnect/Enabled',
    `/QuickConnect/Connect?secret=${String(Secret)}`,
    '/Users?isDisabled=false',
    `/Users/${id}`,
    '/Sessions',
    '/Auth/Keys',
    '/Library/VirtualFolders',
    '/Library/MediaFolders',
    `/Items?userId=${id}&recursive=true&includeItemTypes=Movie&years=2024,2025,2026&fields=ProviderIds&limit=5`,
  ]
  expect(await walker.unread(reads)).toEqual([])
  const writes = [
    [`POST /Users/${id}/Policy`, Policy],
    [`POST /Users/Password?userId=${id}`, { NewPw: 'new' }],
    [`POST /Users/${id}/Password`, { NewPw: 'newer' }],
    'POST /Auth/Keys?app=Other',
    'POST /Sessions/Logout',
    `DELETE /Users/${id}`,
  ] as const
  expect(await walker.misses(writes, 204)).toEqual([])
  expect((await walker.send('POST /Users/New', { Name: 'fresh', Password: 'x' })).status).toBe(200)
  await walker.send('GET /Users/Me')
  expect(walker.unmet()).toEqual([])
  const document = openVendorDocument('jellyfin')
  const calls = world.jellyfin.journal.entries
  expect(document ? calls.flatMap(document.violations) : []).toEqual([])
})
