import { startWorld, type World } from '@foyer/simulators'
import { type Foyer, startFoyer } from './foyer.ts'
import { ADMIN, type Session } from './people.ts'
import { expect, test as base } from './test.ts'

const PRODUCTS = ['tmdb', 'lidarr', 'chaptarr', 'musicbrainz', 'listenbrainz', 'coverart'] as const
type ShelfWorld = World<(typeof PRODUCTS)[number]>

interface Shelves {
  foyer: Foyer
  world: ShelfWorld
  admin: Session
  /** Somebody new, come in by a connect link, with both libraries or with none. */
  welcome: (name: string, granted?: boolean) => Promise<Session>
}

async function furnish(foyer: Foyer, world: ShelfWorld): Promise<Shelves> {
  async function send<T>(method: string, path: string, body: unknown, token = ''): Promise<T> {
    const answer = await fetch(`${foyer.url}api/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(answer.ok, `${method} ${path}: ${answer.status}`).toBe(true)
    return (await answer.json()) as T
  }
  const admin = await send<Session>('POST', 'auth/setup', ADMIN)
  async function connect(service_type: string, name: string, at: { url: string; api_key: string }) {
    const body = { service_type, name, url: at.url, api_key: at.api_key }
    return (await send<{ id: string }>('POST', 'admin/instances', body, admin.access_token)).id
  }
  const music = await connect('music_manager', 'Music', world.lidarr)
  const books = await connect('book_manager', 'Books', world.chaptarr)
  return {
    foyer,
    world,
    admin,
    async welcome(name, granted = true) {
      const { link } = await send<{ link: string }>(
        'POST',
        'admin/connect-token',
        { name },
        admin.access_token,
      )
      const token = new URL(link).searchParams.get('token')
      const session = await send<Session>('POST', 'auth/connect', { token, device_name: 'Sofa' })
      if (granted)
        await send(
          'PUT',
          `admin/users/${session.user.id}/instance-grants`,
          { music_manager: [music], book_manager: [books] },
          admin.access_token,
        )
      return session
    },
  }
}

/** A house with a library of music and one of books, both empty until a test stocks them. */
export const test = base.extend<object, { shelves: Shelves }>({
  shelves: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from its first argument
    async ({}, use) => {
      const world = await startWorld({ products: PRODUCTS, indexers_stocked: true, strict: false })
      const foyer = await startFoyer({
        APP_TMDB_IMAGE_URL: `${world.tmdb.url}/t/p`,
        APP_MUSICBRAINZ_URL: `${world.musicbrainz.url}/ws/2`,
        APP_LISTENBRAINZ_URL: world.listenbrainz.url,
        APP_COVERART_URL: world.coverart.url,
        APP_COVERART_STORAGE_HOSTS: world.coverart.storage_host,
      })
      await use(await furnish(foyer, world))
      await foyer.close()
      await world.close()
    },
    { scope: 'worker' },
  ],
  foyer: async ({ shelves }, use) => use(shelves.foyer),
})

export { expect }
