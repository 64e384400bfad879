import { HARBOUR_NINE_TVDB, SHOW, status } from '@foyer/simulators'
import { expect } from '../support/test.ts'
import { test as base } from '../support/world.ts'

const RUNNING_TVDB = SHOW.running - 370_000

const test = base.extend({
  env: async ({ world }, use) =>
    use({ APP_TMDB_URL: `${world.tmdb.url}/3`, APP_TMDB_API_KEY: world.tmdb.api_key }),
})

test('1:4.7 a show goes to another series, is overtaken, paused and repaired', async ({
  page,
  world,
  foyer,
  request,
  setUp,
  connect,
  adminSession,
  signIn,
  expectAccessible,
}) => {
  await setUp()
  const { url, api_key } = world.sonarr
  await connect({ service_type: 'tv_manager', name: 'Series', url, api_key })
  const { access_token } = await adminSession()
  const headers = { authorization: `Bearer ${access_token}` }
  const match = `${foyer.url}api/admin/tv-matches/${SHOW.harbour_nine}`
  const data = { media_type: 'tv', tmdb_id: SHOW.harbour_nine, seasons: [1] }
  expect((await request.post(`${foyer.url}api/requests`, { headers, data })).status()).toBe(201)
  await expect.poll(() => world.sonarr.oneSeries(HARBOUR_NINE_TVDB)).toBeDefined()

  await signIn()
  await page.goto('./settings')
  await page.getByLabel('Search settings').fill('tvdb')
  await page.getByRole('link', { name: /TV matches/ }).click()
  await expect(page.getByText('Monster (2022), season 3')).toBeVisible()
  await page.getByLabel('Find a show').fill('harbour')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('link', { name: /Harbour Nine/ }).click()
  await expect(page.getByText('Matched automatically by TVDB ID.')).toBeVisible()
  await expect(page.getByText('Sent to the right series.')).toBeVisible()

  // Sonarr's search fails once and is asked again.
  world.sonarr.faults.always('GET /api/v3/series/lookup', status(503))
  await page.getByRole('button', { name: 'Choose another series' }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
  world.sonarr.faults.clear()
  await page.getByLabel('Title or TVDB ID').fill(String(RUNNING_TVDB))
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('button', { name: 'Choose The Weather Office' }).click()
  await page.getByLabel('Sonarr season for Season 1').selectOption('Season 2')
  await expectAccessible('a match being edited')

  // Somebody else is faster; nothing of theirs is overwritten unseen.
  const { match: seen } = (await (await request.get(match, { headers })).json()) as {
    match: { revision: string }
  }
  await request.put(match, { headers, data: { mode: 'paused', revision: seen.revision } })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Someone else changed this match')).toBeVisible()
  await page.getByRole('button', { name: 'Show the current match' }).click()
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(page.getByText('Matched automatically by TVDB ID.')).toBeVisible()

  await page.getByRole('button', { name: 'Choose another series' }).click()
  await page.getByLabel('Title or TVDB ID').fill('weather office')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('button', { name: 'Choose The Weather Office' }).click()
  await page.getByLabel('Sonarr season for Season 1').selectOption('Season 2')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Set by an admin.')).toBeVisible()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Request again for ana' }).click()
  await expect(page.getByText('Corrected', { exact: true })).toBeVisible()
  await expect
    .poll(() => world.sonarr.oneSeries(RUNNING_TVDB)?.seasons)
    .toContainEqual({
      season_number: 2,
      monitored: true,
    })

  await page.getByRole('button', { name: 'Reset to default' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset to default' }).click()
  await expect(page.getByText('Matched automatically by TVDB ID.')).toBeVisible()
})
