import type { Browser, BrowserContext, Page } from '@playwright/test'
import { ADMIN, signInByForm } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

/** Somebody else's browser: nothing is shared with the first one. */
async function otherBrowser(browser: Browser, baseURL: string | undefined): Promise<BrowserContext> {
  return browser.newContext({ baseURL, locale: 'en-GB' })
}

async function invite(page: Page, name: string): Promise<string> {
  await page.goto('./users?invite=true')
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
  baseURL,
  setUp,
  signIn,
  expectAccessible,
}) => {
  await setUp()
  await signIn()
  const link = await invite(page, 'Lena')
  await expect(page.getByRole('dialog')).toContainText('in 7 days')
  await expectAccessible('invitation')

  const theirs = await otherBrowser(browser, baseURL)
  const lena = await theirs.newPage()
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
  await theirs.close()

  const again = await otherBrowser(browser, baseURL)
  const third = await again.newPage()
  await third.goto(link)
  await third.getByRole('button', { name: 'Sign in' }).click()
  await expect(third.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await third.getByRole('link', { name: 'Go to sign-in' }).click()
  await signInByForm(third, { username: 'lena', password: 'battery staple' })
  await expect(third.getByRole('heading', { level: 1 })).toContainText('Lena')
  await again.close()
})

test('1:4.12 a revoked device is signed out while it looks', async ({
  page,
  browser,
  baseURL,
  setUp,
  signIn,
}) => {
  await setUp()
  await signIn()
  const theirs = await otherBrowser(browser, baseURL)
  const bo = await theirs.newPage()
  await bo.goto(await invite(page, 'Bo'))
  await bo.getByRole('button', { name: 'Sign in' }).click()
  await bo.getByRole('link', { name: 'Go to Home' }).click()
  await expect(bo.getByRole('heading', { level: 1 })).toContainText('Bo')

  await page.goto('./users/devices')
  await page.getByRole('button', { name: /of Bo$/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('button', { name: /of Bo$/ })).toBeHidden()
  await expect(bo).toHaveURL(/\/login/)
  await expect(bo.getByText('You have been signed out on this device.')).toBeVisible()
  await theirs.close()
})

test('1:4.12 the last admin keeps the role, and what a switch erases is said first', async ({
  page,
  setUp,
  signIn,
  expectAccessible,
}) => {
  await setUp()
  await signIn()
  await page.goto('./users')
  await expect(page.getByText('No one else here yet')).toBeVisible()
  await page.getByRole('list', { name: 'Users' }).getByRole('link').click()
  await expect(page.getByText('ana is the only admin.').first()).toBeVisible()
  await expect(page.getByRole('radio', { name: /Member/ })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Delete account' })).toBeDisabled()
  await expectAccessible('a user')

  await page.getByRole('switch', { name: 'Password' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('The password is deleted')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByText('This is the last way for an admin to sign in.')).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Password' })).toBeChecked()
})

test('1:4.1 a password is changed by whoever knows the current one', async ({ page, setUp, signIn }) => {
  await setUp()
  await signIn()
  await page.goto('./account')
  await page.getByRole('button', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Current password').fill('not this one')
  await dialog.getByLabel('New password').fill('an even longer one')
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await expect(dialog.getByText('The current password is incorrect.')).toBeVisible()
  await expect(dialog.getByLabel('New password')).toHaveValue('an even longer one')
  await dialog.getByLabel('Current password').fill(ADMIN.password)
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Saved')).toBeVisible()
})

test('C68 the account lists where one is signed in, and a new password ends the other places', async ({
  page,
  browser,
  baseURL,
  setUp,
  signIn,
  expectAccessible,
}) => {
  await setUp()
  await signIn()
  const open = async () => {
    const place = await otherBrowser(browser, baseURL)
    const other = await place.newPage()
    await signIn(other)
    return other
  }
  const [second, third] = [await open(), await open()]
  await page.goto('./account')
  const devices = page.getByRole('list', { name: 'Your devices' }).getByRole('listitem')
  // The one that set the server up counts too.
  await expect(devices).toHaveCount(4)
  await expect(devices.filter({ hasText: 'This device' })).toHaveCount(1)
  await expectAccessible('own devices')

  await devices
    .getByRole('button', { name: /^Sign out .+/ })
    .first()
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(devices).toHaveCount(3)

  await page.getByRole('button', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Your other devices will be signed out.')
  await dialog.getByLabel('Current password').fill(ADMIN.password)
  await dialog.getByLabel('New password').fill('an even longer one')
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await expect(devices).toHaveCount(1)
  for (const ended of [second, third]) {
    await expect(ended).toHaveURL(/\/login/)
    await ended.context().close()
  }
  await expect(page.getByRole('heading', { level: 1, name: 'ana', exact: true })).toBeVisible()
})

test('0.5 after too many attempts the door says when it opens again', async ({ page, setUp }) => {
  await setUp()
  await page.goto('./login')
  await page.getByLabel('Username').fill('ana')
  await page.getByLabel('Password', { exact: true }).fill('not right at all')
  const submit = page.locator('button[type=submit]')
  await expect(async () => {
    await submit.click({ timeout: 1_000 })
    await expect(submit).toHaveText(/^Try again in \d+ seconds?$/, { timeout: 200 })
  }).toPass({ intervals: [50] })
  await expect(submit).toBeDisabled()
})

test('1:4.12 the address of links is set where links are made', async ({ page, setUp, signIn }) => {
  await setUp()
  await signIn()
  await invite(page, 'Grandma')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Set address' }).click()
  await dialog.getByLabel('External address').fill('foyer')
  await dialog.getByRole('button', { name: 'Save and renew the link' }).click()
  await expect(dialog.getByLabel('External address')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('External address').fill('https://media.example.org/')
  await dialog.getByRole('button', { name: 'Save and renew the link' }).click()
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
