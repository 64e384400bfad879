import { ALBUM, BOOK, SHOW } from '@foyer/simulators'
import { expect, onPhoneAndDesk, test } from '../support/test.ts'
import { standInForPlayer } from '../support/trailers.ts'
import { visit } from '../support/visit.ts'

onPhoneAndDesk(is_phone => {
  test('Titles have one row of actions, a trailer in the page, ways to others like it, and all an admin needs (1:4.5)', async ({
    page,
    world,
    signIn,
    expectAccessible,
  }) => {
    const { catalogue, radarr, chaptarr, lidarr } = world
    const hasTrailer = ({ id }: { id: number }) =>
      catalogue.movie(id)?.videos.some(({ type }) => type === 'Trailer') ?? false
    const [movie, other] = world
      .newMovies(8)
      .toSorted((a, b) => Number(hasTrailer(b)) - Number(hasTrailer(a)))
    const id = movie?.id ?? 0
    const uma = await world.addUser('uma', { require_approval: true, grants: ['books'] })
    await world.call(uma, 'POST', 'requests', { media_type: 'movie', tmdb_id: id })
    radarr.addMovie(id, { file: 'WEBDL-1080p' })
    // What was there before came in silence; this makes the manager speak, and Foyer look again.
    radarr.deleteMovie(radarr.addMovie(other?.id ?? 0).id)
    const framed = await standInForPlayer(page)
    await signIn(`./movies/${id}`)
    const main = page.getByRole('main')

    // Nothing is loaded from elsewhere before the press.
    const available = main.getByRole('button', { name: 'Available' })
    await expect(available).toBeVisible()
    const more = main.getByRole('button', { name: 'More', exact: true })
    // The library may be read again in this very moment.
    await expect(async () => {
      const [first, last] = [await available.boundingBox(), await more.boundingBox()]
      expect([last?.y, last?.height], 'one row').toEqual([first?.y, first?.height])
    }).toPass()
    // On a phone, the trailer is among the other actions.
    if (is_phone) await more.click()
    const trailer = is_phone
      ? page.getByRole('menuitem', { name: 'Trailer' })
      : main.getByRole('button', { name: 'Trailer' })
    await expect(trailer).toBeVisible()
    expect(framed).toEqual([])
    await trailer.click()
    await expect(page.getByRole('dialog').locator('iframe')).toHaveAttribute('src', /youtube-nocookie\.com/)
    await expect.poll(() => framed.length).toBe(1)
    await expectAccessible('a trailer')
    await page.keyboard.press('Escape')

    // By its director to the others, without what is there already.
    const director = main.getByRole('definition').first().getByRole('link').first()
    const name = await director.innerText()
    await expect(main.getByRole('link', { name: /^IMDb/ })).toHaveAttribute('href', /imdb\.com/)
    await expect(main.getByText(/★ \d.*TMDB/)).toBeVisible()
    await expectAccessible('a title')
    await director.click()
    await expect(page).toHaveURL(/\/movies\/browse\?people=/)
    const card = main.getByRole('link', { name: movie?.title ?? '' })
    // Some have made more than fit one page.
    const load_more = main.getByRole('button', { name: 'Load more' })
    await expect(async () => {
      if (!(await card.isVisible())) await load_more.click({ timeout: 10_000 })
      await expect(card).toBeVisible({ timeout: 10_000 })
    }).toPass()
    if (is_phone) await main.getByRole('button', { name: /^Filters/ }).click()
    const filters = is_phone ? page.getByRole('dialog') : main
    await expect(filters.getByRole('button', { name: `Remove ${name}` })).toBeVisible()
    await filters.getByLabel('Hide what you already have').check()
    if (is_phone) await page.keyboard.press('Escape')
    await expect(main.getByText(/hidden because you have/)).toBeVisible()
    await expect(card).toHaveCount(0)
    await page.goBack()
    await expect(main.getByRole('link', { name: 'Movies', exact: true })).toBeVisible()

    // Who asked, and the library: searched, looked at and emptied of exactly what was listed.
    await more.click()
    await page.getByRole('menuitem', { name: 'Manage' }).click()
    const tools = page.getByRole('dialog', { name: /^Manage/ })
    await expect(tools.getByRole('link', { name: 'uma' })).toBeVisible()
    await expect(tools.getByRole('link', { name: /Open in Radarr/ })).toHaveAttribute(
      'href',
      `${radarr.url}/movie/${id}`,
    )
    await tools.getByRole('button', { name: 'Search now' }).click()
    await expect(tools.getByText('Movies is searching.', { exact: false })).toBeVisible()
    await expectAccessible('the tools of a title')
    await tools.getByRole('button', { name: 'Remove…' }).click()
    const removal = page.getByRole('dialog', { name: /^Remove/ })
    await expect(removal.getByRole('list', { name: 'Files' }).getByRole('listitem')).toHaveCount(1)
    await expectAccessible('what a removal deletes')
    await removal.getByRole('button', { name: /^Remove and delete/ }).click()
    await expect(tools.getByText('Not in this library')).toBeVisible()
    await expect(tools.getByText(/^Removed from Movies by ana/)).toBeVisible()
    // Who asked for it is read again as well.
    await expect(tools.getByText('Available', { exact: true })).toHaveCount(0)
    expect(radarr.movie(id)).toBeUndefined()

    // The same of a book, for one of its formats, and of an album.
    const author_id = chaptarr.book(BOOK.series_first)?.author_id
    const row = chaptarr
      .books()
      .filter(one => one.author_id === author_id)
      .findLast(one => one.hardcover !== BOOK.series_first && one.hardcover !== BOOK.tidewater)
    const book_id = `hc:${row?.hardcover}`
    const format = row?.format === 'ebook' ? 'Ebook' : 'Audiobook'
    chaptarr.importFile(row?.id ?? 0)
    await world.call(uma, 'POST', 'requests', { media_type: 'book', foreign_id: book_id })
    await page.keyboard.press('Escape')
    // The button that opened the second dialog went with the first.
    await expect(page.getByRole('main')).toBeFocused()
    await visit(page, `./books/titles/${encodeURIComponent(book_id)}`)
    const { title: book = '-' } = chaptarr.catalogue.book(row?.hardcover ?? 0) ?? {}
    await expect(page.getByRole('heading', { level: 1, name: book })).toBeVisible()
    await more.click()
    await page.getByRole('menuitem', { name: 'Manage' }).click()
    const entry = tools.getByRole('group', { name: format })
    await expect(entry.getByRole('link', { name: /^Open in Chaptarr/ })).toHaveAttribute(
      'href',
      `${chaptarr.url}/book/${row?.id}`,
    )
    await expect(tools.getByRole('link', { name: 'uma' })).toBeVisible()
    await entry.getByRole('button', { name: 'Search now' }).click()
    await expect(entry.getByText('Books is searching.', { exact: false })).toBeVisible()
    await expectAccessible('the tools of a book')
    await entry.getByRole('button', { name: 'Remove…' }).click()
    await expect(removal.getByRole('list', { name: 'Files' }).getByRole('listitem')).not.toHaveCount(0)
    await removal.getByRole('button', { name: /^Remove and delete/ }).click()
    await expect(tools.getByText(`Removed from Books (${format}) by ana`, { exact: false })).toBeVisible()
    await expect(entry).toHaveCount(0)
    expect(chaptarr.books().some(one => one.id === row?.id)).toBe(false)

    // The other screen may have left its own.
    lidarr.deleteFiles(lidarr.addAlbum(ALBUM.live).id)
    lidarr.addAlbum(ALBUM.live, { files: 2 })
    await page.keyboard.press('Escape')
    await visit(page, `./music/albums/${ALBUM.live}`)
    await expect(page.getByRole('heading', { level: 1, name: /^Live at the Custom House/ })).toBeVisible()
    await more.click()
    await page.getByRole('menuitem', { name: 'Manage' }).click()
    await expect(tools.getByRole('link', { name: /^Open in Lidarr/ })).toHaveAttribute(
      'href',
      `${lidarr.url}/album/${ALBUM.live}`,
    )
    await tools.getByRole('button', { name: 'Remove…' }).click()
    await expect(removal.getByRole('list', { name: 'Files' }).getByRole('listitem')).toHaveCount(2)
  })
})

onPhoneAndDesk(() => {
  test('Titles: the tools of a show lead an admin to its match and to who waits for a decision (1:4.7)', async ({
    page,
    world,
    signIn,
    expectAccessible,
  }) => {
    const [show] = world.newShows(1)
    const ugo = await world.addUser('ugo', { require_approval: true })
    const request = { media_type: 'tv', tmdb_id: show?.id, title: show?.name, season_scope: 'first' }
    await world.call(ugo, 'POST', 'requests', request)
    await signIn(`./tv/${show?.id}`)
    const tools = page.getByRole('dialog', { name: /^Manage/ })
    const openTools = async () => {
      await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Manage' }).click()
    }
    await openTools()
    await tools.getByRole('link', { name: 'Waiting for approval' }).click()
    await expect(page.getByRole('list', { name: 'Pending' })).toContainText('Requested by ugo')
    await visit(page, `./tv/${SHOW.harbour_nine}`)
    await openTools()
    await tools.getByRole('link', { name: 'Fix the match' }).click()
    await expect(page).toHaveURL(new RegExp(`/settings/tv-matches/${SHOW.harbour_nine}$`))
    await expect(tools).toBeHidden()
    await expect(page.getByText('Matched automatically by TVDB ID.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Choose another series' })).toBeVisible()
    await expectAccessible('the match of a show')
  })
})
