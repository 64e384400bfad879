import type { Locator, Page } from '@playwright/test'
import { hold, intercept, notNow } from '../support/intercept.ts'
import { neverGoLive } from '../support/people.ts'
import { expect, onPhoneAndDesk, test } from '../support/test.ts'
import { visit } from '../support/visit.ts'

/** A call that fails until it is let through. */
interface Failing {
  url: string
  recover: () => void
}

async function fail(page: Page, url: string): Promise<Failing> {
  return { url, recover: await intercept(page, url, notNow) }
}

/** It says what could not be read, it is read again by a press, and it says so until it could be. */
async function expectReadAgain(part: Locator, what: string, { url, recover }: Failing): Promise<void> {
  const page = part.page()
  const alert = part.getByRole('alert').filter({ hasText: what })
  const retry = alert.getByRole('button', { name: 'Try again' })
  await expect(alert).toContainText("This can't be checked right now.")
  const release = await hold(page, url)
  recover()
  await retry.click()
  await expect(retry).toHaveAttribute('aria-busy', 'true')
  await expect(alert).toBeVisible()
  await expect(alert).toContainText("This can't be checked right now.")
  release()
  await expect(alert).toHaveCount(0)
  // The pressed button is gone with it.
  await expect(page.locator(':focus')).toHaveCount(1)
}

// What is read again by itself would not be there to be pressed.
test.beforeEach(({ page }) => neverGoLive(page))

onPhoneAndDesk(() => {
  test('Unknown is not absent: an admin reads what could not be asked, instead of nothing', async ({
    page,
    world,
    signIn,
    expectAccessible,
  }) => {
    await world.addUser('olga')
    const movie = world.newMovie()
    const main = page.getByRole('main')

    // A title may be hidden, and somebody may be asked for.
    const hidden = await fail(page, '**/api/admin/hidden-titles')
    const users = await fail(page, '**/api/admin/users')
    await signIn(`./movies/${movie.id}`)
    await expect(main.getByRole('alert')).toContainText('Hidden titles')
    await expectAccessible('a title that may be hidden')
    await expectReadAgain(main, 'Hidden titles', hidden)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await expect(page.getByRole('menuitem', { name: 'Hide for everyone' })).toBeVisible()
    await page.keyboard.press('Escape')
    await main.getByRole('button', { name: 'Request', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await expectReadAgain(dialog, 'The users could not be loaded', users)
    await expect(dialog.getByLabel('For')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()

    // Whether e-mail is sent at all.
    const email = await fail(page, '**/api/admin/email')
    await visit(page, './settings/destinations')
    await page.getByRole('button', { name: 'Add destination' }).click()
    await page.getByRole('button', { name: /^E-mail/ }).click()
    await expectReadAgain(dialog, 'The e-mail server could not be loaded', email)
    await expect(dialog).toContainText('E-mail is turned off or not set up')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)

    // Which folders may be shared.
    const roots = await fail(page, '**/api/admin/media-roots')
    await visit(page, `./instances/${world.instance_ids.movies}`)
    const downloads = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: /^Downloads/ }) })
    await expectReadAgain(downloads, 'This could not be loaded', roots)

    // Whether an AI works at all.
    const ai = await fail(page, '**/api/admin/credentials')
    await visit(page, './settings/problems')
    const agent = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'The agent', exact: true }) })
    await expectReadAgain(agent, 'The included AI could not be loaded', ai)
    await expect(agent).toContainText('No AI is set up yet')

    // Whether an admin could still get in without single sign-on.
    const admins = await fail(page, '**/api/admin/users')
    await page.goto('./settings/single-sign-on')
    await expectReadAgain(main, 'The users could not be loaded', admins)
  })
})

test('Unknown is not absent: a filter that is on is not drawn as off while its choices cannot be read', async ({
  page,
  signIn,
}) => {
  const main = page.getByRole('main')
  const languages = await fail(page, '**/api/languages*')
  await signIn('./movies/browse?language=ja')
  await expect(page.getByLabel('Original language')).toHaveValue('ja')
  await expectReadAgain(main, 'This list could not be loaded', languages)
  await expect(page.getByLabel('Original language').getByRole('option')).not.toHaveCount(2)

  const regions = await fail(page, '**/api/providers/regions*')
  await page.reload()
  await expectReadAgain(main, 'This list could not be loaded', regions)
  await expect(page.getByLabel('Streaming in').getByRole('option')).not.toHaveCount(1)
})

test('Unknown is not absent: a card is not drawn as missing in a library that could not be read', async ({
  page,
  signIn,
}) => {
  const unknown = page.getByRole('main').getByRole('link', { name: /Can't tell right now/ })
  const showStatuses = await intercept(page, '**/api/requests/statuses', notNow)
  await signIn('./movies')
  await expect(unknown.first()).toBeVisible()
  showStatuses()
  const answered = page.waitForResponse('**/api/requests/statuses')
  await page.reload()
  await answered
  await expect(unknown).toHaveCount(0)

  await intercept(page, /\/api\/(requests\/book-library|requests\/music-library)(\?|$)/, notNow)
  await visit(page, './music')
  await expect(unknown.first()).toBeVisible()
  await visit(page, './books/search?q=tidewater')
  await expect(page.getByRole('link', { name: /Tidewater/ }).first()).toBeVisible()
  await expect(unknown.first()).toBeVisible()
})
