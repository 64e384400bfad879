import { fileURLToPath } from 'node:url'
import { test } from '../support/test.ts'

const IMAGES = fileURLToPath(new URL('../../docs/images/', import.meta.url))

test.use({
  parts: {
    instances: ['movies', 'series'],
    env: { APP_SERVER_NAME: 'The Larches' },
    pictures: 'painted',
  },
})

test('the movies page', async ({ page, signIn }) => {
  await signIn()
  await page.waitForLoadState('networkidle')
  await page.goto('./movies')
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: `${IMAGES}movies.png` })
})
