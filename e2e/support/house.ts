import { startWorld, stockFixtures, type World } from '@foyer/simulators'
import { type Foyer, startFoyer } from './foyer.ts'
import { ADMIN, type Session } from './people.ts'
import { expect, test as base } from './test.ts'

interface House {
  foyer: Foyer
  world: World<'tmdb' | 'radarr' | 'sonarr'>
  admin: Session
}

/** The admin's own calls, as a script would make them. */
async function furnish({ foyer, world }: Omit<House, 'admin'>): Promise<Session> {
  const post = async (path: string, body: unknown, token = '') => {
    const answer = await fetch(`${foyer.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
    expect(answer.status, path).toBe(201)
    return (await answer.json()) as Session
  }
  const admin = await post('api/auth/setup', ADMIN)
  const instances = [
    { service_type: 'movie_manager', name: 'Movies', at: world.radarr },
    { service_type: 'tv_manager', name: 'Series', at: world.sonarr },
  ]
  for (const { service_type, name, at } of instances)
    await post(
      'api/admin/instances',
      { service_type, name, url: at.url, api_key: at.api_key },
      admin.access_token,
    )
  return admin
}

/** One server, its libraries and its catalogue for all tests of a file: they look and change nothing of it. */
export const test = base.extend<object, { house: House }>({
  house: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from its first argument
    async ({}, use) => {
      const world = await startWorld({ products: ['tmdb', 'radarr', 'sonarr'], strict: false })
      stockFixtures(world)
      const foyer = await startFoyer({
        APP_TMDB_URL: `${world.tmdb.url}/3`,
        APP_TMDB_API_KEY: world.tmdb.api_key,
        APP_TMDB_IMAGE_URL: `${world.tmdb.url}/t/p`,
      })
      const admin = await furnish({ foyer, world })
      await use({ foyer, world, admin })
      await foyer.close()
      await world.close()
    },
    { scope: 'worker' },
  ],
  foyer: async ({ house }, use) => use(house.foyer),
  // One session for all tests: their number a minute from one address is limited (0.5).
  adminSession: async ({ house }, use) => use(async () => house.admin),
})

export { expect }
