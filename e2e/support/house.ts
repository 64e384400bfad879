import { startWorld, stockFixtures, type World } from '@foyer/simulators'
import type { Page } from '@playwright/test'
import { type Foyer, startFoyer } from './foyer.ts'
import { ADMIN, expect, test as base } from './test.ts'

interface House {
  foyer: Foyer
  world: World<'tmdb' | 'radarr' | 'sonarr'>
}

/** The admin's own calls, as a script would make them. */
async function furnish({ foyer, world }: House): Promise<void> {
  const post = async (path: string, body: unknown, token = '') => {
    const answer = await fetch(`${foyer.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
    expect(answer.status, path).toBe(201)
    return (await answer.json()) as { access_token: string }
  }
  const { access_token } = await post('api/auth/setup', ADMIN)
  const instances = [
    { service_type: 'movie_manager', name: 'Movies', at: world.radarr },
    { service_type: 'tv_manager', name: 'Series', at: world.sonarr },
  ]
  for (const { service_type, name, at } of instances)
    await post('api/admin/instances', { service_type, name, url: at.url, api_key: at.api_key }, access_token)
}

/** One server, its libraries and its catalogue for all tests of a file: they look and change nothing of it. */
export const test = base.extend<{ signIn: (page?: Page) => Promise<void> }, { house: House }>({
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
      await furnish({ foyer, world })
      await use({ foyer, world })
      await foyer.close()
      await world.close()
    },
    { scope: 'worker' },
  ],
  foyer: async ({ house }, use) => use(house.foyer),
  signIn: async ({ page }, use) => {
    await use(async (other = page) => {
      await other.goto('./login')
      await other.getByLabel('Username').fill(ADMIN.username)
      await other.getByLabel('Password', { exact: true }).fill(ADMIN.password)
      await other.keyboard.press('Enter')
      await expect(other.getByRole('heading', { level: 1 })).toContainText(ADMIN.username)
    })
  },
})

export { expect }
