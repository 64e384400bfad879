import { intercept, notNow } from '../support/intercept.ts'
import { comeInAs } from '../support/people.ts'
import { expectFitsPhone } from '../support/screens.ts'
import { expect, test } from '../support/test.ts'

test('2:4.12 an admin pairs a TV box by its PIN, and somebody opens a title on it with two presses', async ({
  page,
  world,
  signIn,
  expectAccessible,
}) => {
  const lounge = world.settop.addBox({ name: 'Lounge', model: 'Apple TV 4K', pin: '0417' })
  const mia = await world.addUser('mia')
  await world.addUser('theo')
  const showUsers = await intercept(page, '**/api/admin/users', notNow)
  await signIn('./settings/set-top-boxes')
  await page.getByRole('button', { name: 'Add a box' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Found in the local network')).toBeVisible()
  await expectAccessible('boxes in the local network')
  await expectFitsPhone(page, 'boxes in the local network')

  // Nobody is at the first address.
  await dialog.getByLabel('Address').fill('192.0.2.99')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('No box answered at 192.0.2.99')).toBeVisible()
  await dialog.getByLabel('Address').fill(lounge.address)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(`Found at ${lounge.address}`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Pair Lounge' }).click()

  const pin = dialog.getByLabel('PIN')
  await expect(pin).toBeFocused()
  await expect(dialog.getByRole('timer')).toHaveText(/^(5:00|4:\d\d) left$/)
  await page.keyboard.type('1234')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('That PIN was not right.')
  await dialog.getByRole('button', { name: 'Start again' }).click()
  await expect(pin).toBeFocused()
  await pin.fill('04 17')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Lounge is paired.')).toBeVisible()
  await expect(dialog.getByRole('alert')).toContainText('The users could not be loaded')
  showUsers()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await dialog.getByLabel('mia').check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)

  await page.getByRole('button', { name: 'Check Lounge' }).click()
  await expect(page.getByText('Lounge is connected, and Infuse is installed.')).toBeVisible()
  await expectAccessible('paired boxes')
  await expectFitsPhone(page, 'paired boxes')

  await comeInAs(page, mia)
  await page.goto('./movies/900001')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Open on TV' }).click()
  const confirm = dialog.getByRole('button', { name: 'Confirm on TV' })
  await expect(confirm).toBeFocused()
  await expect(dialog.getByRole('timer')).toHaveText(/^\d+ seconds? left$/)
  expect([lounge.opened, lounge.selected]).toEqual([[{ media_type: 'movie', tmdb_id: 900001 }], 0])
  await expectAccessible('the question whether to open a title')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Paper Lanterns is open on Lounge.')).toBeVisible()
  expect(lounge.selected).toBe(1)

  await comeInAs(page, world.admin)
  await page.goto('./settings/set-top-boxes')
  await page.getByRole('button', { name: 'More for Lounge' }).click()
  await page.getByRole('menuitem', { name: 'Forget' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Forget' }).click()
  await expect(page.getByRole('heading', { name: 'No boxes yet' })).toBeVisible()
})
