import { expect, test } from '../support/world.ts'

test('1:4.12 a person is given a library and a default, and a test alert says what is missing', async ({
  page,
  world,
  connect,
  setUp,
  signIn,
  expectAccessible,
}) => {
  await setUp()
  const { url, api_key } = world.radarr
  await connect({ service_type: 'movie_manager', name: 'Radarr', url, api_key })
  const uhd = world.radarr4k
  await connect({ service_type: 'movie_manager', name: 'Radarr 4K', url: uhd.url, api_key: uhd.api_key })
  await signIn()
  await page.goto('./users?invite=true')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Lena')
  await dialog.getByText('Libraries', { exact: true }).click()
  await expect(dialog.getByRole('checkbox', { name: 'Radarr', exact: true })).toBeDisabled()
  await dialog.getByRole('checkbox', { name: 'Radarr 4K' }).check()
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await dialog.getByRole('button', { name: "Open Lena's page" }).click()

  await expect(page.getByRole('checkbox', { name: 'Radarr 4K' })).toBeChecked()
  await page.getByLabel('Default library').selectOption('Radarr 4K')
  await expect(page.getByText('Their default library, so they always have access.')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Radarr', exact: true })).not.toBeChecked()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved')).toBeVisible()
  await expectAccessible('libraries of a person')
  await page.reload()
  await expect(page.getByLabel('Default library')).toHaveValue(/.+/)

  await page.getByRole('button', { name: 'Send test' }).click()
  await expect(page.getByText('this server has no push gateway')).toBeVisible()
})
