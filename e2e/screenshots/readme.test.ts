import { fileURLToPath } from 'node:url'
import { test as base } from '../support/world.ts'

const IMAGES = fileURLToPath(new URL('../../docs/images/', import.meta.url))

const test = base.extend({
  env: async ({ world }, use) =>
    use({
      APP_SERVER_NAME: 'The Larches',
      APP_TMDB_URL: `${world.tmdb.url}/3`,
      APP_TMDB_API_KEY: world.tmdb.api_key,
      APP_TMDB_IMAGE_URL: `${world.tmdb.url}/t/p`,
    }),
})

test('the movies page', async ({ page, setUp, signIn, world, connect }) => {
  await setUp()
  await connect({
    service_type: 'movie_manager',
    name: 'Movies',
    url: world.radarr.url,
    api_key: world.radarr.api_key,
  })
  await connect({
    service_type: 'tv_manager',
    name: 'Series',
    url: world.sonarr.url,
    api_key: world.sonarr.api_key,
  })
  await signIn()
  await page.waitForLoadState('networkidle')
  await page.goto('./movies')
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: `${IMAGES}movies.png` })
})
