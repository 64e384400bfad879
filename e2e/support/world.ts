import { type ProductName, startWorld, type World } from '@foyer/simulators'
import type { APIRequestContext, Page } from '@playwright/test'
import { ADMIN, expect, test as base } from './test.ts'

const PRODUCTS = ['tmdb', 'radarr', 'radarr4k', 'sonarr', 'jellyfin', 'plexTv', 'plex'] as const
type HouseWorld = World<(typeof PRODUCTS)[number] & ProductName>

interface WorldFixtures {
  /** Everything a house may connect, simulated; this test's server knows its providers. */
  world: HouseWorld
  /** Adds an instance over the API, as a script would. */
  connect: (body: Record<string, unknown>) => Promise<{ id: string }>
  /** The first admin, in this browser. */
  signIn: (page?: Page) => Promise<void>
}

async function adminToken(request: APIRequestContext, url: string): Promise<string> {
  const answer = await request.post(`${url}api/auth/login`, { data: ADMIN })
  const { access_token } = (await answer.json()) as { access_token: string }
  return access_token
}

export const test = base.extend<WorldFixtures>({
  // Playwright reads what a fixture needs from its first argument, which must therefore be written out.
  // oxlint-disable-next-line no-empty-pattern
  world: async ({}, use) => {
    const world = await startWorld({ products: PRODUCTS, strict: false })
    await use(world)
    await world.close()
  },
  env: async ({ world }, use) =>
    use({
      APP_TMDB_URL: `${world.tmdb.url}/3`,
      APP_PLEX_TV_URL: world.plexTv.url,
      APP_MEDIA_ROOTS: '/media',
    }),
  connect: async ({ foyer, request }, use) => {
    await use(async body => {
      const headers = { authorization: `Bearer ${await adminToken(request, foyer.url)}` }
      const answer = await request.post(`${foyer.url}api/admin/instances`, { headers, data: body })
      expect(answer.status(), await answer.text()).toBe(201)
      return (await answer.json()) as { id: string }
    })
  },
  signIn: async ({ page }, use) => {
    await use(async (other = page) => {
      await other.goto('./login')
      await other.getByLabel('Username').fill(ADMIN.username)
      await other.getByLabel('Password', { exact: true }).fill(ADMIN.password)
      await other.keyboard.press('Enter')
      await expect(other.getByRole('heading', { level: 1 })).toContainText(/ana/i)
    })
  },
})

export { expect }
