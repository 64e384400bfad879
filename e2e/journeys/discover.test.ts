import type { Locator } from '@playwright/test'
import { comeInAs } from '../support/people.ts'
import { expect, onPhoneAndDesk, test } from '../support/test.ts'
import { visit } from '../support/visit.ts'

/** The first answer puts another list in the place of a row's skeleton, perhaps while it is being scrolled to. */
async function scrollTo(row: Locator): Promise<void> {
  await expect(() => row.scrollIntoViewIfNeeded()).toPass()
}

test('1:4.5 from home to a movie, to somebody in it, and back to the same place, for everybody', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn()
  const row = page.getByRole('list', { name: 'Top rated movies' })
  const card = row.getByRole('link').first()
  // A row asks when the reader comes near.
  await scrollTo(row)
  await expect(card).toBeVisible()
  await page.waitForFunction(() => window.scrollY > 300)
  const before = await page.evaluate(() => window.scrollY)

  await card.click()
  await expect(page).toHaveURL(/\/movies\/\d+$/)
  // The address changes before the page does: the cast says that the heading is the movie's.
  const person = page.getByRole('list', { name: 'Cast' }).getByRole('link').first()
  await expect(person).toBeVisible()
  const title = await page.getByRole('heading', { level: 1 }).innerText()
  await person.click()
  await expect(page.getByRole('heading', { name: 'Filmography' })).toBeVisible()
  await expectAccessible('a person')

  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await page.goBack()
  await expect(card).toBeVisible()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(before - 40)
})

test('1:4.5 filters stand in the address and survive a reload, for everybody', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn('./movies/browse')
  const found = page.getByText(/^[\d,]+ titles$/)
  await expect(found).toBeVisible()
  const all = await found.innerText()
  // The answer for both filters: that for the first may still be on the page when the address has both.
  const answered = page.waitForResponse(/api\/discover\/movies\?.*with_genres=.*2020-01-01/)
  await page.getByText('Comedy', { exact: true }).click()
  await page.getByLabel('From year').fill('2020')
  await expect(page).toHaveURL(/genres=.*from=2020/)
  const { total_results } = (await (await answered).json()) as { total_results: number }
  const narrowed = `${total_results.toLocaleString('en-GB')} titles`
  expect(narrowed).not.toBe(all)
  await expect(found).toHaveText(narrowed)
  await page.reload()
  await expect(found).toHaveText(narrowed)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(found).toHaveText(all)

  await page.goto('./tv/browse')
  await expect(page.getByText('Comedy', { exact: true })).toBeVisible()
  await expectAccessible('filters')
})

test('a member reads that a title is hidden for everybody, and nothing of limits that they do not have', async ({
  page,
  world,
}) => {
  const [movie] = world.newMovies(1)
  const address = `admin/hidden-titles/movie/${movie?.id}`
  await world.call(world.admin, 'PUT', address)
  await comeInAs(page, await world.addUser('noor'))
  await page.goto(`./movies/${movie?.id}`)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: 'This title is hidden' })).toBeVisible()
  await expect(main.getByText('An admin has hidden it for everyone.')).toBeVisible()
  await expect(main.getByText('limits')).toBeHidden()
  await expect(main.getByText(movie?.title ?? '-')).toBeHidden()
  await world.call(world.admin, 'DELETE', address)
})

test('1:1.4 a kid neither meets a title above the limits nor opens it by its address', async ({
  page,
  world,
}) => {
  const above = world.catalogue.movies.find(
    movie => movie.releases['US']?.some(release => release.certification === 'R') ?? false,
  )
  const kid = await world.addUser('mika')
  await world.call(world.admin, 'PUT', `admin/users/${kid.user.id}/content-policy`, {
    max_movie_rating: 'PG',
    max_tv_rating: 'TV-PG',
  })
  await comeInAs(page, kid)
  await page.goto(`./movies/${above?.id ?? 0}`)
  await expect(page.getByRole('heading', { name: 'Not available for this account' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('mika')
  const row = page.getByRole('list', { name: 'Popular movies' })
  await scrollTo(row)
  await expect(row.getByRole('link').first()).toBeVisible()
  const answered = page.waitForResponse(/api\/search\/all\?.*types=movie/)
  await page.goto(`./search?q=${encodeURIComponent(above?.title ?? '')}`)
  await expect(page.getByRole('searchbox')).toHaveValue(above?.title ?? '')
  // Until the answer is there, the absence of a title would say nothing.
  expect((await answered).ok()).toBe(true)
  await expect(page.getByRole('main').getByRole('link', { name: above?.title ?? '' })).toHaveCount(0)
  // How many there are would tell how many the limits hide.
  await page.goto('./movies/browse')
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: /\d{4}$/ })
      .first(),
  ).toBeVisible()
  await expect(page.getByText(/^[\d,]+ titles?$/)).toHaveCount(0)
})

test('1:4.5 a list that fails says so alone, and comes by trying again', async ({ page, signIn }) => {
  // It fails until somebody presses a button, whatever else may load it again: a new socket does, for one.
  await page.addInitScript(() =>
    addEventListener(
      'click',
      ({ target }) => {
        if (target instanceof Element && target.closest('button')) document.body.dataset['pressed'] = ''
      },
      true,
    ),
  )
  const isPressed = () => page.evaluate(() => 'pressed' in document.body.dataset)
  const failure = { error: 'TMDB did not answer.', code: 'upstream_failed' }
  await page.route(/api\/discover\/movies\/top-rated/, async route =>
    (await isPressed()) ? route.continue() : route.fulfill({ status: 502, json: failure }),
  )
  await signIn()
  await scrollTo(page.getByRole('list', { name: 'Top rated movies' }))
  const failed = page.getByRole('alert').filter({ hasText: 'This list could not be loaded' })
  await expect(failed).toBeVisible()
  await expect(page.getByRole('list', { name: 'Top rated shows' }).getByRole('link').first()).toBeVisible()
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('list', { name: 'Top rated movies' }).getByRole('link').first()).toBeVisible()
  await expect(failed).toBeHidden()
})

test.describe('without a key', () => {
  test.use({ parts: { tmdb_key: false } })

  test('1:4.5 without a key the admin is led to the place where it goes', async ({ page, signIn }) => {
    await signIn('./movies')
    await expect(page.getByRole('heading', { name: 'The catalogue is not connected yet' })).toBeVisible()
    await page.getByRole('link', { name: 'Add a TMDB key' }).click()
    await expect(page).toHaveURL(/\/settings\/provider-keys$/)
  })
})

onPhoneAndDesk(is_phone => {
  test('Titles: the genre, a keyword, the studio and the network lead to the others, filtered by it (1:4.5)', async ({
    page,
    world,
    signIn,
    expectAccessible,
  }) => {
    const has = (title: { keyword_ids: number[]; company_ids: number[]; genre_ids: number[] }) =>
      [title.keyword_ids, title.company_ids, title.genre_ids].every(ids => ids.length > 0)
    const movie = world.catalogue.movies.find(has)
    const show = world.catalogue.shows.find(one => has(one) && one.network_id !== null)
    await signIn(`./movies/${movie?.id ?? 0}`)
    const main = page.getByRole('main')
    /** What is pressed on the title's page must be set as a filter, and the title among what is found. */
    async function follow(part: string, type: 'movies' | 'tv', filter: string): Promise<void> {
      const links = main.locator(`a[href*="/${type}/browse?${part}="]`)
      // A phone and a desk show some in different places.
      const link = links.filter({ visible: true }).first()
      const name = (await link.innerText()).trim()
      await link.click()
      await expect(page).toHaveURL(new RegExp(`/${type}/browse\\?${part}=`))
      await expect(main.getByRole('link', { name: /\d{4}/ }).first()).toBeVisible()
      if (is_phone) await main.getByRole('button', { name: /^Filters/ }).click()
      const filters = is_phone ? page.getByRole('dialog') : main
      const set =
        filter === 'Genres'
          ? filters.getByRole('group', { name: filter }).getByRole('checkbox', { name, exact: true })
          : filters.getByRole('button', { name: `Remove ${name}` })
      await (filter === 'Genres' ? expect(set).toBeChecked() : expect(set).toBeVisible())
      if (filter === 'Studios') await expectAccessible('titles of a studio')
      if (is_phone) await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
      await page.goBack()
    }
    async function followAll(name: string, type: 'movies' | 'tv', parts: Record<string, string>) {
      for (const [part, filter] of Object.entries(parts)) {
        await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
        await follow(part, type, filter)
      }
    }
    const both = { genres: 'Genres', keywords: 'Keywords' }
    await followAll(movie?.title ?? '-', 'movies', { ...both, companies: 'Studios' })
    await visit(page, `./tv/${show?.id ?? 0}`)
    await followAll(show?.name ?? '-', 'tv', { ...both, networks: 'Networks' })
  })
})

test('1:4.5 a person has pages elsewhere, and one whom nobody knows is named as such', async ({
  page,
  world,
  signIn,
  expectAccessible,
}) => {
  const person = world.catalogue.people.find(one => !one.adult && /^nm\d+$/.test(one.imdb_id ?? ''))
  await signIn(`./person/${person?.id ?? 0}`)
  const elsewhere = page.getByRole('list', { name: 'More about it on' }).getByRole('link')
  await expect(elsewhere).toHaveText([/^TMDB/, /^IMDb/])
  await expect(elsewhere.last()).toHaveAttribute('href', `https://www.imdb.com/name/${person?.imdb_id}/`)
  await visit(page, './person/999999999')
  await expect(page.getByRole('heading', { level: 1, name: 'Person not found' })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(/title/i)
  await expectAccessible('nobody at this address')
})
