import type { Locator, Page } from '@playwright/test'
import { MOVIE } from '@foyer/simulators'
import { readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { hold, intercept, notNow } from '../support/intercept.ts'
import { comeInAs } from '../support/people.ts'
import { expect, onPhoneAndDesk, test } from '../support/test.ts'
import type { World } from '../support/world.ts'

const WEB = new URL('../../dist/web/', import.meta.url)
const BUDGET_BYTES = 180 * 1024

/** Somebody who runs nothing here, as most are. */
async function enter(page: Page, world: World): Promise<void> {
  await comeInAs(page, await world.addUser('ben'))
  await page.goto('./')
}

async function expectLoaded(picture: Locator): Promise<void> {
  await expect
    .poll(() => picture.evaluate(image => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(300)
}

test('the home page opens with the headline of the last visit, before the program is there', async ({
  page,
  world,
}) => {
  await enter(page, world)
  const featured = page.getByRole('region', { name: 'Featured' })
  const headline = featured.getByRole('listitem').first()
  await expect(headline).toContainText(/(Movie|Show) · /)
  const name = await headline.locator('.font-semibold').innerText()

  const program = await hold(page, '**/assets/first-*.js')
  await page.goto('./', { waitUntil: 'commit' })
  const frame = page.locator('#first')
  await expect(frame.getByText(name)).toBeVisible()
  const picture = frame.locator('[data-part=picture]')
  await expectLoaded(picture)
  const before = await picture.boundingBox()

  program()
  await expect(featured.getByText(name)).toBeVisible()
  await expect(frame).toHaveCount(0)
  expect(await featured.locator('img').first().boundingBox()).toEqual(before)

  await page.goto('./account')
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByLabel('Username')).toBeVisible()
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('foyer.hero')
})

onPhoneAndDesk(() => {
  test('the page of a title that is loaded again opens with its backdrop, before the program is there', async ({
    page,
    world,
  }) => {
    const { id, title } = world.catalogue.movies[0] ?? {}
    await enter(page, world)
    await page.goto(`./movies/${id}`)
    const name = page.getByRole('heading', { level: 1, name: title })
    await expect(name).toBeVisible()

    const program = await hold(page, '**/assets/first-*.js')
    const details = await hold(page, `**/api/media/movie/${id}`)
    await page.reload({ waitUntil: 'commit' })
    const picture = page.locator('#first [data-part=backdrop]')
    await expectLoaded(picture)
    const before = await picture.boundingBox()
    program()
    const main = page.getByRole('main')
    await expect(main.locator('[aria-busy] img')).toBeVisible()
    expect(await main.locator('img').first().boundingBox()).toEqual(before)
    details()
    await expect(name).toBeVisible()
    expect(await main.locator('img').first().boundingBox()).toEqual(before)
  })
})

test('a child sees no title before the server was asked', async ({ page, world }) => {
  const { id, title } = world.catalogue.movie(MOVIE.with_file) ?? {}
  const kim = await world.addUser('kim')
  const kept = () => page.evaluate(() => Object.keys(localStorage))
  await comeInAs(page, kim)
  await page.goto(`./movies/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  expect(await kept()).toContain('foyer.backdrop')

  const limits = { max_movie_rating: 'PG', max_tv_rating: 'TV-PG' }
  await world.call(world.admin, 'PUT', `admin/users/${kim.user.id}/content-policy`, limits)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect.poll(kept).not.toContain('foyer.backdrop')
})

test('the shape of a page is there while the first answer is slow', async ({ page, world }) => {
  let answer = await hold(page, '**/api/auth/status')
  await page.goto('./', { waitUntil: 'commit' })
  await expect(page.locator('#first-stage')).toBeVisible()
  answer()
  await expect(page.getByLabel('Username')).toBeVisible()
  await expect(page.locator('#first-stage')).toHaveCount(0)

  await enter(page, world)
  answer = await hold(page, '**/api/auth/status')
  await page.goto('./requests', { waitUntil: 'commit' })
  await expect(page.locator('#first [data-part=page]')).toBeVisible()
  answer()

  // A row of posters has the size of what comes, too, far below what is in view.
  await page.route('**/api/discover/**', () => undefined)
  await page.goto('./')
  const row = page.getByRole('list', { name: 'Top rated shows' })
  await expect(row.locator('li').nth(3)).toBeAttached()
})

test('a picture fades in only for those who had to wait for it', async ({ page, world }) => {
  await enter(page, world)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const deliver = await hold(page, '**/t/p/**')
  await page.clock.install()
  await page.goto('./movies')
  const picture = page.getByRole('main').locator('img[loading=lazy]').first()
  await expect(picture).toHaveCSS('opacity', '0')

  await page.clock.fastForward(1_000)
  deliver()
  await expect(picture).toHaveCSS('opacity', '1')
  await expect(picture).toHaveAttribute('data-shown', 'late')
  await expect(picture).toHaveCSS('transition-property', 'opacity')

  await picture.evaluate(image => image.setAttribute('data-shown', 'at_once'))
  await expect(picture).toHaveCSS('transition-duration', '0s')
})

test('a picture that is there soon is shown at once', async ({ page, world }) => {
  await enter(page, world)
  // No time goes by, however slow the machine.
  await page.addInitScript(() => {
    performance.now = () => 1_000_000
  })
  await page.goto('./movies')
  const picture = page.getByRole('main').locator('img[loading=lazy]').first()
  await expect(picture).toHaveCSS('opacity', '1')
  await expect(picture).toHaveAttribute('data-shown', 'at_once')
})

test('a server that fails is named as the cause', async ({ page }) => {
  let is_failing = true
  await page.route('**/api/auth/status', route =>
    is_failing
      ? route.fulfill({ status: 500, json: { error: 'It failed.', code: 'internal' } })
      : route.continue(),
  )
  await page.goto('./')
  await expect(page.getByRole('heading', { name: 'The server cannot answer' })).toBeVisible()
  is_failing = false
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByLabel('Username')).toBeVisible()
})

test('a program that does not arrive is said to be missing, and comes by reloading', async ({
  page,
  world,
  expectAccessible,
}) => {
  const deliver = await intercept(page, '**/assets/first-*.js', route => route.fulfill({ status: 404 }))
  await enter(page, world)
  await expect(page.getByRole('alert')).toContainText('Foyer could not be loaded')
  deliver()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/ben/i)
  await expect(page.locator('#first-failed')).toHaveCount(0)

  // A page of one thing that cannot be loaded still has a heading, and says so of that, not of a list.
  await page.route(/\/api\/(media|issues)\//, notNow)
  const heading = page.getByRole('alert').getByRole('heading', { level: 1 })
  await page.goto('./movies/900198')
  await expect(heading).toHaveText('This could not be loaded')
  await page.goto('./issues/1')
  await expect(heading).toHaveText('This report could not be loaded')
  await expectAccessible('a report that could not be loaded')
})

test('what the home page downloads of the program stays within 180 KB', () => {
  const html = readFileSync(new URL('index.html', WEB), 'utf8')
  const files = Array.from(html.matchAll(/\.\/(assets\/[\w-]+\.js)/g), ([, file = '']) => file)
  expect(files.length).toBeGreaterThan(1)
  const sent = files.map(file => {
    const path = fileURLToPath(new URL(file, WEB))
    // Files too small to gain from it have no compressed twin.
    return statSync(`${path}.br`, { throwIfNoEntry: false })?.size ?? statSync(path).size
  })
  expect(sent.reduce((sum, size) => sum + size)).toBeLessThan(BUDGET_BYTES)
})
