import { HARBOUR_NINE_TVDB, SHOW, status } from '@foyer/simulators'
import { expect, test } from '../support/test.ts'
import { visit } from '../support/visit.ts'

const RUNNING_TVDB = SHOW.running - 370_000

test.use({ parts: { stocked: false }, own_world: true })

test('1:4.7 a show goes to another series, is overtaken, paused and repaired', async ({
  page,
  world,
  signIn,
  expectAccessible,
}) => {
  await world.addInstance('tv_manager', 'Series', 'sonarr')
  const match = `admin/tv-matches/${SHOW.harbour_nine}`
  const wanted = { media_type: 'tv', tmdb_id: SHOW.harbour_nine, seasons: [1] }
  await world.call(world.admin, 'POST', 'requests', wanted)
  await expect.poll(() => world.sonarr.oneSeries(HARBOUR_NINE_TVDB)).toBeDefined()

  await signIn('./settings')
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
  const seen = await world.call<{ match: { revision: string } }>(world.admin, 'GET', match)
  await world.call(world.admin, 'PUT', match, { mode: 'paused', revision: seen.match.revision })
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

  // What is chosen for one library would be gone with the page, and with another library.
  await world.addInstance('tv_manager', 'Anime', 'sonarr')
  await page.reload()
  const library = page.getByLabel('Library')
  const before = await library.inputValue()
  await page.getByRole('button', { name: 'Choose another series' }).click()
  await page.getByLabel('Title or TVDB ID').fill('weather office')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('button', { name: 'Choose The Weather Office' }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await page.getByRole('link', { name: 'TV matches' }).click()
  await question.getByRole('button', { name: 'Stay' }).click()
  await library.selectOption('Anime')
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(library).toHaveValue(before)
  await expect(page.getByText(/^Selected: The Weather Office/)).toBeVisible()
  await library.selectOption('Anime')
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(library).not.toHaveValue(before)
  await expect(question).toBeHidden()

  await visit(page, './settings/tv-matches/99999999')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})
