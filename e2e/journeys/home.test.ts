import type { Page } from '@playwright/test'
import { BOOK, MINUTE_MS, MOVIE } from '@foyer/simulators'
import { comeInAs } from '../support/people.ts'
import { expect, onPhoneAndDesk, test } from '../support/test.ts'

/** What is featured changes with the day: these come first. */
async function feature(page: Page, movies: readonly { id: number; title: string }[]): Promise<void> {
  await page.route('**/api/discover/movies/featured*', async route => {
    const response = await route.fetch()
    const body = (await response.json()) as { results: { id: number; backdrop_path: string | null }[] }
    const like = body.results.find(row => row.backdrop_path)
    const others = body.results.filter(({ id }) => !movies.some(movie => movie.id === id))
    const results = [...movies.map(({ id, title }) => ({ ...like, id, title })), ...others]
    await route.fulfill({ response, json: { ...body, results } })
  })
}

onPhoneAndDesk(is_phone => {
  test('Home is yours: requests with their live state, what arrived, what goes with it, and a hero that acts', async ({
    page,
    world,
    expectAccessible,
  }) => {
    const server = { public_address: 'https://jellyfin.example.org' }
    const den = await world.addInstance('account_server_a', 'Den', 'jellyfin', server)
    const movie = world.newMovie()
    const uma = await world.addUser('uma', { require_approval: true })
    const { call, admin } = world
    await call(admin, 'PUT', `admin/users/${uma.user.id}/instance-grants`, { account_server_a: [den] })
    const remote_user_id = world.jellyfin.accounts.named('ellen')?.id
    await call(admin, 'PUT', `admin/users/${uma.user.id}/media-servers/${den}/account`, { remote_user_id })
    const body = { media_type: 'movie', tmdb_id: movie.id }
    const { request_id } = await call<{ request_id: number }>(uma, 'POST', 'requests', body)

    const there = world.catalogue.movie(MOVIE.with_file)
    const absent = world.catalogue.movies.findLast(
      ({ id, adult, videos, release_date }) =>
        release_date < '2020' && !adult && videos.length > 0 && !world.radarr.movie(id),
    )
    if (!there || !absent) throw new Error('The catalogue has no such movies.')
    await feature(page, [absent, there])
    await page.route('https://www.youtube-nocookie.com/**', route =>
      route.fulfill({ contentType: 'text/html', body: '<title>Player</title>' }),
    )
    await comeInAs(page, uma)
    await page.goto('./')
    const main = page.getByRole('main')
    const requests = main.getByRole('list', { name: 'Your requests' })
    await expect(requests.getByRole('link')).toContainText([movie.title])
    await expect(requests).toContainText('Waiting for approval')
    await expect(main.getByRole('heading', { name: `Because you requested ${movie.title}` })).toBeAttached()
    const featured = page.getByRole('region', { name: 'Featured' })
    await expect(featured.getByRole('link', { name: 'Details' })).toBeVisible()
    const dots = featured.getByRole('button', { name: /^Show / })
    const dialog = page.getByRole('dialog')
    await featured.getByRole('button', { name: 'Request', exact: true }).click()
    await expect(dialog.getByRole('heading', { name: `Request ${absent.title}` })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    // A press that a closing dialog still catches is tried again after scrolling, which moves the slides on.
    await expect(page.locator('body')).toHaveCSS('pointer-events', 'auto')
    if (is_phone) await featured.getByRole('button', { name: 'More', exact: true }).click()
    const trailer = is_phone
      ? page.getByRole('menuitem', { name: 'Trailer' })
      : featured.getByRole('button', { name: 'Trailer' })
    await trailer.click()
    await expect(dialog.locator('iframe')).toHaveAttribute('src', /youtube-nocookie\.com/)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    // A show stands between the two movies.
    await dots.nth(2).click()
    await expect(dots.nth(2)).toHaveAttribute('aria-current', 'true')
    await expect(featured.getByRole('link', { name: 'Watch on Den' })).toBeVisible()
    const latest = main.getByRole('list', { name: 'New on your servers' })
    await latest.scrollIntoViewIfNeeded()
    await expect(latest.getByRole('link').first()).toBeVisible()
    await expectAccessible('Home of a member')
    await featured.getByRole('link', { name: 'Watch on Den' }).scrollIntoViewIfNeeded()
    await featured.getByRole('link', { name: 'Details' }).click()
    await expect(main.getByRole('heading', { level: 1, name: there.title })).toBeVisible()
    await expect(main.locator('[data-variant=primary]')).toHaveText('Watch on Den')
    await expectAccessible('a title to watch')
    await page.goBack()

    // Live: no reload between the decision and its words.
    await call(admin, 'POST', `admin/requests/${request_id}/approve`, {})
    await expect(requests).not.toContainText('Waiting for approval')
    await expect.poll(() => world.radarr.movie(movie.id)?.monitored).toBe(true)
    await world.advance(MINUTE_MS)
    await world.advance(60 * MINUTE_MS)
    const added = main.getByRole('list', { name: 'Recently added' })
    await added.getByRole('link', { name: movie.title }).click()
    await expect(page).toHaveURL(new RegExp(`/movies/${movie.id}$`))
  })
})

onPhoneAndDesk(is_phone => {
  test('Home is yours: an admin sees there and in the navigation what needs them, and goes there', async ({
    page,
    world,
    signIn,
    expectAccessible,
  }) => {
    const movie = world.newMovie()
    const uma = await world.addUser('uma', { require_approval: true })
    await world.call(uma, 'POST', 'requests', { media_type: 'movie', tmdb_id: movie.id })
    const down = {
      instance_id: 'in_a',
      service_type: 'movie_manager',
      name: 'Movies',
      category: 'unreachable',
    }
    const lost = { instance_id: 'in_b', name: 'Series', state: 'missing' }
    const needs = {
      services_down: [down],
      webhooks_lost: [lost],
      stuck_requests: 2,
      retrying_requests: 1,
    }
    await page.route('**/api/admin/attention', route =>
      route.fulfill({ json: { ...needs, pending_proposals: 0, included_ai: null } }),
    )
    await signIn()
    const nav = page.getByRole('navigation')
    // The badges count all of it but what is sent again without anybody; a phone has them together, on the way to those pages.
    const badges = is_phone ? [/^5 need attention\s*Me$/] : [/^Approvals\s*3 /, /^Instances\s*2 /]
    for (const name of badges) await expect(nav.getByRole('link', { name })).toBeVisible()
    const lines = page.getByRole('list', { name: 'Needs your attention' })
    await expect(lines.getByRole('link', { name: 'Movies is down' })).toBeVisible()
    await expect(lines.getByRole('link', { name: 'Series: no live updates' })).toBeVisible()
    await expect(lines.getByRole('link', { name: /1 request not sent yet/ })).toBeVisible()
    await expect(lines.getByRole('link', { name: '1 to approve' })).toBeVisible()
    await expectAccessible('what needs an admin')
    await lines.getByRole('link', { name: /2 requests need your help/ }).click()
    await expect(page).toHaveURL(/\/approvals\?tab=waiting/)
  })
})

onPhoneAndDesk(() => {
  test('Everywhere times stay true, a page has one main button, and an empty one says what to do next', async ({
    page,
    world,
    expectAccessible,
  }) => {
    const movie = world.newMovie()
    const nora = await world.addUser('nora')
    await comeInAs(page, nora)
    // A clock that is three hours slow: by it, all that happens lies in the future.
    await page.clock.setFixedTime(Date.now() - 180 * MINUTE_MS)
    await page.goto('./requests')
    const main = page.getByRole('main')
    const main_buttons = main.locator('.bg-accent.text-on-solid')
    await expect(main.getByRole('heading', { name: 'No requests yet' })).toBeVisible()
    await expect(main_buttons).toHaveText(['Find something to request'])
    await expectAccessible('an empty page')
    await world.call(nora, 'POST', 'requests', { media_type: 'movie', tmdb_id: movie.id })
    const request = main.getByRole('button', { name: movie.title })
    await expect(request).toContainText('just now')
    await expect(main_buttons).toHaveCount(0)
  })
})

onPhoneAndDesk(() => {
  test.use({ parts: { tmdb_key: false }, own_world: true })

  test('On a new server, pages have one main button from the start, and a household of readers has its own rows', async ({
    page,
    world,
    signIn,
    expectAccessible,
  }) => {
    const main = page.getByRole('main')
    const main_buttons = main.locator('.bg-accent.text-on-solid')
    await signIn('./users')
    await expect(main.getByText('No one else here yet')).toBeVisible()
    await expect(main_buttons).toHaveText(['Invite someone'])

    await page.goto('./')
    const no_catalogue = main.getByRole('heading', { name: 'The catalogue is not connected yet' })
    await expect(no_catalogue).toBeVisible()
    await expect(main_buttons).toHaveText(['Connect a service'])
    // Its checklist says what is next; nothing else says that there is nothing to do.
    await expect(main.locator('[aria-busy=false]:empty')).toHaveCount(1)
    await page.evaluate(() => localStorage.setItem('foyer.setup_step', 'libraries'))
    await page.reload()
    await expect(main.getByRole('link', { name: 'Connect a service' })).toBeVisible()
    await expect(main_buttons).toHaveText(['Continue setup'])
    await page.evaluate(() => localStorage.removeItem('foyer.setup_step'))

    world.chaptarr.addBook(BOOK.tidewater, { format: 'audiobook', file: true })
    const books = await world.addInstance('book_manager', 'Books', 'chaptarr')
    const arrived = { media_type: 'book', title: 'Tidewater Ledger', foreign_id: `hc:${BOOK.tidewater}` }
    await page.route('**/api/discover/recently-added*', route =>
      route.fulfill({ json: { items: [{ ...arrived, instance_id: books, added_at: new Date() }] } }),
    )
    await page.goto('./')
    const added = main.getByRole('list', { name: 'Recently added' })
    await expect(added.getByRole('link').first()).toBeVisible()
    await expect(main_buttons).toHaveText(['Add a TMDB key'])
    await expect(main.getByText('Nothing needs you right now')).toBeVisible()
    await expectAccessible('Home without a catalogue')

    const hidden_when_unconfigured = { movie: true, tv: true }
    await world.call(world.admin, 'PUT', 'admin/discovery-settings', { hidden_when_unconfigured })
    await page.reload()
    await expect(added.getByRole('link').first()).toBeVisible()
    await expect(no_catalogue).toBeHidden()

    const address = { public_address: 'https://shelf.example.org' }
    const shelf = await world.addInstance('audiobook_server', 'Shelf', 'audiobookshelf', address)
    const password = 'lamps along the pier'
    await world.call(world.admin, 'POST', `media-servers/${shelf}/account`, { password })
    await page.goto(`./books/titles/${encodeURIComponent(`hc:${BOOK.tidewater}`)}`)
    await expect(main.getByRole('link', { name: 'Listen on Shelf' })).toHaveClass(/bg-accent/)
    await expect(main.getByRole('button', { name: 'Request ebook' })).not.toHaveClass(/bg-accent/)
    await expectAccessible('a book to listen to')
  })
})
