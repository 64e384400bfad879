import { intercept } from '../support/intercept.ts'
import { comeInAs } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

// Apart from the other journeys of approvals: each waits for its ten seconds while another worker has something to do.
/** A decision of the page is made ten seconds after it. */

test('1:4.7 several at once, one of them changed before, and all of it in the history', async ({
  page,
  world,
  expectAccessible,
}) => {
  const [movie, other] = world.newMovies(2)
  const [show] = world.newShows(1)
  const theo = await world.addUser('theo', { require_approval: true })
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
  // From here on the page reads no queue: a reading under way would hear of what somebody else decides below.
  const reconnect = await intercept(page, '**/api/admin/requests', route => route.abort())
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(queue.getByRole('listitem')).toHaveCount(2)

  // Somebody else decides on one of them in the meantime.
  await world.call(world.admin, 'POST', `admin/requests/${late.request_id}/deny`, {})
  await page.getByRole('button', { name: 'Select all' }).click()
  await page.getByRole('button', { name: 'Approve 2' }).click()
  // The pressed button is gone, and the focus is beside its place.
  await expect(page.locator(':focus')).toContainText('Select all')
  await expect(queue.getByText('This has already been decided.')).toBeVisible()
  await expect(queue.getByRole('listitem')).toHaveCount(1)
  reconnect()

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
    })
    .toEqual([1])
})

test('1:4.7 a decision that is not made in time brings its line back to an open page', async ({
  page,
  world,
}) => {
  const xena = await world.addUser('xena', { require_approval: true })
  const movie = world.newMovie()
  await world.call(xena, 'POST', 'requests', {
    media_type: 'movie',
    tmdb_id: movie.id,
    title: movie.title,
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
  await expect(line.filter({ hasText: movie.title })).toBeVisible()
})
