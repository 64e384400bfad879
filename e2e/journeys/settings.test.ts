import { otherBrowser } from '../support/people.ts'
import { expect, test } from '../support/test.ts'
import { visit } from '../support/visit.ts'

// The last journey is about a server without any library.
test.use({ parts: { tmdb_key: false } })

test('1/4.2 a hidden tab goes and comes in another window, live', async ({
  page,
  world,
  browser,
  signIn,
  expectAccessible,
}) => {
  await world.addInstance('movie_manager', 'Films', 'radarr')
  const watching = await otherBrowser(browser)
  await signIn('./', watching)
  await expect(
    watching.getByRole('navigation').getByRole('link', { name: 'Books', exact: true }),
  ).toBeVisible()
  await watching.getByRole('button', { name: /^Optional/ }).click()
  await expect(watching.getByRole('button', { name: 'Skip: Choose what Discover shows' })).toBeVisible()

  await signIn('./settings/discovery')
  await expect(page.getByText('Currently used: TMDB trending.')).toBeVisible()
  await expectAccessible('discovery settings')
  // A switch follows what was saved, a moment after the finger.
  await page.getByLabel('Hide books').click()
  await expect(page.getByLabel('Hide books')).toBeChecked()
  await expect(page.getByText('Hidden now: no library is connected.')).toBeVisible()
  await expect(
    watching.getByRole('navigation').getByRole('link', { name: 'Books', exact: true }),
  ).toBeHidden()
  await expect(page.getByLabel('Hide movies')).toBeDisabled()
  await expect(page.getByText('Shown because Radarr is connected.')).toBeVisible()
  await page.getByLabel('Hide books').click()
  await expect(page.getByLabel('Hide books')).not.toBeChecked()
  await expect(
    watching.getByRole('navigation').getByRole('link', { name: 'Books', exact: true }),
  ).toBeVisible()
  await expect(watching.getByRole('button', { name: 'Skip: Choose what Discover shows' })).toBeHidden()
  await watching.context().close()
})

test('settings are found by a word, and a way out that leads nowhere says so', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn('./settings')
  await page.getByLabel('Search settings').fill('socks')
  await page.getByRole('link', { name: /Outbound proxy/ }).click()
  await page.getByLabel('Use a proxy').check()
  await page.getByLabel('Proxy address').fill('http://127.0.0.1:9')
  await page.getByLabel(/^Password/).fill('secret')
  await page.getByRole('button', { name: 'Test connection' }).click()
  await expect(page.getByText('Check the address and port of the proxy.')).toBeVisible()
  await page.getByLabel('Proxy address').fill('ftp://127.0.0.1')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByLabel('Proxy address')).toBeFocused()
  await page.getByLabel('Proxy address').fill('http://127.0.0.1:9')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Replace: Password' })).toBeVisible()
  await expectAccessible('outbound proxy')
  await page.getByLabel('Proxy address').fill('127.0.0.1:10')
  await expect(page.getByText('Foyer will use http://127.0.0.1:10')).toBeVisible()
  await expect(page.getByText('The address has changed, so enter the password again.')).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Enter the password again, or select')).toBeVisible()
  await page.getByLabel('The new proxy needs no password').check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByLabel('Proxy address')).toHaveValue('http://127.0.0.1:10')

  await visit(page, './settings/external-address')
  await page.getByLabel('External address').fill('foyer.example.org')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByLabel('External address')).toBeFocused()
  await page.getByLabel('External address').fill('https://foyer.example.org/')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByLabel('External address')).toHaveValue('https://foyer.example.org')
  await visit(page, './settings/server')
  await expect(page.getByText('OK', { exact: true })).toHaveCount(3)
})

test('2/4.7 a provider key is tested, kept as saved, replaced and removed', async ({
  page,
  world,
  signIn,
  expectAccessible,
}) => {
  await signIn('./settings/provider-keys')
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'TMDB' }) })
  await card.getByLabel('API key or read access token').fill(world.tmdb.read_token)
  await card.getByRole('button', { name: 'Test and save' }).click()
  await expect(card.getByText('Tested and saved')).toBeVisible()
  await card.getByRole('button', { name: /^Replace/ }).click()
  await card.getByLabel('API key or read access token').fill('wrong')
  await card.getByRole('button', { name: 'Test and save' }).click()
  await expect(card.getByText('TMDB rejected this key.')).toBeVisible()
  await expectAccessible('provider keys')
  await card.getByRole('button', { name: 'Keep saved value' }).click()
  await card.getByRole('button', { name: 'Remove key' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove key' }).click()
  await expect(card.getByText('No key')).toBeVisible()
})

test('who may not manage the server finds an honest home and no settings', async ({ page, world }) => {
  // Only what a browser keeps: the access token is asked for.
  const { refresh_token, device_id, user } = await world.addUser('maria')
  await page.addInitScript(kept => localStorage.setItem('foyer.session', JSON.stringify(kept)), {
    refresh_token,
    device_id,
    user,
  })
  await page.goto('./')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('maria')
  await expect(page.getByText('connects a library')).toBeVisible()
  await expect(page.getByText('Finish setting up')).toBeHidden()
  await expect(page.getByRole('link', { name: 'Settings' })).toBeHidden()
  await visit(page, './settings')
  // Inside the frame: the way to every other page stays in reach.
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click()
  await expect(main.getByRole('heading', { level: 1 })).toContainText('maria')
})
