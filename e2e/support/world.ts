import { type ProductName, startWorld, type World } from '@foyer/simulators'
import { expect, test as base } from './test.ts'

const PRODUCTS = ['tmdb', 'radarr', 'radarr4k', 'sonarr', 'jellyfin', 'plexTv', 'plex'] as const
type HouseWorld = World<(typeof PRODUCTS)[number] & ProductName>

interface WorldFixtures {
  /** Everything a house may connect, simulated; this test's server knows its providers. */
  world: HouseWorld
  /** Adds an instance over the API, as a script would. */
  connect: (body: Record<string, unknown>) => Promise<{ id: string }>
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
  connect: async ({ foyer, request, adminSession }, use) => {
    await use(async body => {
      const headers = { authorization: `Bearer ${(await adminSession()).access_token}` }
      const answer = await request.post(`${foyer.url}api/admin/instances`, { headers, data: body })
      expect(answer.status(), await answer.text()).toBe(201)
      return (await answer.json()) as { id: string }
    })
  },
})

export { expect }
