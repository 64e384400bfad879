import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MOVIE } from '../catalogue/fixtures.ts'
import { asList, asRecord } from '../kit/json.ts'
import { openVendorDocument } from '../vendor-documents.ts'
import { createWalker, type Walker } from '../vendor-walk.ts'
import { startWorld, type World } from '../world.ts'

let world: World<'emby'>
let walker: Walker

const CLIENT = 'Emby UserId="", Client="Foyer", Device="server", DeviceId="svc-1", Version="1.0.0"'

beforeEach(async () => {
  world = await startWorld({ products: ['emby'] })
  walker = createWalker(world.emby, { 'x-emby-token': world.emby.api_key })
})
afterEach(() => world.close())

async function signIn(name: string, password: string) {
  const anonymous = createWalker(world.emby, { 'x-emby-authorization': CLIENT })
  return anonymous.send('POST /emby/Users/AuthenticateByName', { Username: name, Pw: password })
}

async function statusWith(path: string, headers: Record<string, string>): Promise<number> {
  return (await fetch(`${world.emby.url}${path}`, { headers })).status
}

describe('access', () => {
  it('takes the key by header or query, under /emby and without', async () => {
    const { api_key } = world.emby
    expect(await statusWith('/emby/System/Info', { 'x-emby-token': api_key })).toBe(200)
    expect(await statusWith(`/System/Info?api_key=${api_key}`, {})).toBe(200)
    expect(await statusWith('/emby/System/Info', { 'x-emby-token': 'wrong' })).toBe(401)
    expect(await statusWith('/emby/System/Info', {})).toBe(401)
  })

  it('can be told from Jellyfin by what it does not say', async () => {
    const { body } = await walker.send('GET /emby/System/Info/Public')
    expect(body).toMatchObject({ ServerName: 'Attic', Id: world.emby.server_id })
    expect(body).not.toHaveProperty('ProductName')
  })

  it('speaks plain sentences when it refuses', async () => {
    const response = await fetch(`${world.emby.url}/emby/Users/Query`)
    expect([response.status, response.headers.get('content-type')]).toEqual([401, 'text/html'])
    expect(await signIn('ellen', 'wrong')).toMatchObject({
      status: 401,
      body: 'Invalid username or password entered.',
    })
    expect((await signIn('old lodger', 'gone-away')).body).toContain('currently disabled')
    const taken = await walker.send('POST /emby/Users/New', { Name: 'Ellen' })
    expect(taken).toMatchObject({ status: 400, body: "A user with the name 'Ellen' already exists." })
  })
})

describe('accounts', () => {
  it('are made without a password, and sign in without one until it is set', async () => {
    const made = await walker.send('POST /emby/Users/New', { Name: 'fresh', Password: 'ignored' })
    const { Id } = asRecord(made.body)
    expect(made.body).toMatchObject({ HasPassword: false })
    expect((await signIn('fresh', '')).status).toBe(200)
    await walker.send(`POST /emby/Users/${String(Id)}/Password`, { NewPw: 'now-set' })
    expect((await signIn('fresh', '')).status).toBe(401)
    expect((await signIn('fresh', 'now-set')).status).toBe(200)
  })

  it('are limited by the guid of a folder, not by its id', async () => {
    const [movies] = asList((await walker.send('GET /emby/Library/SelectableMediaFolders')).body).map(
      asRecord,
    )
    const ellen = world.emby.accounts.named('ellen')
    const seen = async (folder: unknown) => {
      const policy = { ...ellen?.policy, EnableAllFolders: false, EnabledFolders: [folder] }
      await walker.send(`POST /emby/Users/${ellen?.id}/Policy`, policy)
      const { body } = await walker.send(`GET /emby/Users/${ellen?.id}/Items?Recursive=true`)
      return asRecord(body)['TotalRecordCount']
    }
    expect(await seen(movies?.['Id'])).toBe(0)
    expect(await seen(movies?.['Guid'])).toBe(3)
  })

  it('lose their tokens when disabled', async () => {
    const { AccessToken } = asRecord((await signIn('ellen', 'quiet-harbour')).body)
    const headers = { 'x-emby-token': String(AccessToken) }
    const ellen = world.emby.accounts.named('ellen')
    expect(await statusWith('/emby/Sessions', headers)).toBe(200)
    await walker.send(`POST /emby/Users/${ellen?.id}/Policy`, { ...ellen?.policy, IsDisabled: true })
    expect(await statusWith('/emby/Sessions', headers)).toBe(401)
  })
})

it('finds a title by any of its provider ids', async () => {
  const query = `IncludeItemTypes=Movie&AnyProviderIdEquals=tmdb.1,tmdb.${MOVIE.with_file}&Fields=ProviderIds`
  const { body } = await walker.send(`GET /emby/Items?Recursive=true&${query}`)
  expect(asRecord(body)).toMatchObject({ TotalRecordCount: 1, Items: [{ Name: 'Paper Lanterns' }] })
})

it('answers every route in the words of the vendor document', async () => {
  const anonymous = createWalker(world.emby, { 'x-emby-authorization': CLIENT })
  await anonymous.send('POST /Users/AuthenticateByName', { Username: 'ellen', Pw: 'quiet-harbour' })
  const ellen = world.emby.accounts.named('ellen')
  const lodger = world.emby.accounts.named('old lodger')
  const requests = [
    'GET /System/Ping',
    'GET /System/Info',
    'GET /System/Info/Public',
    'GET /Users',
    'GET /Users/Query?StartIndex=0&Limit=2&IsDisabled=false',
    `GET /Users/${ellen?.id}`,
    'GET /Sessions',
    'GET /Library/SelectableMediaFolders',
    'GET /Library/MediaFolders',
    'GET /Library/VirtualFolders/Query',
    'GET /Items?Recursive=true&IncludeItemTypes=Series&Fields=ProviderIds,ProductionYear&Limit=2',
    `GET /Users/${ellen?.id}/Items?Recursive=true`,
    ['POST /Users/New', { Name: 'fresh' }],
    [`POST /Users/${ellen?.id}/Password`, { Id: ellen?.id, NewPw: 'x', ResetPassword: false }],
    [`POST /Users/${ellen?.id}/Policy`, ellen?.policy],
    'POST /Sessions/Logout',
    `DELETE /Users/${ellen?.id}`,
    `POST /Users/${lodger?.id}/Delete`,
  ] as const
  expect(await walker.misses(requests, 200)).toEqual([])
  expect(walker.unmet()).toEqual([])
  const document = openVendorDocument('emby')
  // The document calls the client description a query parameter; it is a header.
  const calls = world.emby.journal.entries.filter(entry => entry.path !== '/Users/AuthenticateByName')
  expect(document ? calls.flatMap(document.violations) : []).toEqual([])
})
