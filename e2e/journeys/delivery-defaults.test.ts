import { dropBefore } from '@foyer/simulators'
import { comeInAs } from '../support/people.ts'
import { expectFitsPhone } from '../support/screens.ts'
import { expect, test } from '../support/test.ts'

test.use({ parts: {}, viewport: { width: 390, height: 844 }, colorScheme: 'dark' })

test('C59 new titles go where the admin said; a default that is gone is told, mended and tried again', async ({
  page,
  world,
  expectAccessible,
}) => {
  const { radarr4k } = world
  radarr4k.rootFolders.add('/films-4k')
  radarr4k.tags.ensure('requested')
  const [first, second] = world.newMovies(2)
  const id = await world.addInstance('movie_manager', 'Films 4K', 'radarr4k')
  const rosa = await world.addUser('rosa', { require_approval: true })
  await world.call(world.admin, 'PUT', `admin/users/${rosa.user.id}/instance-grants`, { movie_manager: [id] })
  const ask = (movie: typeof first) =>
    world.call(rosa, 'POST', 'requests', {
      media_type: 'movie',
      tmdb_id: movie?.id,
      title: movie?.title,
      instance_id: id,
    })

  await comeInAs(page, world.admin)
  await page.goto(`./instances/${id}`)
  const card = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Defaults for new titles' }) })
  await card.getByLabel('Root folder').selectOption('/films-4k')
  await card.getByLabel('Quality profile').selectOption({ label: 'Ultra-HD' })
  await card.getByLabel('Minimum availability').selectOption('In cinemas')
  await card.getByLabel('requested').check()
  await expectAccessible('defaults')
  await expectFitsPhone(page, 'defaults')
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByText('Saved')).toBeVisible()

  // Whoever decides sees what the request gets without a choice.
  await ask(first)
  await page.goto('./approvals')
  await page.getByRole('button', { name: `Change ${first?.title} before approving` }).click()
  const editor = page.getByRole('dialog')
  await expect(editor.getByLabel('Quality')).toHaveValue('0')
  await expect(editor.getByLabel('Quality').locator('option:checked')).toHaveText('Default (Ultra-HD)')
  await expect(editor.getByText('The default comes from Films 4K.')).toBeVisible()
  // This one goes elsewhere, the next as always.
  await expect(editor.getByLabel('Root folder').locator('option:checked')).toHaveText('Default (/films-4k)')
  await editor.getByLabel('Root folder').selectOption('/movies-4k')
  await expectAccessible('changing before approval')
  await editor.getByRole('button', { name: 'Approve' }).click()
  await expect(editor).toBeHidden()

  // The folder goes: the form still shows it, and nothing is put elsewhere.
  radarr4k.rootFolders.remove('/films-4k')
  await world.call(world.admin, 'PUT', `admin/users/${rosa.user.id}/request-settings`, {
    require_approval: false,
  })
  await ask(second)
  await page.goto('./approvals?tab=waiting')
  await expect(
    page.getByText('Radarr no longer has a folder, profile or tag that this request needs.'),
  ).toBeVisible()
  await page.goto(`./instances/${id}`)
  const folder = card.getByLabel('Root folder').locator('option:checked')
  await expect(folder).toHaveText('/films-4k · no longer in Radarr')
  radarr4k.faults.always('GET /api/v3/tag', dropBefore())
  await page.reload()
  await expect(card.getByText("Radarr can't be read right now")).toBeVisible()
  await expect(folder).toHaveText('/films-4k')
  await expectAccessible('defaults, unreadable')
  radarr4k.faults.clear()
  await card.getByRole('button', { name: 'Try again' }).click()
  await card.getByLabel('Root folder').selectOption('First accessible folder')
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByText('Saved')).toBeVisible()
  await page.goto('./approvals?tab=waiting')
  await page.getByRole('button', { name: /Try/ }).click()
  await expect.poll(() => radarr4k.movie(second?.id ?? 0)?.root_folder_path).toBe('/movies-4k')
  // What was approved before is carried out ten seconds later, as it was changed.
  await expect
    .poll(() => radarr4k.movie(first?.id ?? 0))
    .toMatchObject({
      root_folder_path: '/movies-4k',
      minimum_availability: 'inCinemas',
      quality_profile_id: 5,
    })
})
