import { ADMIN } from '../support/people.ts'
import { PHONE } from '../support/screens.ts'
import { expect, test } from '../support/test.ts'

test.use(PHONE)

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
  await page.getByRole('button', { name: 'Sign out' }).first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login/)
  await page.goto('./account')
  await expect(page).toHaveURL(/\/login/)
})
