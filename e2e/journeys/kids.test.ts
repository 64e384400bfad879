import { intercept, notNow } from '../support/intercept.ts'
import { PHONE } from '../support/screens.ts'
import { expect, test } from '../support/test.ts'

test.use(PHONE)

test.describe('where no catalogue names the ratings of a country', () => {
  test.use({ parts: { tmdb_key: false } })

  test('1:4.12 somebody becomes a kids account and keeps its limits', async ({
    page,
    signIn,
    expectAccessible,
  }) => {
    await signIn('./users?invite=true')
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Mia')
    await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click()
    await page.getByRole('button', { name: "Open Mia's page" }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Mia' })).toBeVisible()

    await page.getByRole('button', { name: 'Make this a kids account' }).click()
    await page.getByRole('group', { name: 'Movies up to' }).getByText('G', { exact: true }).click()
    await expect(page.getByText('Hides PG, PG-13, R and NC-17.')).toBeVisible()
    await page.getByRole('group', { name: 'Hidden movie genres' }).getByText('Horror').click()
    await expectAccessible('limits')
    await page.getByRole('button', { name: 'Make this a kids account' }).click()
    await expect(page.getByText('Saved')).toBeVisible()
    await expect(page.getByRole('radio', { name: /Admin/ })).toBeDisabled()
    await expect(page.getByText('Kids accounts cannot be admins.')).toBeVisible()

    await page.reload()
    await expect(page.getByRole('radio', { name: 'G', exact: true })).toBeChecked()
    await expect(page.getByRole('checkbox', { name: 'Horror' })).toBeChecked()
  })
})

test('1:4.12 a child is invited with limits or not at all, and grows out of them', async ({
  page,
  signIn,
}) => {
  await signIn('./users?invite=true')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Max')
  await dialog.getByLabel('Kids account').check()
  const allow = await intercept(page, '**/content-policy', notNow)
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await expect(dialog.getByText('the kids limits could not be saved')).toBeVisible()
  await expect(dialog.getByLabel('Sign-in link')).toBeHidden()
  await dialog.getByRole('button', { name: 'Done' }).click()

  allow()
  await page.getByRole('button', { name: 'Invite someone' }).first().click()
  await dialog.getByLabel('Name', { exact: true }).fill('Zoe')
  await dialog.getByLabel('Kids account').check()
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await expect(dialog.getByLabel('Sign-in link')).toBeVisible()
  // The form was scrolled down to its end; the code is seen whole all the same.
  await expect(dialog.getByRole('figure')).toBeInViewport({ ratio: 1 })
  await dialog.getByRole('button', { name: 'Done' }).click()
  const zoe = page.getByRole('listitem').filter({ hasText: 'Zoe' })
  await expect(zoe).toContainText('Kids account')
  await zoe.getByRole('link').click()

  await page.getByRole('button', { name: 'Turn into a regular account' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn into a regular account' }).click()
  await expect(page.getByRole('button', { name: 'Make this a kids account' })).toBeVisible()
  await expect(page.getByRole('radio', { name: /Admin/ })).toBeEnabled()
})
