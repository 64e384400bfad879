import { comeInAs } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

test.use({ colorScheme: 'dark', viewport: { width: 390, height: 844 } })

test('Home has what a member asked for, what goes with it, and a hero that acts', async ({
  page,
  world,
  expectAccessible,
}) => {
  const uma = await world.addUser('uma', { require_approval: true })
  const [movie] = world.newMovies(1)
  await world.call(uma, 'POST', 'requests', { media_type: 'movie', tmdb_id: movie?.id })
  await comeInAs(page, uma)
  await page.goto('./')
  const main = page.getByRole('main')
  const requests = main.getByRole('list', { name: 'Your requests' })
  await expect(requests.getByRole('link')).toContainText([movie?.title ?? ''])
  await expect(requests).toContainText('Waiting for approval')
  await expect(main.getByRole('heading', { name: `Because you requested ${movie?.title}` })).toBeAttached()

  const featured = page.getByRole('region', { name: 'Featured' })
  await expect(featured.getByRole('link', { name: 'Details' })).toBeVisible()
  const dots = featured.getByRole('button', { name: /^Show / })
  await dots.nth(1).click()
  await expect(dots.nth(1)).toHaveAttribute('aria-current', 'true')
  await expectAccessible('Home of a member')

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme: 'light' })
  await page.reload()
  await expect(requests.getByRole('link')).toHaveCount(1)
  await expectAccessible('Home at a desk')
  await requests.getByRole('link').click()
  await expect(page).toHaveURL(/\/requests\?open=/)
})
