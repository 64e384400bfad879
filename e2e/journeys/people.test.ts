import type { Page } from '@playwright/test'
import { intercept, interceptOnce, notNow } from '../support/intercept.ts'
import { comeInAs, otherBrowser, type Session, signInByForm } from '../support/people.ts'
import { expect, test } from '../support/test.ts'
import { visit } from '../support/visit.ts'

/** Changes passwords and ends sessions, so it is nobody whom other tests need. */
const IDA = { username: 'ida', password: 'battery staple' }

async function invite(page: Page, name: string): Promise<string> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill(name)
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const link = await dialog.getByLabel('Sign-in link').inputValue()
  expect(link).toContain('/connect?token=')
  return link
}

test('R6 somebody is invited, comes in once, sets a password and signs in with it', async ({
  page,
  browser,
  signIn,
  expectAccessible,
}) => {
  await signIn('./users?invite=true')
  const link = await invite(page, 'Lena')
  await expect(page.getByRole('dialog')).toContainText('in 7 days')
  await expectAccessible('invitation')

  const lena = await otherBrowser(browser)
  await lena.goto(link)
  await expect(lena).toHaveURL(/\/connect$/)
  // Looking at it, twice, must not use it up.
  await lena.reload()
  await lena.getByRole('button', { name: 'Sign in' }).click()
  await expect(lena.getByRole('heading', { level: 1 })).toContainText('Lena')
  await lena.getByLabel('New password').fill('short')
  await lena.getByRole('button', { name: 'Set a password' }).click()
  await expect(lena.getByText('Choose a password of 8 to 1024 characters')).toBeVisible()
  await lena.getByLabel('New password').fill('battery staple')
  await lena.getByRole('button', { name: 'Set a password' }).click()
  await expect(lena.getByText('Your password is set.')).toBeVisible()
  await lena.getByText('Light', { exact: true }).click()
  await lena.getByRole('link', { name: 'Go to Home' }).click()
  await expect(lena.getByRole('heading', { level: 1 })).toContainText('Lena')
  await lena.goto('./users')
  await expect(lena.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await lena.context().close()

  const third = await otherBrowser(browser)
  await third.goto(link)
  await third.getByRole('button', { name: 'Sign in' }).click()
  await expect(third.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await third.getByRole('link', { name: 'Go to sign-in' }).click()
  await signInByForm(third, { username: 'lena', password: 'battery staple' })
  await expect(third.getByRole('heading', { level: 1 })).toContainText('Lena')
  await third.context().close()
})

test('1:4.12 a revoked device is signed out while it looks', async ({ page, browser, signIn }) => {
  await signIn('./users?invite=true')
  const bo = await otherBrowser(browser)
  await bo.goto(await invite(page, 'Bo'))
  await bo.getByRole('button', { name: 'Sign in' }).click()
  await bo.getByRole('link', { name: 'Go to Home' }).click()
  await expect(bo.getByRole('heading', { level: 1 })).toContainText('Bo')

  await visit(page, './users/devices')
  await page.getByRole('button', { name: /of Bo$/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('button', { name: /of Bo$/ })).toBeHidden()
  await expect(bo).toHaveURL(/\/login/)
  await expect(bo.getByText('You have been signed out on this device.')).toBeVisible()
  await bo.context().close()
})

test('1:4.12 the last admin keeps the role, and what a switch erases is said first', async ({
  page,
  signIn,
}) => {
  await signIn('./users')
  await expect(page.getByText('No one else here yet')).toBeVisible()
  await page.getByRole('list', { name: 'Users' }).getByRole('link').click()
  await expect(page.getByText('ana is the only admin.').first()).toBeVisible()
  await expect(page.getByRole('radio', { name: /Member/ })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Delete account' })).toBeDisabled()

  await page.getByRole('switch', { name: 'Password' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('The password is deleted')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByText('This is the last way to sign in to this account.')).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Password' })).toBeChecked()
})

test('1:4.1 C68 the account lists where one is signed in; a new password needs the current one and ends the other places', async ({
  page,
  browser,
  world,
}) => {
  await world.addUser(IDA.username, IDA)
  const signInAgain = () => world.call<Session>(null, 'POST', 'auth/login', IDA)
  const open = async () => {
    const other = await otherBrowser(browser, await signInAgain())
    await other.goto('./requests')
    await expect(other.getByRole('heading', { level: 1, name: 'Requests' })).toBeVisible()
    return other
  }
  const [second, third] = [await open(), await open()]
  await comeInAs(page, await signInAgain())
  await page.goto('./account')
  const devices = page.getByRole('list', { name: 'Your devices' }).getByRole('listitem')
  // The one that came by the connect link counts too.
  await expect(devices).toHaveCount(4)
  await expect(devices.filter({ hasText: 'This device' })).toHaveCount(1)

  await devices
    .getByRole('button', { name: /^Sign out .+/ })
    .first()
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(devices).toHaveCount(3)

  await page.getByRole('button', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Your other devices will be signed out.')
  await dialog.getByLabel('Current password').fill('not this one')
  await dialog.getByLabel('New password').fill('an even longer one')
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await expect(dialog.getByText('The current password is incorrect.')).toBeVisible()
  await expect(dialog.getByLabel('New password')).toHaveValue('an even longer one')
  await dialog.getByLabel('Current password').fill(IDA.password)
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await expect(dialog).toBeHidden()
  await expect(devices).toHaveCount(1)
  for (const ended of [second, third]) {
    await expect(ended).toHaveURL(/\/login/)
    await ended.context().close()
  }
  await expect(page.getByRole('heading', { level: 1, name: IDA.username, exact: true })).toBeVisible()
})

test('0.5 after too many attempts the sign-in page says when to try again', async ({ page, world }) => {
  await world.addUser(IDA.username, IDA)
  await page.goto('./login')
  await page.getByLabel('Username').fill(IDA.username)
  await page.getByLabel('Password', { exact: true }).fill('not right at all')
  const submit = page.locator('button[type=submit]')
  await expect(async () => {
    if (await submit.isEnabled()) await submit.click({ timeout: 1_000 })
    await expect(submit).toHaveText(/^Try again in \d+ seconds?$/, { timeout: 200 })
  }).toPass({ intervals: [50] })
  await expect(submit).toBeDisabled()
})

test('1:4.12 the address of links is set where links are made', async ({ page, signIn }) => {
  await signIn('./users?invite=true')
  await invite(page, 'Grandma')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Set address' }).click()
  await dialog.getByLabel('External address').fill('foyer')
  await dialog.getByRole('button', { name: 'Save and renew the link' }).click()
  await expect(dialog.getByLabel('External address')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('External address').fill('https://media.example.org/')
  await interceptOnce(page, '**/api/admin/connect-token', notNow)
  await dialog.getByRole('button', { name: 'Save and renew the link' }).click()
  await expect(dialog.getByRole('alert')).toContainText('The link could not be created')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByLabel('Sign-in link')).toHaveValue(
    /^https:\/\/media\.example\.org\/connect\?token=/,
  )
  await dialog.getByRole('button', { name: 'Done' }).click()
  const users = page.getByRole('list', { name: 'Users' })
  await expect(users.getByRole('listitem').filter({ hasText: 'Grandma' })).toContainText('Invited')
  await expect(users).toContainText('Has not signed in yet')
  await expect(users).toContainText('Signs in with password ·')
  await users.getByRole('link', { name: /Grandma/ }).click()
  await expect(page.getByRole('heading', { name: 'Role' })).toBeVisible()
  await expect(page.getByText('Can use the included AI')).toHaveCount(0)
})

test('1/4.1 somebody who was made an admin opens the pages of admins at once, without signing in again', async ({
  page,
  world,
  expectAccessible,
}) => {
  const rosa = await world.addUser('rosa')
  await world.call(world.admin, 'PATCH', `admin/users/${rosa.user.id}`, { role: 'admin' })
  // What this browser knows of the account is from before.
  await comeInAs(page, rosa)
  await page.goto(`./users/${rosa.user.id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'rosa' })).toBeVisible()
  await expectAccessible('the own page of a new admin')
})

test('what a person did is read again where a part of it had no answer', async ({ page, world, signIn }) => {
  const { user } = await world.addUser('hanna')
  const stop = await intercept(page, /admin\/issues/, notNow)
  await signIn(`./users/${user.id}`)
  const failure = page.getByRole('alert').filter({ hasText: 'Some of the activity could not be loaded.' })
  await expect(failure).toBeVisible()
  stop()
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect(failure).toBeHidden()
  await expect(page.getByRole('list', { name: 'Recent activity' })).toContainText('Sofa')
})
