import type { APIRequestContext } from '@playwright/test'
import { startWorld, status, type World } from '@foyer/simulators'
import { ADMIN, signInByForm } from '../support/people.ts'
import { expect, test as base } from '../support/test.ts'

const KID = { username: 'mika', password: 'popcorn bucket' }

const test = base.extend<{ world: World<'tmdb'> }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from its first argument
  world: async ({}, use) => {
    const world = await startWorld({ products: ['tmdb'] })
    await use(world)
    await world.close()
  },
  env: async ({ world }, use) => {
    await use({
      APP_TMDB_URL: `${world.tmdb.url}/3`,
      APP_TMDB_API_KEY: world.tmdb.api_key,
      APP_TMDB_IMAGE_URL: `${world.tmdb.url}/t/p`,
    })
  },
})

/** A kids account up to PG, made over the API as an admin's script would. */
async function welcomeKid(request: APIRequestContext, url: string): Promise<void> {
  const login = await request.post(`${url}api/auth/login`, { data: ADMIN })
  const { access_token } = (await login.json()) as { access_token: string }
  const headers = { authorization: `Bearer ${access_token}` }
  const made = await request.post(`${url}api/admin/connect-token`, { headers, data: { name: KID.username } })
  const { link, user_id } = (await made.json()) as { link: string; user_id: number }
  await request.patch(`${url}api/admin/users/${user_id}/auth-methods`, {
    headers,
    data: { password_enabled: true, passkey_enabled: true },
  })
  const token = new URL(link).searchParams.get('token')
  const came = await request.post(`${url}api/auth/connect`, { data: { token, device_name: 'Tablet' } })
  const own = (await came.json()) as { access_token: string }
  await request.post(`${url}api/auth/password`, {
    headers: { authorization: `Bearer ${own.access_token}` },
    data: { password: KID.password },
  })
  const limited = await request.put(`${url}api/admin/users/${user_id}/content-policy`, {
    headers,
    data: { max_movie_rating: 'PG', max_tv_rating: 'TV-PG' },
  })
  expect(limited.status()).toBe(200)
}

test('1:4.5 from home to a movie, to somebody in it, and back to the same place', async ({
  page,
  setUp,
  signIn,
}) => {
  await setUp()
  await signIn()
  const row = page.getByRole('list', { name: 'Top rated movies' })
  const card = row.getByRole('link').first()
  // A row asks when the reader comes near.
  await row.scrollIntoViewIfNeeded()
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

  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await page.goBack()
  await expect(card).toBeVisible()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(before - 40)
})

test('1:4.5 search finds while one types and remembers what was found', async ({
  page,
  world,
  setUp,
  signIn,
}) => {
  const movie = world.catalogue.movies[0]
  await setUp()
  await signIn()
  await page.goto('./search')
  await page.getByRole('searchbox').fill(movie?.title ?? '')
  const found = page
    .getByRole('main')
    .getByRole('link', { name: movie?.title ?? '' })
    .first()
  await expect(found).toBeVisible()
  await expect(page).toHaveURL(/search\?q=/)
  await found.click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(movie?.title ?? '')
  await page.goBack()
  await page.getByRole('searchbox').fill('qqqqqqqq')
  await expect(page.getByRole('heading', { name: /No results/ })).toBeVisible()
  await page.getByRole('searchbox').fill('')
  await expect(page.getByRole('button', { name: movie?.title ?? '' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(page.getByRole('heading', { name: 'What are you looking for?' })).toBeVisible()
})

test('1:4.5 filters stand in the address and survive a reload', async ({ page, setUp, signIn, isMobile }) => {
  await setUp()
  await signIn()
  await page.goto('./movies/browse')
  const found = page.getByText(/^[\d,]+ titles$/)
  await expect(found).toBeVisible()
  const all = await found.innerText()
  if (isMobile) await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByText('Comedy', { exact: true }).click()
  await page.getByLabel('From year').fill('2020')
  await expect(page).toHaveURL(/genres=.*from=2020/)
  if (isMobile) await page.getByRole('button', { name: /^Show/ }).last().click()
  await expect(found).not.toHaveText(all)
  const narrowed = await found.innerText()
  await page.reload()
  await expect(found).toHaveText(narrowed)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(found).toHaveText(all)
})

test('1:1.4 a kid neither meets a title above the limits nor opens it by its address', async ({
  page,
  foyer,
  world,
  request,
  setUp,
}) => {
  const above = world.catalogue.movies.find(
    movie => movie.releases['US']?.some(release => release.certification === 'R') ?? false,
  )
  await setUp()
  await welcomeKid(request, foyer.url)
  await signInByForm(page, KID)
  const row = page.getByRole('list', { name: 'Popular movies' })
  await row.scrollIntoViewIfNeeded()
  await expect(row.getByRole('link').first()).toBeVisible()
  await page.goto(`./search?q=${encodeURIComponent(above?.title ?? '')}`)
  await expect(page.getByRole('searchbox')).toHaveValue(above?.title ?? '')
  await expect(page.getByRole('main').getByRole('link', { name: above?.title ?? '' })).toHaveCount(0)
  await page.goto(`./movies/${above?.id ?? 0}`)
  await expect(page.getByRole('heading', { name: 'Not available for this account' })).toBeVisible()
  // How many there are would tell how many the limits hide.
  await page.goto('./movies/browse')
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: /\d{4}$/ })
      .first(),
  ).toBeVisible()
  await expect(page.getByText(/^[\d,]+ titles?$/)).toHaveCount(0)
  await page.goto(`./movies/${above?.id ?? 0}`)
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(KID.username)
})

test('1:4.5 a list that fails says so alone, and comes by trying again', async ({
  page,
  world,
  setUp,
  signIn,
}) => {
  await setUp()
  world.tmdb.faults.always('GET /3/movie/top_rated', status(500))
  await signIn()
  await page.getByRole('list', { name: 'Top rated movies' }).scrollIntoViewIfNeeded()
  const failed = page.getByRole('alert').filter({ hasText: 'This list could not be loaded' })
  await expect(failed).toBeVisible()
  await expect(page.getByRole('list', { name: 'Top rated shows' }).getByRole('link').first()).toBeVisible()
  world.tmdb.faults.clear()
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('list', { name: 'Top rated movies' }).getByRole('link').first()).toBeVisible()
  await expect(failed).toBeHidden()
})

test('the page of a movie is for everybody', async ({ page, world, setUp, signIn, expectAccessible }) => {
  await setUp()
  await signIn()
  await page.goto(`./movies/${world.catalogue.movies[0]?.id ?? 0}`)
  await expect(page.getByRole('list', { name: 'Cast' })).toBeVisible()
  await expectAccessible('a movie')
})

test('the page of a person is for everybody', async ({ page, world, setUp, signIn, expectAccessible }) => {
  await setUp()
  await signIn()
  await page.goto(`./person/${world.catalogue.movies[0]?.cast[0]?.person_id ?? 0}`)
  await expect(page.getByRole('heading', { name: 'Filmography' })).toBeVisible()
  await expectAccessible('a person')
})

test('the filters are for everybody', async ({ page, setUp, signIn, isMobile, expectAccessible }) => {
  await setUp()
  await signIn()
  await page.goto('./tv/browse')
  if (isMobile) await page.getByRole('button', { name: 'Filters' }).click()
  await expect(page.getByText('Comedy', { exact: true })).toBeVisible()
  await expectAccessible('filters')
})

base('1:4.5 without a key the admin is led to the place where it goes', async ({ page, setUp, signIn }) => {
  await setUp()
  await signIn()
  await page.goto('./movies')
  await expect(page.getByRole('heading', { name: 'The catalogue is not connected yet' })).toBeVisible()
  await page.getByRole('link', { name: 'Add a TMDB key' }).click()
  await expect(page).toHaveURL(/\/settings\/provider-keys$/)
})
