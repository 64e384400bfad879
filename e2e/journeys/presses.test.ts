import { MOVIE, SHOW } from '@foyer/simulators'
import type { Locator, Page } from '@playwright/test'
import { hold, holdOnce, intercept, interceptOnce, notNow } from '../support/intercept.ts'
import { comeInAs } from '../support/people.ts'
import { SCREENS } from '../support/screens.ts'
import { expect, test } from '../support/test.ts'
import { visit } from '../support/visit.ts'

test.describe('on a phone, going back', () => {
  test.use(SCREENS['on a phone, dark'])

  /** The dialog closes, and the page below it stays. */
  async function expectBackCloses(page: Page, dialog: Locator): Promise<void> {
    await expect(dialog).toBeVisible()
    const { pathname } = new URL(page.url())
    await page.goBack()
    await expect(dialog).toBeHidden()
    expect(new URL(page.url()).pathname).toBe(pathname)
  }

  test('closes a trailer and the filters, and keeps what was filtered', async ({ page, world, signIn }) => {
    const movie = world.newMovies(8).find(({ id }) => world.catalogue.movie(id)?.videos.length)
    await page.route('https://www.youtube-nocookie.com/**', route =>
      route.fulfill({ contentType: 'text/html', body: '<title>Player</title>' }),
    )
    await signIn(`./movies/${movie?.id}`)
    const main = page.getByRole('main')
    await main.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Trailer' }).click()
    const dialog = page.getByRole('dialog')
    await expectBackCloses(page, dialog)

    await main.getByRole('definition').first().getByRole('link').first().click()
    const filters = page.getByRole('button', { name: /^Filters/ })
    await filters.click()
    await dialog.getByLabel('Hide what you already have').check()
    await expect(page).toHaveURL(/owned=/)
    await expectBackCloses(page, dialog)
    await expect(page).toHaveURL(/owned=/)
    await page.goBack()
    await expect(page).toHaveURL(/\/movies\/\d+$/)
  })

  test('closes the missing titles, a new name and a reason to decline', async ({
    page,
    world,
    signIn,
    expectAccessible,
  }) => {
    const movie = world.newMovie()
    const { lidarr } = world
    const artist = lidarr.music.artists.find(({ albums }) => albums.some(({ id }) => !lidarr.album(id)))
    const noor = await world.addUser('noor', { require_approval: true })
    await world.call(noor, 'POST', 'requests', { media_type: 'movie', tmdb_id: movie.id })
    await signIn()
    const dialog = page.getByRole('dialog')
    await visit(page, `./users/${noor.user.id}`)
    await page.getByRole('button', { name: 'Rename noor' }).click()
    await expectBackCloses(page, dialog)
    await visit(page, './approvals')
    const row = page.getByRole('listitem').filter({ hasText: movie.title })
    await expectAccessible('approvals')
    await row.getByRole('button', { name: /^Decline/ }).click()
    await expectBackCloses(page, dialog)
    await row.getByRole('button', { name: /^Change .* before approving$/ }).click()
    await expectBackCloses(page, dialog)
    await visit(page, `./music/artists/${artist?.id}`)
    await page.getByRole('button', { name: /^Request \d+ missing$/ }).click()
    await expectBackCloses(page, dialog)
  })

  test('closes the note to a resolved issue, and not while it is sent', async ({ page, world, signIn }) => {
    const movie = world.newMovie()
    const { issue_id } = await world.call<{ issue_id: number }>(world.admin, 'POST', 'issues', {
      instance_id: world.instance_ids.movies,
      media_type: 'movie',
      tmdb_id: movie.id,
      title: movie.title,
      category: 'wrong_audio',
      reason: 'There is no German audio.',
    })
    await signIn()
    await visit(page, `./issues/${issue_id}`)
    const dialog = page.getByRole('dialog')
    const resolve = page.getByRole('article').getByRole('button', { name: 'Resolve' })
    await resolve.click()
    await expectBackCloses(page, dialog)
    await resolve.click()
    const refuse = await holdOnce(page, `**/issues/${issue_id}/resolve`)
    await dialog.getByRole('button', { name: 'Resolve' }).click()
    await page.goBack()
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
    refuse()
    await expect(dialog.getByRole('alert')).toBeVisible()
    await expectBackCloses(page, dialog)
  })

  test('does not close a destination that is sent', async ({ page, world, signIn }) => {
    await signIn('./settings/destinations')
    await page.getByRole('button', { name: 'Add destination' }).click()
    await page.getByRole('button', { name: /^ntfy/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Topic address').fill(`${world.ntfy.url}/den`)
    const refuse = await holdOnce(page, '**/api/admin/destinations')
    await dialog.getByRole('button', { name: 'Add destination' }).click()
    await page.goBack()
    await expect(dialog.getByRole('button', { name: 'Back' })).toBeDisabled()
    refuse()
    await expect(dialog.getByRole('alert')).toBeVisible()
    await expectBackCloses(page, dialog)
  })

  test('does not close a report that is sent', async ({ page, world }) => {
    await comeInAs(page, await world.addUser('rolf'))
    await page.goto('./')
    await visit(page, `./movies/${MOVIE.with_file}`)
    await page.getByRole('main').getByRole('button', { name: 'Report a problem' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: 'The picture or sound is bad' }).check()
    const refuse = await holdOnce(page, '**/api/issues')
    await dialog.getByRole('button', { name: 'Send report' }).click()
    await page.goBack()
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
    refuse()
    await expect(dialog.getByRole('alert')).toBeVisible()
    await expectBackCloses(page, dialog)
  })

  test('does not close a removal that runs', async ({ page, world, signIn }) => {
    const { id } = world.newMovie()
    world.radarr.addMovie(id, { file: 'WEBDL-1080p' })
    await signIn()
    await visit(page, `./movies/${id}`)
    await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Manage' }).click()
    await page.getByRole('button', { name: 'Remove…' }).click()
    const removal = page.getByRole('dialog', { name: /^Remove/ })
    const refuse = await holdOnce(page, '**/removal')
    await removal.getByRole('button', { name: /^Remove and delete/ }).click()
    await page.goBack()
    await expect(removal.getByRole('button', { name: 'Cancel' })).toBeDisabled()
    refuse()
    await expect(removal.getByRole('alert')).toBeVisible()
    await page.goBack()
    await expect(removal).toBeHidden()
    await expect(page).toHaveURL(new RegExp(`/movies/${id}$`))
  })
})

test('what is taken off the watchlist comes back with its wishes, and the focus stays in the list', async ({
  page,
  world,
}) => {
  await world.call(world.admin, 'PUT', 'admin/watchlist-settings', { next_seasons_allowed: true })
  const wes = await world.addUser('wes')
  const wishes = { tell: { askable: false, released: true, arrived: false }, request_next_seasons: true }
  await world.call(wes, 'PUT', `me/watchlist/movie/${MOVIE.upcoming}`, {})
  await world.call(wes, 'PUT', `me/watchlist/tv/${SHOW.running}`, wishes)
  const series = world.catalogue.show(SHOW.running)?.name ?? ''
  const movie = world.catalogue.movie(MOVIE.upcoming)?.title ?? ''
  await comeInAs(page, wes)
  await page.goto('./watchlist')
  const heartOf = (name: string) => page.getByRole('button', { name: `${name} on your watchlist` })
  await heartOf(series).click()
  await expect(heartOf(series)).toHaveCount(0)
  await expect(heartOf(movie)).toBeFocused()
  // By its address: the first visit of an account saves its language and time zone as well.
  const saved = page.waitForResponse(/\/api\/me\/watchlist\/tv\//)
  await page.getByRole('button', { name: 'Undo' }).click()
  expect(await (await saved).json()).toMatchObject(wishes)
  await expect(page.getByRole('main').getByText('New seasons are requested')).toBeVisible()
  await heartOf(series).click()
  await heartOf(movie).click()
  await expect(page.getByText('Your watchlist is empty')).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
})

test('what is taken off the watchlist can be put back by somebody who has left the page meanwhile', async ({
  page,
  world,
}) => {
  const movie = world.newMovie()
  const wim = await world.addUser('wim')
  await world.call(wim, 'PUT', `me/watchlist/movie/${movie.id}`, {})
  await comeInAs(page, wim)
  await page.goto('./watchlist')
  const heart = page.getByRole('button', { name: `${movie.title} on your watchlist` })
  await expect(heart).toBeEnabled()
  const answer = Promise.withResolvers<void>()
  await interceptOnce(page, '**/api/me/watchlist/keys', async route => {
    await answer.promise
    await route.fallback()
  })
  await heart.click()
  await visit(page, './account')
  await expect(heart).toHaveCount(0)
  answer.resolve()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.goBack()
  await expect(heart).toBeVisible()
})

test('who is given access or declined is named, and the focus goes on to the next', async ({
  page,
  world,
  signIn,
}) => {
  for (const name of ['wanda', 'wilma'])
    await world.call(await world.addUser(name), 'POST', 'me/library-access', { media_type: 'music' })
  await signIn('./users')
  const main = page.getByRole('main')
  const rows = main.getByRole('button', { name: /^Give access to / })
  await expect(rows).toHaveCount(2)
  await main.getByRole('button', { name: 'Give access to wanda' }).click()
  await expect(page.getByText('wanda now has access to music.')).toBeVisible()
  await expect(main.getByRole('button', { name: 'Give access to wilma' })).toBeFocused()
  await main.getByRole('button', { name: 'Decline wilma’s request' }).click()
  await expect(page.getByText('wilma does not get access to music.')).toBeVisible()
  await expect(main).toBeFocused()
})

test('a new name that is being sent stays open, and says what went wrong', async ({
  page,
  world,
  signIn,
}) => {
  const noor = await world.addUser('noor')
  await world.call(noor, 'POST', 'me/library-access', { media_type: 'music' })
  await signIn(`./users/${noor.user.id}`)
  await page.getByRole('button', { name: 'Rename noor' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Username').fill('noor b.')
  const refuse = await holdOnce(page, `**/api/admin/users/${noor.user.id}`)
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  refuse()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByRole('button', { name: 'Give access to noor b.' })).toBeVisible()
})

/** What a toast says went wrong. */
const failureOn = (page: Page) => page.getByRole('region', { name: 'Notifications' }).getByRole('paragraph')

test('a step of the checklist that could not be skipped is said', async ({ page, signIn }) => {
  await signIn('./settings')
  await page.getByRole('button', { name: /^Optional/ }).click()
  await interceptOnce(page, '**/api/admin/setup-status/skips', notNow)
  await page.getByRole('button', { name: 'Skip: Connect a media server' }).click()
  await expect(failureOn(page)).toBeVisible()
})

test('a language chosen in the palette that could not be saved is said', async ({ page, signIn }) => {
  await signIn('./settings')
  await intercept(page, '**/api/me/preferences', route =>
    route.request().method() === 'PUT' ? notNow(route) : route.fallback(),
  )
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox').fill('deutsch')
  await page.getByRole('option', { name: /Deutsch/ }).click()
  await expect(failureOn(page)).toBeVisible()
})

test('after a title is hidden, it is gone from other pages, and the button that shows it again has the focus', async ({
  page,
  world,
  signIn,
}) => {
  const movie = world.newMovie()
  const entry = `me/watchlist/movie/${movie.id}`
  await world.call(world.admin, 'PUT', entry, {})
  await signIn('./watchlist')
  const heart = page.getByRole('button', { name: `${movie.title} on your watchlist` })
  await expect(heart).toBeVisible()
  await visit(page, `./movies/${movie.id}`)
  const more = page.getByRole('main').getByRole('button', { name: 'More', exact: true })
  await more.click()
  await page.getByRole('menuitem', { name: 'Hide for everyone' }).click()
  const show = page.getByRole('main').getByRole('button', { name: 'Show again' })
  await expect(show).toBeFocused()
  await visit(page, './watchlist')
  await expect(page.getByText('Your watchlist is empty')).toBeVisible()
  // Its page is gone, and an undo that fails is said all the same.
  await interceptOnce(page, '**/api/admin/hidden-titles/**', notNow)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(failureOn(page)).toBeVisible()
  await page.goBack()
  await show.press('Enter')
  await expect(more).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await world.call(world.admin, 'DELETE', entry)
})

test('a recent search that is picked, and clearing them, leave the focus in the search field', async ({
  page,
  signIn,
}) => {
  await signIn('./search')
  const main = page.getByRole('main')
  const field = main.getByRole('searchbox')
  for (const query of ['night', 'harbour']) {
    await field.fill(query)
    await field.press('Enter')
    // Enter leads to the best match once it is known.
    await expect(main.locator('section', { hasText: 'Best match' }).getByRole('link')).toBeFocused()
  }
  await field.fill('')
  await main.getByRole('button', { name: 'night' }).click()
  await expect(field).toBeFocused()
  await field.fill('')
  await main.getByRole('button', { name: 'Clear' }).click()
  await expect(field).toBeFocused()
})

test('what is typed right after Enter, before the search has begun, stays in the field', async ({
  page,
  signIn,
}) => {
  await signIn('./search')
  const field = page.getByRole('main').getByRole('searchbox')
  await field.fill('night')
  await expect(page).toHaveURL(/q=night$/)
  await field.evaluate(async (input: HTMLInputElement) => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
    const type = (text: string) => {
      set?.call(input, text)
      input.dispatchEvent(new Event('input', { bubbles: true }))
      return new Promise(resolve => setTimeout(resolve))
    }
    await type('harbour')
    input.form?.requestSubmit()
    await type('harbour nine')
  })
  await expect(page).toHaveURL(/q=harbour\W+nine$/)
  await expect(field).toHaveValue('harbour nine')
})

test('a button that goes away with what it was pressed for leaves the focus where one goes on', async ({
  page,
  world,
  signIn,
}) => {
  const { title, id: tmdb_id } = world.newMovie()
  const instance_id = await world.addInstance('movie_manager', 'Films', 'radarr')
  const report = { instance_id, media_type: 'movie', tmdb_id, title, category: 'wrong_audio' }
  const { issue_id } = await world.call<{ issue_id: number }>(world.admin, 'POST', 'issues', report)
  await world.call(world.admin, 'POST', `admin/issues/${issue_id}/dismiss`, {})
  const noor = await world.addUser('noor')
  const entry = (id: number) => {
    const data = { title: `Title ${id}` }
    return { id, type: 'test', data, path: '/account', created_at: new Date().toISOString(), read_at: null }
  }
  await page.route('**/api/notifications/inbox?*', route => {
    const is_first = !route.request().url().includes('before=')
    const ids = is_first ? Array.from({ length: 60 }, (_, at) => 62 - at) : [2, 1]
    return route.fulfill({ json: { entries: ids.map(entry), next: is_first ? 3 : null } })
  })
  const main = page.getByRole('main')
  const focused = page.locator('main :focus')
  const press = (name: string | RegExp) => main.getByRole('button', { name }).first().press('Enter')
  await signIn(`./instances/${instance_id}`)
  await press('Save')
  await expect(main.getByText('Saved', { exact: true }).first()).toBeVisible()
  await expect(main.getByRole('button', { name: 'Save' }).first()).toBeFocused()
  await press('Add mapping')
  await press('Remove mapping 1')
  await expect(main).toBeFocused()

  await visit(page, `./issues/${issue_id}`)
  await press('Reopen')
  await expect(focused).toContainText(title)
  await visit(page, './inbox')
  // Not only come near: the page that has just opened may go back to its top at that moment.
  await press('Load more')
  await expect(main.getByRole('listitem')).toHaveCount(62)
  await expect(main.getByRole('listitem').nth(59).locator(':focus')).toHaveCount(1)
  await visit(page, './settings/tools')
  await expect(main.getByRole('button', { name: 'Start logging' })).toBeVisible()
  // The next press does not wait for what is read again.
  const release = await hold(page, /\/api\/admin\/ai-tools$/)
  await press('Start logging')
  await expect(focused).toContainText('Stop now')
  await press('Stop now')
  await expect(focused).toContainText('Start logging')
  release()
  await visit(page, './settings/external-address')
  await press('Use this page')
  await expect(main.getByRole('textbox')).toBeFocused()
  await visit(page, `./users/${noor.user.id}`)
  for (const [open, label] of [
    ['Change', 'Movies'],
    ['Make this a kids account', 'Ratings'],
  ] as const) {
    await press(new RegExp(`^${open}$`))
    await expect(focused).toContainText(label)
    await focused.getByRole('button', { name: 'Cancel' }).press('Enter')
    await expect(main.getByRole('button', { name: open, exact: true })).toBeVisible()
    await expect(focused).toHaveCount(1)
  }
})
