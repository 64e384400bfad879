import { ADMIN } from '../support/people.ts'
import { SCREENS } from '../support/screens.ts'
import { expect, test } from '../support/test.ts'

test.use({ parts: { admin: false, tmdb_key: false }, own_world: true })

for (const [where, screen] of Object.entries(SCREENS))
  test.describe(where, () => {
    test.use(screen)

    test('1:4.1 1:4.15 the first visitor sets up the server: account, checklist, key, libraries, a break, people', async ({
      page,
      world,
      expectAccessible,
    }) => {
      // One long way, because only one visitor is the first.
      await page.goto('./')
      await expect(page).toHaveURL(/\/setup$/)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible('setup')

      const password = page.getByLabel('Password', { exact: true })
      const create = page.getByRole('button', { name: /create account/i })
      await page.getByLabel('Username').fill(ADMIN.username)
      await password.fill('short')
      await create.click()
      await expect(page.getByText('Choose a password of 8 to 1024 characters')).toBeVisible()
      await expect(password).toBeFocused()
      await password.fill('Password')
      await expect(page.getByText('This is one of the most common passwords.')).toBeVisible()
      await create.click()
      await expect(page.getByText('not a common one')).toBeVisible()
      await password.fill(ADMIN.password)
      await create.click()
      await expect(page.getByRole('heading', { name: 'Add a TMDB key' })).toBeVisible()

      // The checklist leads to each place, and what nobody wants is left out.
      await page.getByRole('link', { name: 'Finish later' }).click()
      await expect(page.getByRole('heading', { level: 1, name: /ana/i })).toBeVisible()
      await page.getByRole('button', { name: 'Skip: Connect Lidarr' }).click()
      await expect(page.getByText('0 done, 1 skipped')).toBeVisible()
      await page.reload()
      await expect(page.getByRole('heading', { level: 1, name: /ana/i })).toBeVisible()
      await page.getByText('0 done, 1 skipped').click()
      await expectAccessible('home with checklist')
      await page.getByRole('button', { name: 'Undo skip: Connect Lidarr' }).click()
      await expect(page.getByRole('button', { name: 'Skip: Connect Lidarr' })).toBeVisible()
      await page.getByRole('link', { name: 'Connect Lidarr' }).click()
      await expect(page.getByRole('heading', { name: 'Connect Lidarr' })).toBeVisible()

      // Nobody else becomes the first: the address leads on to where it was left.
      await page.goto('./setup')
      await expect(page.getByRole('heading', { name: 'Add a TMDB key' })).toBeVisible()
      await expect(page).not.toHaveURL(/\/setup$/)
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
