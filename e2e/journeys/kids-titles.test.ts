import { MOVIE } from '@foyer/simulators'
import { comeInAs } from '../support/people.ts'
import { expect, onPhoneAndDesk, test } from '../support/test.ts'
import { standInForPlayer } from '../support/trailers.ts'
import { visit } from '../support/visit.ts'

onPhoneAndDesk(is_phone => {
  test('Titles for a child: searched, kept and looked at within the limits, with trailers only where an admin allows them (1:4.12)', async ({
    page,
    world,
    expectAccessible,
  }) => {
    const [fit, unfit] = [world.catalogue.movie(MOVIE.with_file), world.catalogue.movie(MOVIE.above_pg_cap)]
    const [title = '', hidden = ''] = [fit?.title, unfit?.title]
    expect(fit?.videos.map(({ type }) => type)).toContain('Trailer')
    const kim = await world.addUser('kim')
    // It was on the list before there were limits.
    await world.call(kim, 'PUT', `me/watchlist/movie/${MOVIE.above_pg_cap}`, {})
    const limits = { max_movie_rating: 'PG', max_tv_rating: 'TV-PG' }
    await world.call(world.admin, 'PUT', `admin/users/${kim.user.id}/content-policy`, limits)
    await comeInAs(page, kim)

    await page.goto(`./search?q=${encodeURIComponent(hidden)}`)
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { name: `No results for “${hidden}”` })).toBeVisible()
    await main.getByRole('searchbox').fill(title)
    await main.getByRole('list', { name: 'Movies' }).getByRole('link', { name: title }).click()
    await expect(main.getByRole('heading', { level: 1, name: title })).toBeVisible()
    const heart = main.getByRole('button', { name: `${title} on your watchlist` })
    await heart.click()
    await expect(heart).toHaveAttribute('aria-pressed', 'true')
    await expect(main.getByText(fit?.overview ?? '-')).toBeVisible()
    await expect(main.getByRole('button', { name: /^(Trailer|More)$/ })).toHaveCount(0)
    // Nothing leads out of the limits, to where they are not known.
    await expect(main.getByRole('heading', { name: 'Facts' })).toBeVisible()
    await expect(main.getByRole('link', { name: /TMDB|IMDb/ })).toHaveCount(0)
    await expectAccessible('a title for a child')
    const allowed = { ...limits, trailers_allowed: true }
    await world.call(world.admin, 'PUT', `admin/users/${kim.user.id}/content-policy`, allowed)
    const framed = await standInForPlayer(page)
    await page.reload()
    if (is_phone) await main.getByRole('button', { name: 'More', exact: true }).click()
    const trailer = page.getByRole(is_phone ? 'menuitem' : 'button', { name: 'Trailer' })
    await expect(trailer).toBeVisible()
    expect(framed).toEqual([])
    await trailer.click()
    await expect.poll(() => framed.length).toBe(1)
    // The player's own site opens in no other tab.
    const refused = page.waitForEvent('console', message => message.text().includes('allow-popups'))
    await page.getByRole('dialog').frameLocator('iframe').getByRole('link').click()
    await refused
    expect(page.context().pages()).toEqual([page])
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await visit(page, './watchlist')
    await expect(main.getByRole('listitem')).toHaveText([new RegExp(title)])
  })
})
