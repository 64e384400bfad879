import { ADMIN } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

test.describe('untouched', () => {
  test.use({ parts: { admin: false, tmdb_key: false }, own_world: true })

  test('1:4.1 the first visitor opens the house, and later visitors sign in', async ({
    page,
    expectAccessible,
  }) => {
    await page.goto('./')
    await expect(page).toHaveURL(/\/setup$/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible('setup')

    await page.getByLabel('Username').fill(ADMIN.username)
    await page.getByLabel('Password', { exact: true }).fill('short')
    await page.getByRole('button', { name: /create account/i }).click()
    await expect(page.getByText('Choose a password of 8 to 1024 characters')).toBeVisible()
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused()

    await page.getByLabel('Password', { exact: true }).fill('Password')
    await expect(page.getByText('This is one of the most common passwords.')).toBeVisible()
    await page.getByRole('button', { name: /create account/i }).click()
    await expect(page.getByText('not a common one')).toBeVisible()

    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
    await page.getByRole('button', { name: /create account/i }).click()
    await page.getByRole('link', { name: 'Finish later' }).click()
    await expect(page.getByRole('heading', { name: /ana/i })).toBeVisible()
    await expectAccessible('home')

    await page.reload()
    await expect(page.getByRole('heading', { name: /ana/i })).toBeVisible()
    await page.goto('./setup')
    await expect(page).not.toHaveURL(/\/setup$/)
  })
})

test('signing out ends the session here, and a deep link returns after signing in', async ({
  page,
  expectAccessible,
}) => {
  await page.goto('./account')
  await expect(page).toHaveURL(/\/login/)
  await expectAccessible('sign-in')
  await page.getByLabel('Username').fill('ANA')
  await page.getByLabel('Password', { exact: true }).fill('not right at all')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('The username or password is incorrect.')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/account$/)
  await expect(page.getByRole('heading', { level: 1, name: ADMIN.username, exact: true })).toBeVisible()
  await expectAccessible('account')
  await page.getByRole('button', { name: 'Sign out' }).first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login/)
  await page.goto('./account')
  await expect(page).toHaveURL(/\/login/)
})
