import { intercept, notNow } from '../support/intercept.ts'
import { expectFitsPhone } from '../support/screens.ts'
import { expect, test } from '../support/test.ts'
import { visit } from '../support/visit.ts'

test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' })

const FOLDER = '/films-for-a-while'

test('0.8 C66 an admin finds what is stuck, runs a job, and looks at what is on its way', async ({
  page,
  world,
  signIn,
  expectAccessible,
}) => {
  // A request whose folder went away is stuck until somebody acts.
  const { radarr4k, admin } = world
  const movie = world.newMovie()
  radarr4k.rootFolders.add(FOLDER)
  const instance_id = await world.addInstance('movie_manager', 'Films 4K', 'radarr4k')
  await world.call(admin, 'PUT', `admin/instances/${instance_id}`, {
    delivery_defaults: { root_folder: FOLDER },
  })
  radarr4k.rootFolders.remove(FOLDER)
  const noor = await world.addUser('noor')
  await world.call(admin, 'PUT', `admin/users/${noor.user.id}/instance-grants`, {
    movie_manager: [instance_id],
  })
  await world.call(noor, 'POST', 'requests', {
    media_type: 'movie',
    tmdb_id: movie.id,
    title: movie.title,
    instance_id,
  })

  await signIn('./settings')
  await page.getByLabel('Search settings').fill('integrity')
  await expect(page.getByRole('link', { name: /^Database/ })).toBeVisible()
  await page.getByLabel('Search settings').fill('maintenance')
  await page.getByRole('link', { name: /^Operations/ }).click()
  const stuck = page.getByRole('link', { name: /^Stuck deliveries/ })
  await expect(stuck).toContainText('needs attention')
  await expect(page.getByRole('link', { name: /^Backups/ })).toBeVisible()
  await expectAccessible('operations')
  await expectFitsPhone(page, 'operations')
  await stuck.click()
  const delivery = page.getByRole('link', { name: new RegExp(`^${movie.title}`) })
  await expect(delivery).toContainText(/Radarr no longer has a folder.*noor/s)
  await expectAccessible('stuck deliveries')
  await expectFitsPhone(page, 'stuck deliveries')
  await delivery.click()
  await expect(page).toHaveURL(/tab=waiting/)
  await expect(page.getByRole('listitem').filter({ hasText: movie.title }).first()).toBeFocused()

  await page.goto('./settings/operations/jobs')
  await expect(page.getByRole('link', { name: /^Scheduled backup/ })).toContainText('1 waiting')
  await expectAccessible('jobs')
  await expectFitsPhone(page, 'jobs')
  await page.getByRole('link', { name: /^Remove old notifications/ }).click()
  await expect(page.getByText(/^Scheduled: /)).toBeVisible()
  await expectAccessible('jobs of one kind')
  await page.getByRole('button', { name: /^Run now: job \d+$/ }).click()
  await expect(page.getByText('The job runs as soon as a worker is free.')).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()

  // The palette leads to the others; one that cannot be read says so, and recovers.
  const recover = await intercept(page, /\/api\/admin\/operations\/outbox/, notNow)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('outbox')
  await page.getByRole('option', { name: /^Outbox/ }).click()
  await expect(page.getByRole('alert')).toContainText('This could not be loaded')
  recover()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page
    .getByText(/^Failed/)
    .first()
    .click()
  await expect(page).toHaveURL(/state=failed/)
  await expectAccessible('the outbox')
  await expectFitsPhone(page, 'the outbox')
})

test('0.8 C66 an admin clears a cache, checks the database, follows the log and ends a session', async ({
  page,
  world,
  signIn,
  expectAccessible,
}) => {
  const noor = await world.addUser('noor')
  await world.call(noor, 'GET', 'discover/trending?type=movie')
  await signIn('./settings/operations/caches')
  const clear = page.getByRole('button', { name: 'Clear Movies and shows from TMDB' })
  await clear.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Clear' }).click()
  await expect(page.getByText('Cleared.')).toBeVisible()
  await expect(clear).toBeDisabled()
  await expectAccessible('caches')
  await expectFitsPhone(page, 'caches')

  await visit(page, './settings/operations/database')
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByText('No damage found')).toBeVisible()
  await expectAccessible('the database')

  await visit(page, './settings/operations/log')
  await page.getByLabel('Log level for the next hour').selectOption('Debug')
  await expect(page.getByText(/^Debug until \d\d:\d\d/)).toBeVisible()
  const lines = page.getByRole('list', { name: 'Log' })
  // Written after the page was opened: it follows.
  await expect(lines.getByText('the log level was changed by an admin').first()).toBeVisible()
  await page.getByLabel('Search the log').fill('CHANGED BY')
  await page.getByText('Warnings', { exact: true }).click()
  await expect(page).toHaveURL(/level=warn/)
  // Until then, lines of other words move under the pointer.
  await expect(page).toHaveURL(/text=/)
  await expect(lines).toHaveAttribute('aria-busy', 'false')
  await expect(lines.getByRole('listitem').filter({ hasNotText: 'changed by' })).toHaveCount(0)
  await lines.getByText('the log level was changed by an admin').first().click()
  await expect(page.getByRole('textbox', { name: 'Details' })).toHaveValue(/"log_level": "debug"/)
  await expectAccessible('the log')
  await expectFitsPhone(page, 'the log')
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText(/^Paused\./)).toBeVisible()
  await page.getByRole('button', { name: 'Back to Warning' }).click()
  await expect(page.getByText('Warning, as configured.')).toBeVisible()

  await visit(page, './users/devices')
  const end = page.getByRole('button', { name: 'Sign out Sofa of noor' })
  await end.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(end).toBeHidden()
  await expectAccessible('devices')
  await expectFitsPhone(page, 'devices')
  await visit(page, './settings/server')
  await expect(page.getByText('Open pages and apps')).toBeVisible()
  await expectAccessible('the server')
})
