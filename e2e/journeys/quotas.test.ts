import { comeInAs } from '../support/people.ts'
import { PHONE } from '../support/screens.ts'
import { expect, test } from '../support/test.ts'
import { visit } from '../support/visit.ts'

test('1:4.9 allowances and rules are set for everybody, then for one person, and forgiven', async ({
  page,
  world,
  signIn,
  expectAccessible,
}) => {
  const [movie, other] = world.newMovies(2)
  const lena = await world.addUser('lena')
  await signIn('./settings/requests')
  await page.getByLabel('Movies', { exact: true }).selectOption('Per 7 days')
  await page.getByLabel('Number: Movies').fill('many')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Enter a whole number, 0 or more.')).toBeVisible()
  await page.getByLabel('Number: Movies').fill('3')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved')).toBeVisible()
  // A switch follows what was saved, a moment after the finger.
  await page.getByRole('switch', { name: 'Can choose quality' }).click()
  await expect(page.getByRole('switch', { name: 'Can choose quality' })).toBeChecked()
  await expect(page.getByText('Saved')).toHaveCount(2)
  await expectAccessible('request settings')

  await world.call(lena, 'POST', 'requests', { media_type: 'movie', tmdb_id: movie?.id, title: movie?.title })
  await visit(page, `./users/${lena.user.id}`)
  await expect(page.getByText('1 of 3 used in 7 days')).toBeVisible()
  await page.getByRole('button', { name: 'Reset Movies' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('no longer count')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset' }).click()
  await expect(page.getByText('0 of 3 used in 7 days')).toBeVisible()

  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Request limits' }) })
  await card.getByRole('button', { name: 'Change' }).click()
  await expect(card.getByLabel('Movies', { exact: true })).toHaveValue('inherit')
  await card.getByLabel('Movies', { exact: true }).selectOption('Per 24 hours')
  await card.getByLabel('Number: Movies').fill('1')
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('0 of 1 used in 24 hours')).toBeVisible()
  await page.getByLabel('Require approval').selectOption('Yes')
  await expect(page.getByText('Saved')).toBeVisible()
  await expectAccessible('allowances of a person')

  // An admin asks for her: her rules and her allowance, not the admin's.
  await visit(page, `./movies/${other?.id}`)
  await page.getByRole('main').getByRole('button', { name: 'Request', exact: true }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('For').selectOption('lena')
  await expect(sheet.getByText('Counts as 1 movie. 1 movie left.')).toBeVisible()
  await sheet.getByRole('button', { name: 'Request' }).click()
  await expect(page.getByText(`${other?.title} requested. Waiting for approval.`)).toBeVisible()
  await visit(page, `./users/${lena.user.id}`)
  await expect(page.getByLabel('Require approval')).toHaveValue('yes')
  await expect(page.getByText('1 of 1 used in 24 hours')).toBeVisible()
})

test.describe('on a phone', () => {
  test.use(PHONE)

  test('1:4.9 several limits are one line above the requests, and unfold', async ({
    page,
    world,
    expectAccessible,
  }) => {
    const olga = await world.addUser('olga')
    await world.call(world.admin, 'PUT', `admin/users/${olga.user.id}/request-quotas`, {
      allowances: [
        { media_type: 'movie', count: 3, window_days: 7 },
        { media_type: 'tv', count: 2, window_days: 30 },
      ],
    })
    await comeInAs(page, olga)
    await page.goto('./requests')
    const limits = page.locator('summary').filter({ hasText: 'Your request limits' })
    await expect(limits.getByText('Movies 3 left')).toBeVisible()
    await expect(limits.getByText('TV seasons 2 left')).toBeVisible()
    const bar = page.getByText('0 of 3 used in 7 days')
    await expect(bar).toBeHidden()
    await limits.click()
    await expect(bar).toBeVisible()
    await expectAccessible('unfolded limits')
  })
})
