import { MINUTE_MS, MOVIE, status } from '@foyer/simulators'
import { intercept, notNow } from '../support/intercept.ts'
import { comeInAs, neverGoLive, otherBrowser } from '../support/people.ts'
import { expect, test } from '../support/test.ts'
import { visit } from '../support/visit.ts'

test('1:4.6 a movie is asked for and followed until it is ready, without a reload', async ({
  page,
  world,
  expectAccessible,
}) => {
  const movie = world.newMovie()
  await comeInAs(page, await world.addUser('mara'))
  await page.goto(`./movies/${movie.id}`)
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Request', exact: true }).first().click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByText('No approval needed.')).toBeVisible()
  await expectAccessible('request sheet of a movie')
  await sheet.getByRole('button', { name: 'Request' }).click()
  await expect(sheet).toBeHidden()
  // The button that opened the sheet now says what came of it, and still has the focus.
  await expect(main.getByRole('button', { name: 'Requested' })).toBeFocused()
  await page.getByRole('button', { name: 'View', exact: true }).click()
  const steps = page.getByRole('list', { name: `Progress of ${movie.title}` })
  await expect(steps.getByText(/^Searching/)).toBeVisible()
  await world.advance(MINUTE_MS)
  await expect(steps.getByText(/^Downloading/)).toBeVisible()
  await expectAccessible('a request on its way')
  expect(world.radarr.movie(movie.id)?.monitored).toBe(true)

  await world.advance(60 * MINUTE_MS)
  await expect(steps.getByText('Ready, Done')).toBeVisible()
  await expect(main.getByText('Available')).toBeVisible()
  await page.getByRole('link', { name: 'View title' }).click()
  await expect(main.getByRole('button', { name: 'Available' })).toBeVisible()
})

test('1:4.6 two seasons of a show are chosen, and no others go out', async ({
  page,
  world,
  expectAccessible,
}) => {
  const [show] = world.newShows(1)
  await comeInAs(page, await world.addUser('otto'))
  await page.goto(`./tv/${show?.id}`)
  await page.getByRole('main').getByRole('button', { name: 'Request', exact: true }).first().click()
  const sheet = page.getByRole('dialog')
  await sheet.getByText('First season', { exact: true }).click()
  await expect(sheet.getByRole('checkbox', { name: 'Season 1' })).toBeChecked()
  await expect(sheet.getByRole('checkbox', { name: 'Season 2' })).not.toBeChecked()
  await sheet.getByRole('checkbox', { name: 'Season 3' }).check()
  await expect(sheet.getByRole('radio', { name: 'Choose seasons' })).toBeChecked()
  await expectAccessible('request sheet of a show')
  await sheet.getByRole('button', { name: 'Request' }).click()
  await expect(sheet).toBeHidden()
  await expect(page.getByText(`${show?.name} requested.`)).toBeVisible()

  await visit(page, './requests')
  await expect(page.getByRole('button', { name: new RegExp(`${show?.name}.*Seasons 1, 3`) })).toBeVisible()
  await expect
    .poll(() => {
      const series = world.sonarr.series().find(one => one.tvdb_id === show?.tvdb_id)
      return series?.seasons.filter(one => one.monitored).map(one => one.season_number)
    })
    .toEqual([1, 3])
})

test('1:4.9 an allowance that is spent says so before anything is sent', async ({ page, world }) => {
  const [show] = world.newShows(1)
  const nils = await world.addUser('nils')
  await world.call(world.admin, 'PUT', `admin/users/${nils.user.id}/request-quotas`, {
    allowances: [{ media_type: 'tv', count: 2, window_days: 7 }],
  })
  await comeInAs(page, nils)
  await page.goto(`./tv/${show?.id}`)
  await page.getByRole('main').getByRole('button', { name: 'Request', exact: true }).first().click()
  const sheet = page.getByRole('dialog')
  const send = sheet.getByRole('button', { name: 'Request' })
  await expect(sheet.getByText('2 seasons left')).toBeVisible()
  await expect(sheet.getByText('The limit is 2 in 7 days. Choose fewer.')).toBeVisible()
  await expect(send).toBeDisabled()
  // On a small phone the reason stays in sight below the seasons.
  await page.setViewportSize({ width: 390, height: 600 })
  await expect(sheet.getByText('The limit is 2 in 7 days. Choose fewer.')).toBeInViewport()
  await sheet.getByText('First season', { exact: true }).click()
  await expect(sheet.getByText('Counts as 1 season. 2 seasons left.')).toBeVisible()
  await send.click()
  await expect(sheet).toBeHidden()
  await visit(page, './requests')
  await expect(page.getByText('1 of 2 used in 7 days')).toBeVisible()
  await expect(page.getByText(/1 left, more on/)).toBeVisible()

  // Limits that cannot be read are not the same as none.
  await neverGoLive(page)
  const showLimits = await intercept(page, '**/api/me/request-quotas', notNow)
  await page.reload()
  const unread = page.getByRole('alert').filter({ hasText: 'Your request limits' })
  await expect(unread).toContainText("This can't be checked right now.")
  showLimits()
  await unread.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('1 of 2 used in 7 days')).toBeVisible()
  await expect(unread).toHaveCount(0)
})

test('1:4.8 a library that does not answer holds a request up, never loses it', async ({
  page,
  browser,
  world,
  expectAccessible,
}) => {
  const movie = world.newMovie()
  await comeInAs(page, await world.addUser('pia'))
  world.radarr.faults.always('POST /api/v3/movie', status(503))
  await page.goto(`./movies/${movie.id}`)
  await page.getByRole('main').getByRole('button', { name: 'Request', exact: true }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Request' }).click()
  await page.getByRole('button', { name: 'View', exact: true }).click()
  const steps = page.getByRole('list', { name: `Progress of ${movie.title}` })
  await expect(steps.getByText(/^Radarr .* Your request is saved; next try at/)).toBeVisible()
  await expectAccessible('a request that is held up')

  const desk = await otherBrowser(browser, world.admin)
  await desk.goto('./approvals?tab=waiting')
  const waiting = desk.getByRole('list', { name: 'Waiting' }).getByRole('listitem')
  await expect(waiting.filter({ hasText: movie.title })).toContainText('next try at')

  // On a phone the buttons go below, and leave the words their room.
  await desk.setViewportSize({ width: 390, height: 844 })
  const words = await waiting.getByText(/^Requested by/).boundingBox()
  expect(words?.width).toBeGreaterThan(150)
  await desk.setViewportSize({ width: 1280, height: 720 })
  world.radarr.faults.clear()
  await waiting.getByRole('button', { name: 'Try again now' }).click()
  await expect(steps.getByText(/^Searching/)).toBeVisible()
  await expect(desk.getByRole('heading', { name: 'Nothing waiting' })).toBeVisible()
  await desk.context().close()
})

test('a link to a request brings it into view; what is not out yet says when; cancelling can be left alone', async ({
  page,
  world,
}) => {
  const nina = await world.addUser('nina')
  const ask = (tmdb_id = 0) =>
    world.call<{ request_id: number }>(nina, 'POST', 'requests', { media_type: 'movie', tmdb_id })
  const { request_id } = await ask(MOVIE.upcoming)
  const others = world.newMovies(12)
  for (const movie of others) await ask(movie.id)
  await comeInAs(page, nina)
  await page.goto(`./requests?open=${request_id}`)
  const title = world.catalogue.movie(MOVIE.upcoming)?.title ?? ''
  const entry = page.getByRole('button', { name: new RegExp(`^${title}`) })
  await expect(entry).toBeFocused()
  await expect(entry).toBeInViewport()
  await expect(page.getByRole('list', { name: `Progress of ${title}` })).toContainText(
    /Waiting for release: /,
  )

  await world.call(world.admin, 'PUT', `admin/users/${nina.user.id}/request-settings`, {
    require_approval: true,
  })
  const wished = world.newMovie()
  const { request_id: waiting } = await ask(wished.id)
  await page.goto(`./requests?open=${waiting}`)
  await page.getByRole('button', { name: 'Cancel request' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByRole('button', { name: 'Cancel', exact: true })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Keep request' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Waiting for approval').first()).toBeVisible()
})
