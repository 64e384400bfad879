import { MOVIE, status } from '@foyer/simulators'
import type { Page } from '@playwright/test'
import { comeInAs, ignoreLiveEvents } from '../support/people.ts'
import { expect, test } from '../support/test.ts'
import { visit } from '../support/visit.ts'

/** Goes month by month to that of a day, and waits for each month to be shown. */
async function walkTo(page: Page, day: string): Promise<void> {
  const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' }).format(new Date(day))
  const shown = page.getByText(/^[A-Z][a-z]+ \d{4}$/)
  for (let now = await shown.innerText(); now !== month; now = await shown.innerText()) {
    await page.getByRole('button', { name: 'Next month' }).click()
    await expect(shown).not.toHaveText(now)
  }
}

test('1/I the calendar leads to a title, by month and as a list', async ({
  page,
  world,
  signIn,
  expectAccessible,
}) => {
  const { title = '', releases } = world.catalogue.movie(MOVIE.upcoming) ?? {}
  const [premiere = ''] = (releases?.['US'] ?? [])
    .filter(({ type }) => type === 2 || type === 3)
    .map(({ date }) => date)
    .toSorted()
  await signIn('./calendar')
  await expect(page.getByRole('table')).toBeVisible()
  await expectAccessible('a month')
  await page.getByText('List', { exact: true }).click()
  await expect(page).toHaveURL(/view=agenda/)
  await page.getByText('Movies', { exact: true }).last().click()
  await expect(page).toHaveURL(/kinds=/)
  await page.reload()
  await walkTo(page, premiere)
  await expect(page.getByRole('main').getByRole('link', { name: title }).first()).toBeVisible()
  await expectAccessible('a list of days')
  await page.getByRole('main').getByRole('link', { name: title }).first().click()
  await expect(page).toHaveURL(new RegExp(`/movies/${MOVIE.upcoming}$`))

  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, './calendar')
  await expect(page.getByRole('radio', { name: 'List' })).toBeChecked()
})

test('1/I a library that cannot be read is named, and appears after a retry', async ({ page, world }) => {
  world.sonarr.faults.always('GET /api/v3/calendar', status(500))
  // Somebody whose libraries are these two.
  await comeInAs(page, await world.addUser('kai'))
  await ignoreLiveEvents(page)
  await page.goto('./calendar?month=2030-01')
  const nothing = page.getByText('No releases on these days')
  const failed = page.getByRole('status').filter({ hasText: 'Could not load: Series' })
  await expect(failed).toBeVisible()
  await expect(nothing).toBeHidden()

  world.radarr.faults.always('GET /api/v3/calendar', status(500))
  await page.goto('./calendar?month=2030-02')
  const none = page.getByRole('alert').filter({ hasText: 'Could not load: Movies and Series' })
  await expect(none).toBeVisible()
  await expect(nothing).toBeHidden()
  await expect(page.getByRole('table')).toBeHidden()
  world.radarr.faults.clear()
  await none.getByRole('button', { name: 'Try again' }).click()
  await expect(failed).toBeVisible()

  world.sonarr.faults.clear()
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(failed).toBeHidden()
  await expect(nothing).toBeVisible()
})

test('1/I a calendar link is made, read by a calendar, and turned off', async ({
  page,
  request,
  signIn,
  expectAccessible,
}) => {
  await signIn('./calendar')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await page.getByRole('button', { name: 'Create link' }).click()
  const link = await page.getByLabel('Calendar link').inputValue()
  const file = await request.get(link)
  expect(await file.text()).toContain('BEGIN:VCALENDAR')
  await expectAccessible('the calendar link')

  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByText('The link no longer works.')).toBeVisible()
  expect((await request.get(link)).status()).toBe(404)
})
