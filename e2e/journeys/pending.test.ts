import { interceptOnce } from '../support/intercept.ts'
import { comeInAs } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

test('1:4.7 a batch whose answers take their time is undone whole, also when an answer is lost', async ({
  page,
  world,
  expectAccessible,
}) => {
  const wim = await world.addUser('wim', { require_approval: true })
  for (const { id: tmdb_id, title } of world.newMovies(4))
    await world.call(wim, 'POST', 'requests', { media_type: 'movie', tmdb_id, title })
  await comeInAs(page, world.admin)
  await page.goto('./approvals?q=wim')
  const queue = page.getByRole('list', { name: 'Pending' })
  await expect(queue.getByRole('listitem')).toHaveCount(4)
  // Three go at once, so the fourth is decided more than ten seconds of the page's time after the first.
  await page.clock.install()
  const three_are_here = Promise.withResolvers<void>()
  let held = 0
  await page.route('**/approve', async route => {
    held += 1
    const is_last_of_round = held >= 3
    const response = await route.fetch()
    if (is_last_of_round) {
      await page.clock.fastForward(5_500)
      three_are_here.resolve()
    }
    await three_are_here.promise
    await route.fulfill({ response })
  })
  await page.getByRole('button', { name: 'Select all' }).click()
  await page.getByRole('button', { name: 'Approve 4' }).click()
  await expect(page.getByText('4 approved.')).toBeVisible()
  expect(held).toBe(4)
  await expectAccessible('what was decided can be undone')
  // A lost connection is not "too late": what was not undone can be undone again.
  await interceptOnce(page, '**/undo', route => route.abort())
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('3 requests are pending again.')).toBeVisible()
  await expect(page.getByText('Foyer did not answer.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('is pending again.')).toBeVisible()
  await expect(queue.getByRole('listitem')).toHaveCount(4)
})
