import { readFileSync } from 'node:fs'
import { expect, test } from '../support/test.ts'

test.use({ parts: { tmdb_key: false }, own_world: true })

test('a backup is made, downloaded, sent back and restored; a wrong file is refused', async ({
  page,
  world,
  signIn,
  expectAccessible,
}) => {
  await signIn('./settings/backups')
  await page.getByRole('button', { name: 'Back up now' }).click()
  const list = page.getByRole('list', { name: 'Backups' })
  await expect(list.getByText('Made by hand')).toBeVisible()
  await expectAccessible('backups')

  await page.getByRole('button', { name: /^More for the backup/ }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^foyer-.*-manual\.db$/)
  const bytes = readFileSync(await file.path())

  // What comes after the backup: another schedule, and somebody new.
  await page.getByText('Weekly', { exact: true }).click()
  await page.getByLabel('Time', { exact: true }).selectOption('20')
  await page.getByLabel('How many to keep').fill('0')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Enter a whole number from 1 to 365.')).toBeVisible()
  await page.getByLabel('How many to keep').fill('3')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(page.getByText('Foyer keeps the last 3 scheduled backups')).toBeVisible()
  await world.addUser('zoe')

  const chooser = page.locator('input[type=file]')
  await chooser.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') })
  await expect(page.getByRole('alert')).toContainText('This file is not a backup of Foyer.')
  await chooser.setInputFiles({ name: 'mine.db', mimeType: 'application/octet-stream', buffer: bytes })
  const uploaded = list.getByRole('listitem').filter({ hasText: 'Uploaded' })
  await expect(uploaded).toBeVisible()
  await expect(page.getByRole('alert')).toBeHidden()

  await uploaded.getByRole('button', { name: /^Restore/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Restore this backup?' })
  await expect(dialog.getByRole('row', { name: 'People 1 2' })).toBeVisible()
  await expectAccessible('the question before a restore')
  // What has begun is not cancelled by closing the dialog.
  await page.route('**/restore', async route => {
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeVisible()
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Restore and restart' }).click()

  await expect(page.getByText('Backup restored')).toBeVisible()
  await expect(list.getByText('Restore point')).toBeVisible()
  await expect(page.getByText('Foyer keeps the last 14 scheduled backups')).toBeVisible()
  await expect(page.getByLabel('Daily')).toBeChecked()
  const users = await world.call<{ username: string }[]>(world.admin, 'GET', 'admin/users')
  expect(users.map(({ username }) => username)).toEqual(['ana'])
})
