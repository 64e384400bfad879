import { ARTIST, AUTHOR } from '@foyer/simulators'
import { interceptOnce, notNow } from '../support/intercept.ts'
import { comeInAs, otherBrowser } from '../support/people.ts'
import { expect, onPhoneAndDesk, test } from '../support/test.ts'
import { visit } from '../support/visit.ts'

onPhoneAndDesk(() => {
  test('Books and music for everybody: asked for, given in one press, and requested whole with its price (0.6)', async ({
    page,
    browser,
    world,
    expectAccessible,
  }) => {
    const { lidarr } = world
    // Somebody whose albums no other journey asks for.
    const artist = lidarr.music.artists.find(
      ({ id, albums }) =>
        !Object.values<string>(ARTIST).includes(id) &&
        albums.length > 1 &&
        albums.every(album => !lidarr.album(album.id)),
    )
    await comeInAs(page, await world.addUser('wanda', { grants: ['books'], require_approval: true }))
    await page.goto(`./music/artists/${artist?.id}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Music' })).toBeVisible()
    await page.getByRole('button', { name: 'Ask for access' }).click()
    await expect(page.getByText('You asked just now.')).toBeFocused()
    await expectAccessible('access to music was asked for')

    const desk = await otherBrowser(browser, world.admin)
    await desk.goto('./inbox')
    await desk
      .getByRole('link', { name: /wanda asks for access/ })
      .first()
      .click()
    await expect(desk.getByRole('button', { name: 'Give access to wanda' })).toBeVisible()
    await expectAccessible('somebody asks for access', desk)
    await desk.getByRole('button', { name: 'Give access to wanda' }).click()
    await expect(desk.getByRole('button', { name: 'Give access to wanda' })).toBeHidden()
    await desk.context().close()

    // The page opens by itself, with the artist's picture and story, and says what a selection costs before it is sent.
    const main = page.getByRole('main')
    await expect(page.getByRole('heading', { level: 1, name: artist?.name ?? '' })).toBeVisible()
    await expect(main.getByText(artist?.overview ?? '')).toBeVisible()
    await main.getByRole('button', { name: /^Request \d+ missing$/ }).click()
    const sheet = page.getByRole('dialog')
    await interceptOnce(page, '**/api/requests/preview', notNow)
    await sheet.getByRole('button', { name: 'Select all missing' }).click()
    await sheet.getByRole('button', { name: 'Try again' }).click()
    const albums = await sheet.getByRole('checkbox').count()
    await expect(sheet.getByText(`Counts as ${albums} album`)).toBeVisible()
    await expectAccessible('missing albums')
    await sheet.getByRole('button', { name: `Request ${albums}` }).click()
    await expect(sheet.getByText(`${albums} requested.`)).toBeVisible()
    // Nothing is left to request, so closing is all there is to do, and has the focus.
    await expect(sheet.getByRole('button', { name: /^Request/ })).toBeHidden()
    await expect(sheet.getByRole('button', { name: 'Close' }).last()).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(sheet).toBeHidden()
    await expect(main.getByRole('button', { name: /missing$/ })).toBeHidden()
    // The library does not have what waits for approval, but it is not offered and priced again (1:4.9.2).
    const address = page.url()
    // From nowhere, so that no late answer is taken for one to the page that is loaded again.
    await page.goto('about:blank')
    const own = page.waitForResponse(/\/api\/requests\?limit=500$/)
    await page.goto(address)
    await (await own).finished()
    await expect(page.getByRole('heading', { level: 1, name: artist?.name ?? '' })).toBeVisible()
    await expect(main.getByRole('button', { name: /missing$/ })).toBeHidden()

    // An author likewise; and a book leads to the others.
    await visit(page, `./books/authors/hc:${AUTHOR.ines_moor}`)
    await expect(main.getByRole('button', { name: /^Request \d+ missing$/ })).toBeVisible()
    await expectAccessible('an author')
    // One format or both, and the price says so.
    await main.getByRole('button', { name: /^Request \d+ missing$/ }).click()
    await sheet.getByRole('button', { name: 'Select all missing' }).click()
    await expect(sheet.getByText(/^Counts as \d+ ebook/)).toBeVisible()
    await expect(sheet.getByText(/^Counts as \d+ audiobook/)).toBeVisible()
    await sheet.getByRole('checkbox', { name: 'Audiobook', exact: true }).uncheck()
    await expect(sheet.getByText(/^Counts as \d+ audiobook/)).toBeHidden()
    await expect(sheet.getByText(/^Counts as \d+ ebook/)).toBeVisible()
    await sheet.getByRole('button', { name: 'Cancel' }).click()
    // So does a series.
    await visit(page, './books/series/Saltmarsh')
    await expect(page.getByRole('heading', { level: 1, name: 'Saltmarsh' })).toBeVisible()
    await main.getByRole('button', { name: /^Request \d+ missing$/ }).click()
    await sheet.getByRole('button', { name: 'Select all missing' }).click()
    await expect(sheet.getByText(/^Counts as \d+ ebook/)).toBeVisible()
    await expectAccessible('missing books of a series')
    await sheet.getByRole('button', { name: 'Cancel' }).click()
    await main
      .getByRole('link', { name: /The Drowned Parish/ })
      .first()
      .click()
    await expect(
      main
        .getByRole('list', { name: /^More in / })
        .getByRole('link')
        .first(),
    ).toBeAttached()
    await expect(
      main
        .getByRole('list', { name: /^More by / })
        .getByRole('link')
        .first(),
    ).toBeAttached()
    // Also a book that the library does not have, of somebody it does not know.
    const stranger = world.chaptarr.catalogue.author(AUTHOR.absent)
    await visit(page, `./books/titles/hc:${stranger?.books[0]?.hardcover}`)
    await expect(
      main
        .getByRole('list', { name: `More by ${stranger?.name}` })
        .getByRole('link')
        .first(),
    ).toBeAttached()
  })
})

onPhoneAndDesk(is_phone => {
  test('Books and music: a medium whose library somebody may not use has no tab while an admin hides it', async ({
    page,
    world,
    expectAccessible,
  }) => {
    await comeInAs(page, await world.addUser('yrsa', { grants: ['books'] }))
    await world.call(world.admin, 'PUT', 'admin/library-access-settings', { without_access: 'hide' })
    // A phone lists what does not fit its bar on the page about oneself.
    const pages = is_phone ? './account' : './'
    await page.goto(pages)
    const tab = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true })
    await expect(tab('Books')).toBeVisible()
    await expect(tab('Music')).toHaveCount(0)
    await expectAccessible('pages without music')
    await world.call(world.admin, 'PUT', 'admin/library-access-settings', { without_access: 'ask' })
    await page.goto(pages)
    await expect(tab('Music')).toBeVisible()
  })
})
