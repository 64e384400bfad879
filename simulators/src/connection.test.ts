import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dropBefore, garbage, status, wrongKey } from './kit/faults.ts'
import { startWorld, type World } from './world.ts'

const NAMES = [
  'lidarr',
  'chaptarr',
  'readarr',
  'jellyfin',
  'emby',
  'plexTv',
  'plex',
  'audiobookshelf',
  'tdarr',
] as const
type Name = (typeof NAMES)[number]

let world: World<Name>
beforeAll(async () => {
  world = await startWorld({ products: NAMES })
  world.tdarr.requireKey('tapi_secret')
})
afterAll(() => world.close())

/** How each is asked whether it is there and takes the key, by its sheet. */
function asked(name: Name): { path: string; headers: Record<string, string> } {
  const manager = (product: { api_key: string }) => ({
    path: '/api/v1/system/status',
    headers: { 'x-api-key': product.api_key },
  })
  const plex = {
    accept: 'application/json',
    'x-plex-client-identifier': 'svc',
    'x-plex-token': world.plex.token,
  }
  const calls: Record<Name, { path: string; headers: Record<string, string> }> = {
    lidarr: manager(world.lidarr),
    chaptarr: manager(world.chaptarr),
    readarr: manager(world.readarr),
    jellyfin: {
      path: '/System/Info',
      headers: { authorization: `MediaBrowser Client="Foyer", Token="${world.jellyfin.api_key}"` },
    },
    emby: { path: '/emby/System/Info', headers: { 'x-emby-token': world.emby.api_key } },
    plexTv: { path: '/api/v2/user', headers: plex },
    plex: { path: '/library/sections', headers: plex },
    audiobookshelf: {
      path: '/api/libraries',
      headers: { authorization: `Bearer ${world.audiobookshelf.api_key}` },
    },
    tdarr: { path: '/api/v2/status', headers: { 'x-api-key': world.tdarr.api_key ?? '' } },
  }
  return calls[name]
}

async function ask(name: Name): Promise<Response> {
  const { path, headers } = asked(name)
  return fetch(`${world[name].url}${path}`, { headers })
}

describe.each(NAMES)('%s', name => {
  it('takes its key, and refuses the call without it', async () => {
    const good = await ask(name)
    expect([good.status, good.headers.get('content-type')]).toEqual([200, expect.stringContaining('json')])
    const bare = await fetch(`${world[name].url}${asked(name).path}`, {
      headers: { 'x-plex-client-identifier': 'svc' },
    })
    expect(bare.status).toBe(401)
  })

  it('meets the faults a client must survive', async () => {
    world[name].faults.next('*', wrongKey(), status(503), garbage('html'), dropBefore())
    expect([(await ask(name)).status, (await ask(name)).status]).toEqual([401, 503])
    expect(await (await ask(name)).text()).toContain('<!doctype html>')
    await expect(ask(name)).rejects.toThrow('fetch failed')
    expect((await ask(name)).status).toBe(200)
  })
})
