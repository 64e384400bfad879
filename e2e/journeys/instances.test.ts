import { dropBefore } from '@foyer/simulators'
import { join } from 'node:path'
import { intercept, notNow } from '../support/intercept.ts'
import { expect, test } from '../support/test.ts'

test.use({ parts: {} })

test('1/I an instance is edited, refused with what to do next, and disconnected', async ({
  page,
  world,
  signIn,
  expectAccessible,
}) => {
  await world.addInstance('movie_manager', 'Films', 'radarr')
  await world.addInstance('movie_manager', 'Films 4K', 'radarr4k')
  await signIn('./instances')
  await expect(page.getByText(/^Connected · version/)).toHaveCount(2)
  await expectAccessible('instances')
  await page.getByRole('link', { name: 'Films 4K' }).click()
  await expect(page.getByText('Live updates are on')).toBeVisible()

  // Nobody knows whether it is the only one while the others cannot be read.
  const showOthers = await intercept(page, '**/api/admin/instances', notNow)
  const is_read = page.waitForResponse('**/api/admin/instances')
  await page.reload()
  await is_read
  const is_default = page.getByRole('checkbox', { name: 'Default for everyone' })
  await expect(is_default).toBeEnabled()
  await expect(is_default).not.toBeChecked()
  showOthers()

  await page.getByLabel('Name').fill('films')
  await page.getByRole('button', { name: 'Save', exact: true }).first().click()
  await expect(page.getByText('Another instance of this kind already has that name.')).toBeVisible()
  await page.getByLabel('Name').fill('The big screen')
  await page.getByLabel('Address').fill('http://127.0.0.1:9')
  await page.getByLabel('API key', { exact: true }).fill(world.radarr4k.api_key)
  await page.getByRole('button', { name: 'Save', exact: true }).first().click()
  await expect(page.getByText('Check that Radarr is running')).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue('The big screen')
  await page.getByLabel('Address').fill(world.radarr4k.url)
  await page.getByRole('button', { name: 'Save', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'The big screen' })).toBeVisible()

  await page.getByRole('button', { name: 'Disconnect The big screen' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Saved requests stay')
  await expectAccessible('disconnecting')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(page).toHaveURL(/\/instances$/)
  await expect(page.getByRole('link', { name: 'The big screen' })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Films' })).toBeVisible()
})

test('C67 an instance moves only with its key typed again, and the form shows where it is now', async ({
  page,
  world,
  signIn,
  expectAccessible,
}) => {
  const { radarr4k } = world
  const called = radarr4k.journal.entries.length
  const id = await world.addInstance('movie_manager', 'Films', 'radarr')
  await signIn(`./instances/${id}`)
  const address = page.getByLabel('Address')
  const key = page.getByLabel('API key', { exact: true })
  const save = page.getByRole('button', { name: 'Save', exact: true }).first()
  await expect(page.getByRole('button', { name: 'Replace: API key' })).toBeVisible()

  await address.fill(new URL(radarr4k.url).host)
  await expect(page.getByText(`Foyer will use ${radarr4k.url}`)).toBeVisible()
  await expect(page.getByText('The address has changed, so enter the key again.')).toBeVisible()
  await page.getByRole('button', { name: 'Test connection' }).click()
  await expect(page.getByText('Enter the key of Radarr again.')).toBeVisible()
  await expect(key).toBeFocused()
  await expectAccessible('asking for a key again')
  await save.click()
  await expect(page.getByText('Enter the key of Radarr again.')).toBeVisible()
  expect(radarr4k.journal.entries).toHaveLength(called)

  await key.fill(radarr4k.api_key)
  await save.click()
  await expect(page.getByRole('button', { name: 'Replace: API key' })).toBeVisible()
  await expect(address).toHaveValue(radarr4k.url)
  await page.reload()
  await expect(address).toHaveValue(radarr4k.url)
})

test('1/I whoever leaves a form with unsaved changes is asked first, and is not asked once they are saved', async ({
  page,
  world,
  signIn,
  expectAccessible,
}) => {
  const id = await world.addInstance('movie_manager', 'Films', 'radarr')
  await signIn('./instances')
  await page.getByRole('link', { name: 'Films' }).click()
  const name = page.getByLabel('Name')
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  const elsewhere = page.getByRole('navigation').getByRole('link', { name: 'Requests', exact: true })
  const answer = (words: string) => question.getByRole('button', { name: words }).click()
  const there = new RegExp(`/instances/${id}$`)
  await name.fill('The big screen')
  await elsewhere.click()
  await expect(question).toBeVisible()
  await expectAccessible('asked before leaving')
  await answer('Stay')
  await expect(question).toBeHidden()
  await expect(elsewhere).toBeFocused()
  await page.goBack()
  await expect(question).toBeVisible()
  await expect(page).toHaveURL(there)
  await answer('Stay')
  await expect(name).toHaveValue('The big screen')

  await page.getByRole('button', { name: 'Save', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'The big screen' })).toBeVisible()
  await elsewhere.click()
  await expect(page).toHaveURL(/\/requests$/)
  await page.goBack()
  // Changes after a save are changes again; whoever says so loses them.
  await name.fill('The small screen')
  await page.getByRole('button', { name: 'Save', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'The small screen' })).toBeVisible()
  await name.fill('Nothing')
  await page.goBack()
  await answer('Leave')
  await expect(page).toHaveURL(/\/instances$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Instances' })).toBeVisible()
  await page.goForward()
  await expect(name).toHaveValue('The small screen')
  await name.fill('Nothing')
  await elsewhere.click()
  await answer('Leave')
  await expect(page).toHaveURL(/\/requests$/)
})

test('1/I order is changed from the keyboard, and a service that goes away is said to be away', async ({
  page,
  world,
  signIn,
}) => {
  await world.addInstance('movie_manager', 'Alpha', 'radarr')
  await world.addInstance('movie_manager', 'Beta', 'radarr')
  await signIn('./instances')
  const rows = page.getByRole('listitem').filter({ hasText: 'Radarr' })
  await expect(rows.first()).toContainText('Alpha')
  await page.getByRole('button', { name: 'Move Beta up' }).focus()
  await page.keyboard.press('Enter')
  await expect(rows.first()).toContainText('Beta')
  await expect(page.getByRole('button', { name: 'Move Beta up' })).toBeFocused()
  await expect(page.getByText('Beta moved to position 1 of 2.')).toBeAttached()
  await page.reload()
  await expect(rows.first()).toContainText('Beta')
  world.radarr.faults.always('GET /api/v3/system/status', dropBefore())
  await page.getByRole('button', { name: 'Test Beta' }).click()
  await expect(rows.first()).toContainText('Unreachable')
  await expect(rows.first()).toContainText('Beta')
})

test('1/4.13 a path is tried before the mapping is saved, and a folder outside is refused', async ({
  page,
  world,
  signIn,
  expectAccessible,
}) => {
  const id = await world.addInstance('tv_manager', 'Series', 'sonarr')
  const folder = join(world.media_root, 'tv')
  await signIn(`./instances/${id}`)
  await page.getByRole('button', { name: 'Add mapping' }).click()
  await page.getByLabel('Folder in Sonarr').fill('/tv')
  await page.getByLabel('Same folder in Foyer').fill('/elsewhere')
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: /^Downloads/ }) })
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByText('Use a folder inside one of those in APP_MEDIA_ROOTS.')).toBeVisible()
  await page.getByLabel('Same folder in Foyer').fill(folder)
  await page.getByLabel('Test a path').fill('/tv-anime/Show/S01E01.mkv')
  await expect(card.getByText('No mapping applies to this path')).toBeVisible()
  await page.getByLabel('Test a path').fill('/tv/Show/S01E01.mkv')
  await expect(card.getByText(`${folder}/Show/S01E01.mkv`)).toBeVisible()
  await expectAccessible('mapping preview')
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByText('Saved')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Same folder in Foyer')).toHaveValue(folder)
  // What a press alone has changed is lost as easily as what was typed.
  await page.getByRole('button', { name: 'Remove mapping 1' }).click()
  await page.getByRole('navigation').getByRole('link', { name: 'Requests', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(page).toHaveURL(new RegExp(`/instances/${id}$`))
})

test('1/I a Plex account is linked, its server chosen, its libraries picked', async ({
  page,
  world,
  signIn,
  expectAccessible,
}) => {
  await signIn('./instances/new/invite_server')
  await page.getByRole('button', { name: 'Sign in with Plex' }).click()
  await expect(page.locator(':focus')).toContainText('Open plex.tv')
  await expect(page.getByRole('link', { name: 'Open plex.tv' })).toHaveAttribute('target', '_blank')
  await expectAccessible('linking plex')
  const [pin] = world.plexTv.cloud.pins.values()
  world.plexTv.cloud.approvePin(pin?.code ?? '', world.plexTv.cloud.owner.id)
  await page.getByRole('button', { name: 'Use Cellar' }).click()
  await page.getByRole('button', { name: 'Test and connect' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Cellar' })).toBeVisible()
  await page.getByText('Only these libraries').click()
  await page.getByLabel('Movies', { exact: true }).check()
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Sharing' }) })
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByText('Saved')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Movies', { exact: true })).toBeChecked()
})
