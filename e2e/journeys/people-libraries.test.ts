import { expect, test } from '../support/test.ts'

test.use({ parts: {} })

test('1:4.12 a person is given a library and a default, and a test alert says what is missing', async ({
  page,
  world,
  signIn,
  expectAccessible,
}) => {
  await world.addInstance('movie_manager', 'Radarr', 'radarr')
  await world.addInstance('movie_manager', 'Radarr 4K', 'radarr4k')
  await signIn('./users?invite=true')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Lena')
  await dialog.getByText('Libraries', { exact: true }).click()
  await expect(dialog.getByRole('checkbox', { name: 'Radarr', exact: true })).toBeDisabled()
  await expectAccessible('an invitation with libraries')
  await dialog.getByRole('checkbox', { name: 'Radarr 4K' }).check()
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await dialog.getByRole('button', { name: "Open Lena's page" }).click()

  await expect(page.getByRole('checkbox', { name: 'Radarr 4K' })).toBeChecked()
  await page.getByLabel('Default library').selectOption('Radarr 4K')
  await expectAccessible('the libraries of a user')
  await expect(page.getByText('Their default library, so they always have access.')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Radarr', exact: true })).not.toBeChecked()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Default library')).toHaveValue(/.+/)

  await page.getByRole('button', { name: 'Send test' }).click()
  await expect(page.getByText('this server has no push gateway')).toBeVisible()
})
