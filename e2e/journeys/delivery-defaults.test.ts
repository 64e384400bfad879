import { dropBefore } from '@foyer/simulators'
import { comeInAs, otherBrowser } from '../support/people.ts'
import { expect, onPhoneAndDesk, test } from '../support/test.ts'
import { visit } from '../support/visit.ts'

test.use({ parts: {} })

onPhoneAndDesk(() => {
  test('Defaults for new titles are asked for in setup, changed on the page of the library, and shown to whoever decides (C59)', async ({
    page,
    world,
    expectAccessible,
  }) => {
    const { radarr } = world
    const movie = world.newMovie()
    await comeInAs(page, world.admin)
    await page.goto('./setup/libraries')
    await page.getByRole('button', { name: /Connect Radarr/ }).click()
    await page.getByLabel('Address').fill(radarr.url)
    await page.getByLabel('API key').fill(radarr.api_key)
    await page.getByRole('button', { name: 'Test and connect' }).click()
    await expect(page.getByText('HD-1080p')).toBeVisible()
    await expectAccessible('a proposal in setup')
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    await expect(page.getByLabel('Root folder').locator('option:checked')).toContainText('/movies')
    await expectAccessible('defaults in setup')
    await page.getByRole('button', { name: 'Not now' }).click()
    const connected = page.getByRole('list', { name: 'Connected' })
    await expect(connected).toContainText('New titles: First accessible folder · First profile')
    // Somebody who passed it over, or left the page, is offered it again.
    await page.getByRole('button', { name: 'Change what new titles get in Radarr' }).click()
    await page.getByRole('button', { name: 'Use these settings' }).click()
    await expect(connected).toContainText('New titles: /movies · HD-1080p')
    await expect(page.getByRole('button', { name: /Connect Sonarr/ })).toBeVisible()

    const [library] = await world.call<{ id: string }[]>(world.admin, 'GET', 'admin/instances')
    await visit(page, `./instances/${library?.id}`)
    const card = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Defaults for new titles' }) })
    await expect(card.getByLabel('Root folder').locator('option:checked')).toContainText('/movies')
    await card.getByLabel('Quality profile').selectOption({ label: 'Ultra-HD' })
    await card.getByLabel('Minimum availability').selectOption('In cinemas')
    await expectAccessible('defaults')
    await card.getByRole('button', { name: 'Save' }).click()
    await expect(card.getByText('Saved')).toBeVisible()

    const rosa = await world.addUser('rosa', { require_approval: true })
    const body = { media_type: 'movie', tmdb_id: movie.id, title: movie.title }
    await world.call(rosa, 'POST', 'requests', body)
    await visit(page, './approvals')
    await page.getByRole('button', { name: `Change ${movie.title} before approving` }).click()
    const editor = page.getByRole('dialog')
    await expect(editor.getByLabel('Quality').locator('option:checked')).toHaveText('Default (Ultra-HD)')
    await expect(editor.getByText('The default comes from Radarr.')).toBeVisible()
  })
})

test('C59 new titles go where the admin said; a default that is gone is told, mended and tried again', async ({
  page,
  browser,
  world,
  expectAccessible,
}) => {
  const { radarr4k } = world
  radarr4k.rootFolders.add('/films-4k')
  const [first, second] = world.newMovies(2)
  const id = await world.addInstance('movie_manager', 'Films 4K', 'radarr4k')
  const rosa = await world.addUser('rosa')
  const { call, admin } = world
  const delivery_defaults = {
    root_folder: '/films-4k',
    quality_profile_id: 5,
    minimum_availability: 'in_cinemas',
  }
  await call(admin, 'PUT', `admin/instances/${id}`, { delivery_defaults })
  await call(admin, 'PUT', `admin/users/${rosa.user.id}/instance-grants`, { movie_manager: [id] })
  const ask = (tmdb_id = 0) =>
    call(rosa, 'POST', 'requests', { media_type: 'movie', tmdb_id, instance_id: id })
  await ask(first?.id)
  await expect
    .poll(() => radarr4k.movie(first?.id ?? 0))
    .toMatchObject({
      root_folder_path: '/films-4k',
      minimum_availability: 'inCinemas',
      quality_profile_id: 5,
    })

  // The folder goes: the form still shows it, and nothing is put elsewhere.
  radarr4k.rootFolders.remove('/films-4k')
  await ask(second?.id)
  await comeInAs(page, admin)
  await page.goto('./approvals?tab=waiting')
  await expect(
    page.getByText('Radarr no longer has a folder, profile or tag that this request needs.'),
  ).toBeVisible()
  await expect(
    page.getByText('Radarr no longer has the root folder that is set as the default of Films 4K.'),
  ).toBeVisible()

  // C58: another admin reads the same in German.
  const heinz = await world.addUser('heinz')
  await call(admin, 'PATCH', `admin/users/${heinz.user.id}`, { role: 'admin' })
  await call(heinz, 'PUT', 'me/preferences', { language: 'de' })
  const other = await otherBrowser(browser, { ...heinz, user: await call(heinz, 'GET', 'auth/me') })
  await other.goto('./approvals?tab=waiting')
  await expect(
    other.getByText('Radarr hat den Stammordner nicht mehr, der die Vorgabe von Films 4K ist.'),
  ).toBeVisible()
  await other.context().close()

  radarr4k.faults.always('GET /api/v3/tag', dropBefore())
  await visit(page, `./instances/${id}`)
  const card = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Defaults for new titles' }) })
  const folder = card.getByLabel('Root folder').locator('option:checked')
  await expect(card.getByText("Radarr can't be read right now")).toBeVisible()
  await expect(folder).toHaveText('/films-4k')
  await expectAccessible('defaults, unreadable')
  radarr4k.faults.clear()
  await card.getByRole('button', { name: 'Try again' }).click()
  await expect(folder).toHaveText('/films-4k · no longer in Radarr')
  await card.getByLabel('Root folder').selectOption('First accessible folder')
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByText('Saved')).toBeVisible()
  await page.goto('./approvals?tab=waiting')
  await page.getByRole('button', { name: /Try/ }).click()
  await expect.poll(() => radarr4k.movie(second?.id ?? 0)?.root_folder_path).toBe('/movies-4k')
})
