import { ADMIN } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

test.describe('untouched', () => {
  test.use({ parts: { admin: false, tmdb_key: false }, own_world: true })

  test('a new house: key, libraries, a break, people, and the checklist at the end', async ({
    page,
    world,
    expectAccessible,
  }) => {
    await page.goto('./')
    await page.getByLabel('Username').fill(ADMIN.username)
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
    await page.getByRole('button', { name: /create account/i }).click()

    await expect(page.getByRole('heading', { name: 'Add a TMDB key' })).toBeVisible()
    const key = page.getByLabel('API key or read access token')
    await key.fill('not-a-key-at-all')
    await page.getByRole('button', { name: 'Test and save' }).click()
    await expect(page.getByText('TMDB rejected this key.')).toBeVisible()
    await expect(key).toHaveValue('not-a-key-at-all')
    await expectAccessible('wizard, refused key')
    await key.fill(world.tmdb.api_key)
    await page.getByRole('button', { name: 'Test and save' }).click()
    await expect(page.getByRole('button', { name: /^Replace/ })).toBeVisible()
    await page.getByRole('button', { name: 'Continue' }).click()

    await expect(page.getByRole('heading', { name: 'Connect your libraries' })).toBeVisible()
    await page.getByRole('button', { name: /Connect Radarr/ }).click()
    await page.getByLabel('Address').fill(world.radarr.url)
    await page.getByLabel('API key').fill('wrong')
    await page.getByRole('button', { name: 'Test connection' }).click()
    await expect(page.getByText('Copy the key from Radarr again')).toBeVisible()
    await page.getByLabel('Address').fill(world.sonarr.url)
    await page.getByLabel('API key').fill(world.sonarr.api_key)
    await page.getByRole('button', { name: 'Test and connect' }).click()
    await expect(page.getByText('A different service answered').first()).toBeVisible()
    await expect(page.getByLabel('Address')).toBeFocused()
    await page.getByLabel('Address').fill(world.radarr.url)
    await page.getByLabel('API key').fill(world.radarr.api_key)
    await page.getByRole('button', { name: 'Test and connect' }).click()
    const connected = page.getByRole('list', { name: 'Connected' })
    await expect(connected).toContainText('Radarr')

    await page.getByRole('link', { name: 'Finish later' }).click()
    await page.getByRole('link', { name: 'Continue setup' }).click()
    await expect(page.getByRole('heading', { name: 'Connect your libraries' })).toBeVisible()
    await page.getByRole('button', { name: /Connect Sonarr/ }).click()
    await page.getByLabel('Address').fill(world.sonarr.url)
    await page.getByLabel('API key').fill(world.sonarr.api_key)
    await page.getByRole('button', { name: 'Test and connect' }).click()
    await expect(connected.getByText(/^Connected · version/)).toHaveCount(2)
    await expectAccessible('wizard, libraries')
    await page.getByRole('button', { name: 'Continue' }).click()

    await expect(page.getByRole('heading', { name: 'Connect your media servers' })).toBeVisible()
    await page.getByRole('button', { name: 'Skip for now' }).click()
    await page.getByRole('button', { name: 'Invite someone' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('maria')
    await dialog.getByRole('button', { name: 'Create link' }).click()
    await expect(dialog.getByLabel('Sign-in link')).toHaveValue(/\/connect\?token=/)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('list', { name: 'Users' })).toContainText('maria')
    await page.getByRole('button', { name: 'Finish' }).click()

    await expect(page.getByRole('heading', { name: 'Finish setting up' })).toBeVisible()
    await expect(page.getByText(/of 12 done/)).toBeVisible()
    await page.getByRole('button', { name: /steps left/ }).click()
    await expect(page.getByRole('button', { name: 'Skip: Connect a media server' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Skip: Connect Radarr' })).toBeHidden()
    await expect(page.getByRole('link', { name: 'Continue setup' })).toBeHidden()
  })
})

test.describe('set up, and nothing connected', () => {
  test.use({ parts: { tmdb_key: false }, own_world: true })

  test('1:4.15 the checklist leads to each place, and what nobody wants is left out', async ({
    page,
    signIn,
    expectAccessible,
  }) => {
    await signIn()
    await page.getByRole('button', { name: 'Skip: Connect Lidarr' }).click()
    await expect(page.getByText('0 done, 1 skipped')).toBeVisible()
    await page.reload()
    await page.getByText('0 done, 1 skipped').click()
    await expectAccessible('home with checklist')
    await page.getByRole('button', { name: 'Undo skip: Connect Lidarr' }).click()
    await expect(page.getByRole('button', { name: 'Skip: Connect Lidarr' })).toBeVisible()
    await page.getByRole('link', { name: 'Connect Lidarr' }).click()
    await expect(page.getByRole('heading', { name: 'Connect Lidarr' })).toBeVisible()
  })
})
