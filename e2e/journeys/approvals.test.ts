import { comeInAs, otherBrowser } from '../support/people.ts'
import { expect, test } from '../support/test.ts'
import type { World } from '../support/world.ts'

/** A decision of the page is made ten seconds after it. */
const MADE = { timeout: 20_000 }

/** Somebody whose requests wait for a decision. */
async function addRequester(world: World, name: string) {
  const person = await world.addUser(name)
  await world.call(world.admin, 'PUT', `admin/users/${person.user.id}/request-settings`, {
    require_approval: true,
  })
  return person
}

test('1:4.7 a queue is decided from the keyboard, and whoever asked sees it at once', async ({
  page,
  browser,
  world,
  expectAccessible,
}) => {
  const [first, second, third] = world.newMovies(3)
  const rosa = await addRequester(world, 'rosa')
  for (const movie of [first, second, third])
    await world.call(rosa, 'POST', 'requests', {
      media_type: 'movie',
      tmdb_id: movie?.id,
      title: movie?.title,
    })
  const sofa = await otherBrowser(browser, rosa)
  await sofa.goto('./requests')
  await expect(sofa.getByText('Waiting for approval').last()).toBeVisible()

  await comeInAs(page, world.admin)
  await page.goto('./approvals')
  const queue = page.getByRole('list', { name: 'Pending' })
  await expect(queue.getByRole('listitem')).toHaveCount(3)
  await expect(page.getByRole('link', { name: /Approvals\s*3 pending/ })).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog').getByText('On this page')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expectAccessible('queue')

  await page.keyboard.press('j')
  await expect(queue.getByRole('listitem').nth(1)).toBeFocused()
  await page.keyboard.press('a')
  await expect(page.getByText(`Approved: ${second?.title}.`)).toBeVisible()
  await expect(queue.getByRole('listitem')).toHaveCount(2)
  // A slip is taken back: the line is there again, and nobody heard of it.
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(`${second?.title} is pending again.`)).toBeVisible()
  await expect(queue.getByRole('listitem')).toHaveCount(3)
  await page.getByRole('button', { name: `Approve ${second?.title}` }).click()
  await expect(queue.getByRole('listitem')).toHaveCount(2)

  await queue.getByRole('listitem').first().focus()
  await page.keyboard.press('d')
  const dialog = page.getByRole('dialog', { name: `Decline ${first?.title}?` })
  await dialog.getByRole('button', { name: 'Not enough space' }).click()
  await expectAccessible('declining')
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expect(queue.getByRole('listitem')).toHaveCount(1)
  // The last line can be brought above what is said about the others.
  const last = queue.getByRole('button', { name: 'Approve' })
  const toasts = page.getByRole('region', { name: 'Notifications' }).getByText(/^(Approved|Declined):/)
  await expect(toasts.filter({ hasText: 'Declined:' })).toBeVisible()
  await page.mouse.wheel(0, 10_000)
  // A wheel scrolls a moment later.
  const gap = async () => {
    const [button, toast] = [await last.boundingBox(), await toasts.first().boundingBox()]
    return (toast?.y ?? 0) - (button?.y ?? 0) - (button?.height ?? 0)
  }
  await expect.poll(gap).toBeGreaterThan(0)
  // Leaving the page does not lose decisions.
  await page.goto('./requests')
  await expect(sofa.getByText(`${second?.title} was approved.`)).toBeVisible(MADE)
  await expect.poll(() => world.radarr.movie(second?.id ?? 0)?.title).toBe(second?.title)
  await expect(sofa.getByText(`${first?.title} was declined: There is not enough space`)).toBeVisible(MADE)
  await sofa.getByRole('button', { name: new RegExp(`^${first?.title}`) }).click()
  await expect(
    sofa.getByRole('list', { name: `Progress of ${first?.title}` }).getByText('There is not enough space'),
  ).toBeVisible()
  await sofa.context().close()
})

test('1:4.7 several at once, one of them changed before, and all of it in the history', async ({
  page,
  world,
  expectAccessible,
}) => {
  const [movie, other] = world.newMovies(2)
  const [show] = world.newShows(1)
  const theo = await addRequester(world, 'theo')
  const ask = (body: object) => world.call<{ request_id: number }>(theo, 'POST', 'requests', body)
  await ask({ media_type: 'movie', tmdb_id: movie?.id, title: movie?.title })
  const late = await ask({ media_type: 'movie', tmdb_id: other?.id, title: other?.title })
  await ask({ media_type: 'tv', tmdb_id: show?.id, title: show?.name, season_scope: 'all' })
  await comeInAs(page, world.admin)
  await page.goto('./approvals?q=theo')
  const queue = page.getByRole('list', { name: 'Pending' })
  await expect(queue.getByRole('listitem')).toHaveCount(3)

  await page.getByRole('button', { name: `Change ${show?.name} before approving` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('First season', { exact: true }).click()
  await expectAccessible('changing a request')
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(queue.getByRole('listitem')).toHaveCount(2)

  // Somebody else decides on one of them in the meantime, and this page does not hear of it.
  await page.route('**/api/admin/requests', route => route.abort())
  await world.call(world.admin, 'POST', `admin/requests/${late.request_id}/deny`, {})
  await page.getByRole('button', { name: 'Select all' }).click()
  await page.getByRole('button', { name: 'Approve 2' }).click()
  await expect(queue.getByText('This has already been decided.')).toBeVisible()
  await expect(queue.getByRole('listitem')).toHaveCount(1)
  await page.unroute('**/api/admin/requests')

  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByLabel('Person', { exact: true }).selectOption('theo')
  const history = page.getByRole('list', { name: 'History' })
  await expect(history.getByRole('listitem')).toHaveCount(3)
  await expectAccessible('history')
  await page.getByLabel('Decision', { exact: true }).selectOption('Declined')
  await expect(history.getByRole('listitem')).toHaveCount(1)
  await expect(history).toContainText(other?.title ?? '')
  await expect
    .poll(() => {
      const series = world.sonarr.series().find(one => one.tvdb_id === show?.tvdb_id)
      return series?.seasons.filter(one => one.monitored).map(one => one.season_number)
    }, MADE)
    .toEqual([1])
})

test('1:4.7 a decision leaves the queue whatever clock the browser has, and each of many can be undone', async ({
  page,
  world,
}) => {
  const movies = world.newMovies(4)
  const vera = await addRequester(world, 'vera')
  for (const movie of movies)
    await world.call(vera, 'POST', 'requests', {
      media_type: 'movie',
      tmdb_id: movie.id,
      title: movie.title,
    })
  // An hour ahead: by this clock every decision is long overdue.
  await page.addInitScript(() => {
    const now = Date.now.bind(Date)
    Date.now = () => now() + 3_600_000
  })
  await comeInAs(page, world.admin)
  await page.goto('./approvals?q=vera')
  const queue = page.getByRole('list', { name: 'Pending' })
  await expect(queue.getByRole('listitem')).toHaveCount(4)
  const undo = page.getByRole('button', { name: 'Undo' })

  for (const left of [3, 2, 1]) {
    const readAgain = page.waitForResponse(
      answer => answer.url().endsWith('/api/admin/requests') && answer.request().method() === 'GET',
    )
    await page.keyboard.press('a')
    await readAgain
    await expect(queue.getByRole('listitem')).toHaveCount(left)
  }
  await page.keyboard.press('a')
  await expect(undo).toHaveCount(4)
  for (const left of [3, 2, 1, 0]) {
    await undo.first().click()
    await expect(undo).toHaveCount(left)
  }
  await expect(queue.getByRole('listitem')).toHaveCount(4)
})

test('1:4.7 a batch whose answers take their time is undone whole', async ({ page, world }) => {
  const wim = await addRequester(world, 'wim')
  for (const { id: tmdb_id, title } of world.newMovies(4))
    await world.call(wim, 'POST', 'requests', { media_type: 'movie', tmdb_id, title })
  await comeInAs(page, world.admin)
  await page.goto('./approvals?q=wim')
  const queue = page.getByRole('list', { name: 'Pending' })
  await expect(queue.getByRole('listitem')).toHaveCount(4)
  // Three go at once, so the fourth is decided more than ten seconds after the first.
  let held = 0
  await page.route('**/approve', async route => {
    held += 1
    const response = await route.fetch()
    await new Promise(done => setTimeout(done, 5_500))
    await route.fulfill({ response })
  })
  await page.getByRole('button', { name: 'Select all' }).click()
  await page.getByRole('button', { name: 'Approve 4' }).click()
  await expect(page.getByText('4 approved.')).toBeVisible({ timeout: 20_000 })
  expect(held).toBe(4)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('4 requests are pending again.')).toBeVisible()
  await expect(queue.getByRole('listitem')).toHaveCount(4)
})

test('1:4.7 a decision that is not made in time brings its line back to an open page', async ({
  page,
  world,
}) => {
  const xena = await addRequester(world, 'xena')
  const [movie] = world.newMovies(1)
  await world.call(xena, 'POST', 'requests', {
    media_type: 'movie',
    tmdb_id: movie?.id,
    title: movie?.title,
  })
  await comeInAs(page, world.admin)
  // Due a while ago, as when the work of the server is held up.
  let decision_due_at: string | undefined
  await page.route('**/api/admin/requests', async route => {
    const response = await route.fetch()
    const rows: object[] = await response.json()
    decision_due_at ??= new Date(Date.now() - 12_000).toISOString()
    const overdue = { decision_due: 'approved', decision_due_at }
    await route.fulfill({ response, json: rows.map(row => ({ ...row, ...overdue })) })
  })
  await page.goto('./approvals?q=xena')
  await expect(page.getByText('All caught up')).toBeVisible()
  const line = page.getByRole('list', { name: 'Pending' }).getByRole('listitem')
  await expect(line.filter({ hasText: movie?.title ?? '' })).toBeVisible(MADE)
})
