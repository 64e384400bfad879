import { expect, test } from '../support/test.ts'

test.use({ parts: {} })

test('1:4.4 a book list is connected by token, by code, and for another library too', async ({
  page,
  world,
  signIn,
  expectAccessible,
}) => {
  const ids = [
    await world.addInstance('book_manager', 'Books', 'chaptarr'),
    await world.addInstance('book_manager', 'Old books', 'readarr'),
  ]
  await signIn(`./instances/${ids[0]}`)
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'Trending books' }) })
  await expect(card.getByText('Not connected')).toBeVisible()

  // A token that the provider refuses stays typed, with the sentence beside it.
  const token = card.getByLabel('Hardcover token')
  await token.fill('hc_pat_of_somebody')
  await card.getByRole('button', { name: 'Test and save' }).click()
  await expect(card.getByText('Hardcover rejected this token.')).toBeVisible()
  await expect(token).toHaveValue('hc_pat_of_somebody')
  await token.fill(`Bearer ${world.hardcover.token}`)
  await card.getByRole('button', { name: 'Test and save' }).click()
  await expect(card.getByText('Connected', { exact: true })).toBeVisible()

  await card.getByRole('button', { name: 'Show a new code' }).click()
  const code = card.getByText(/^Code: ABCD-\d+$/)
  await expect(code).toBeVisible()
  await expectAccessible('a code on the page of an instance')
  world.hardcover.oauth.approve(/ABCD-\d+/.exec((await code.textContent()) ?? '')?.[0] ?? '')
  await expect(card.getByText('Connected with a code.')).toBeVisible()

  await card.getByLabel('Old books').check()
  await card.getByRole('button', { name: 'Apply' }).click()
  await expect(card.getByText('Saved', { exact: true })).toBeVisible()
  const trending = await world.call(world.admin, 'GET', `discover/books/trending?instance_id=${ids[1]}`)
  expect(trending).toMatchObject({ connected: true })

  await card.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(card.getByText('Not connected')).toBeVisible()
})
