import { MOVIE, SHOW } from '@foyer/simulators'
import { comeInAs } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

test('a heart puts titles and people on the watchlist, which says what to be told', async ({
  page,
  world,
  expectAccessible,
}) => {
  const movie = world.catalogue.movie(MOVIE.upcoming)
  const person = world.catalogue.person(movie?.cast[0]?.person_id ?? 0)
  const show = world.catalogue.show(SHOW.running)
  const [title = '', name = '', series = ''] = [movie?.title, person?.name, show?.name]
  await world.call(world.admin, 'PUT', 'admin/watchlist-settings', { next_seasons_allowed: true })
  await comeInAs(page, await world.addUser('wes'))
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 390, height: 844 })

  await page.goto(`./movies/${MOVIE.upcoming}`)
  const heart = page.getByRole('button', { name: `${title} on your watchlist` })
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await page.goto(`./person/${person?.id}`)
  await page.getByRole('button', { name: `${name} on your watchlist` }).click()
  await page.goto(`./tv/${SHOW.running}`)
  const following = page.getByRole('button', { name: `${series} on your watchlist` })
  await following.click()
  await expect(following).toHaveAttribute('aria-pressed', 'true')

  await page.goto('./watchlist')
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows).toHaveText([new RegExp(series), new RegExp(name), new RegExp(title)])
  await expectAccessible('the watchlist on a phone')
  await page.getByRole('button', { name: `What to be told about ${series}` }).click()
  await page.getByRole('switch', { name: 'Request new seasons for me' }).click()
  await page.getByRole('switch', { name: 'it is released' }).click()
  await expectAccessible('what to be told')
  await page.keyboard.press('Escape')
  await expect(rows.first()).toContainText('New seasons are requested')

  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.reload()
  await expect(rows.first()).toContainText('New seasons are requested')
  await page.getByRole('button', { name: `What to be told about ${series}` }).click()
  await expect(page.getByRole('switch', { name: 'it is released' })).not.toBeChecked()
  await page.keyboard.press('Escape')
  await expectAccessible('the watchlist on a desk')
  await page.getByText('People', { exact: true }).click()
  await expect(rows).toHaveText([new RegExp(name)])
  await page.getByRole('button', { name: `${name} on your watchlist` }).click()
  await expect(page.getByText('Nothing of this kind on your watchlist.')).toBeVisible()
  await page.getByRole('link', { name: 'Show everything' }).click()
  await expect(rows).toHaveText([new RegExp(series), new RegExp(title)])
})
