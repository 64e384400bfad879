import { MINUTE_MS, MOVIE, SHOW } from '@foyer/simulators'
import { intercept, notNow } from '../support/intercept.ts'
import { comeInAs } from '../support/people.ts'
import { expect, onPhoneAndDesk, test } from '../support/test.ts'
import { visit } from '../support/visit.ts'

onPhoneAndDesk(() => {
  test('Watchlist: a heart puts titles and people on it, it says what to be told, and asks for next seasons', async ({
    page,
    world,
    expectAccessible,
  }) => {
    const movie = world.catalogue.movie(MOVIE.upcoming)
    const person = world.catalogue.person(movie?.cast[0]?.person_id ?? 0)
    const show = world.catalogue.show(SHOW.running)
    const other = world.newMovie()
    const [title = '', name = '', series = ''] = [movie?.title, person?.name, show?.name]
    await world.call(world.admin, 'PUT', 'admin/watchlist-settings', { next_seasons_allowed: true })
    const wes = await world.addUser('wes')
    await world.call(wes, 'PUT', `me/watchlist/movie/${MOVIE.upcoming}`, {})
    await comeInAs(page, wes)
    const heartOf = (what: string) => page.getByRole('button', { name: `${what} on your watchlist` })

    // What cannot be read is not claimed to be off: the first press reads it again.
    const showKeys = await intercept(page, '**/api/me/watchlist/keys', notNow)
    await page.goto(`./person/${person?.id}`)
    await expect(heartOf(name)).toHaveAttribute('title', 'The watchlist could not be loaded')
    showKeys()
    await heartOf(name).click()
    await expect(heartOf(name)).toHaveAttribute('title', 'Add to your watchlist')
    await heartOf(name).click()
    await expect(heartOf(name)).toHaveAttribute('aria-pressed', 'true')
    await visit(page, `./tv/${SHOW.running}`)
    await heartOf(series).click()
    await expect(heartOf(series)).toHaveAttribute('aria-pressed', 'true')

    // More than it shows at once, and the rest cannot be read: said once, not asked for without end.
    let asked = 0
    const showRest = await intercept(page, /\/api\/me\/watchlist\?/, async route => {
      if (route.request().url().includes('before=')) {
        asked += 1
        return notNow(route)
      }
      const response = await route.fetch()
      return route.fulfill({ response, json: { ...((await response.json()) as object), next: 1 } })
    })
    await visit(page, './watchlist')
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    expect(asked).toBe(1)
    showRest()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden()
    const rows = page.getByRole('main').getByRole('listitem')
    await expect(rows).toHaveText([new RegExp(series), new RegExp(name), new RegExp(title)])
    await expectAccessible('the watchlist')
    await page.getByRole('button', { name: `Notifications about ${series}` }).click()
    await page.getByRole('switch', { name: 'Request new seasons for me' }).click()
    await page.getByRole('switch', { name: 'it is released' }).click()
    await expectAccessible('what to be told')
    await page.keyboard.press('Escape')
    await expect(rows.first()).toContainText('New seasons are requested')

    await page.reload()
    await expect(rows.first()).toContainText('New seasons are requested')
    await page.getByRole('button', { name: `Notifications about ${series}` }).click()
    await expect(page.getByRole('switch', { name: 'it is released' })).not.toBeChecked()
    await page.keyboard.press('Escape')
    await page.getByText('People', { exact: true }).click()
    await expect(rows).toHaveText([new RegExp(name)])
    await heartOf(name).click()
    await expect(page.getByText('Nothing of this kind on your watchlist.')).toBeVisible()
    await page.getByRole('link', { name: 'Show everything' }).click()
    await expect(rows).toHaveText([new RegExp(series), new RegExp(title)])

    // Told when it arrives, although somebody else asked for it.
    await visit(page, `./movies/${other.id}`)
    await heartOf(other.title).click()
    await expect(heartOf(other.title)).toHaveAttribute('aria-pressed', 'true')
    await world.call(world.admin, 'POST', 'requests', { media_type: 'movie', tmdb_id: other.id })
    await expect.poll(() => world.radarr.movie(other.id)?.monitored).toBe(true)
    await world.advance(MINUTE_MS)
    await world.advance(60 * MINUTE_MS)
    await visit(page, './inbox')
    await expect(page.getByRole('link', { name: `${other.title} is now available` })).toBeVisible()
    await expectAccessible('what arrived')
  })
})
