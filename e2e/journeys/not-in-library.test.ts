import { status } from '@foyer/simulators'
import { comeInAs, ignoreLiveEvents } from '../support/people.ts'
import { expect, onPhoneAndDesk, test } from '../support/test.ts'
import { visit } from '../support/visit.ts'

onPhoneAndDesk(() => {
  test('Watchlist: a heart for a book and an album, and for an author, a series and an artist that the library lacks', async ({
    page,
    world,
    expectAccessible,
  }) => {
    const { authors } = world.chaptarr.catalogue
    const there = new Set(world.chaptarr.authors().map(author => author.hardcover))
    const author = authors.find(one => !there.has(one.hardcover) && one.books.some(book => book.series))
    const book = author?.books.find(one => one.series)
    if (!author || !book?.series) throw new Error('the library has every series')
    const series = book.series.name
    const main = page.getByRole('main')
    const heading = (name: string) => page.getByRole('heading', { level: 1, name })
    const heartOf = (name: string) => main.getByRole('button', { name: `${name} on your watchlist` })
    await comeInAs(page, await world.addUser('nora', { grants: ['books', 'music'] }))
    await ignoreLiveEvents(page)

    await page.goto(`./search?q=${encodeURIComponent(author.name)}`)
    await main.getByRole('list', { name: 'Authors' }).getByRole('link').first().click()
    await expect(heading(author.name)).toBeVisible()
    await expect(main.getByText(/^Not in the library yet. Request a book/)).toBeVisible()
    await heartOf(author.name).click()
    await expect(heartOf(author.name)).toHaveAttribute('aria-pressed', 'true')
    await expectAccessible('an author whom the library lacks')

    await main.getByRole('link', { name: new RegExp(book.title) }).click()
    await expect(main.getByRole('button', { name: 'Request ebook' })).toBeVisible()
    await heartOf(book.title).click()
    await expect(heartOf(book.title)).toHaveAttribute('aria-pressed', 'true')
    await main.getByRole('link', { name: new RegExp(`^${series}`) }).click()
    await expect(heading(series)).toBeVisible()
    await expect(main.locator('section').getByRole('link').first()).toContainText(
      author.books.find(one => one.series?.position === '1')?.title ?? '',
    )
    await heartOf(series).click()
    await expect(heartOf(series)).toHaveAttribute('aria-pressed', 'true')
    await expectAccessible('a series that the library lacks')

    const artists = new Set(world.lidarr.artists().map(one => one.mb_id))
    const artist = [...world.musicbrainz.music.artists.values()].find(one => !artists.has(one.id))
    await visit(page, `./music/artists/${artist?.id}`)
    await expect(heading(artist?.name ?? '')).toBeVisible()
    await expect(main.getByText(/^Not in the library yet. Request an album/)).toBeVisible()
    await heartOf(artist?.name ?? '').click()
    await expect(heartOf(artist?.name ?? '')).toHaveAttribute('aria-pressed', 'true')
    await expectAccessible('an artist whom the library lacks')
    const { groups } = world.musicbrainz.music
    const album = [...groups.values()].find(one =>
      one.credits.some(credit => credit.artist.id === artist?.id),
    )
    await visit(page, `./music/albums/${album?.id}`)
    await expect(heading(album?.title ?? '')).toBeVisible()
    // C69: what is not read in time is called as on the page.
    world.musicbrainz.faults.always('GET /ws/2/release-group/:id', status(503))
    await heartOf(album?.title ?? '').click()
    await expect(heartOf(album?.title ?? '')).toHaveAttribute('aria-pressed', 'true')

    // They are on the list, and lead back to their pages.
    await visit(page, './watchlist')
    const rows = main.getByRole('listitem')
    const added = [album?.title, artist?.name, series, book.title, author.name]
    await expect(rows).toHaveText(added.map(name => new RegExp(name ?? '')))
    await rows.last().getByRole('link').click()
    await expect(heading(author.name)).toBeVisible()
  })
})

test('A search that fails is not taken for an author whom nobody knows', async ({ page, world }) => {
  await comeInAs(page, await world.addUser('olaf', { grants: ['books'] }))
  await ignoreLiveEvents(page)
  const main = page.getByRole('main')
  world.chaptarr.faults.always('GET /api/v1/author/lookup', status(503))
  await page.goto('./books/authors/hc:1?name=Nobody')
  await expect(main.getByRole('button', { name: 'Try again' })).toBeVisible()
  world.chaptarr.faults.clear()
  await main.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Nobody is not in the library' })).toBeVisible()
  // The pressed button is gone, and the focus is still in the page.
  await expect(main).toBeFocused()
  await visit(page, './books/series/Nowhere')
  await expect(page.getByRole('heading', { level: 1, name: 'Series not found' })).toBeVisible()
})

test('Books and music for everybody: the books of an author whom the library lacks are asked for together, with their price', async ({
  page,
  world,
  expectAccessible,
}) => {
  const there = new Set(world.chaptarr.authors().map(author => author.hardcover))
  const author = world.chaptarr.catalogue.authors.find(
    one => !there.has(one.hardcover) && one.books.length > 1,
  )
  if (!author) throw new Error('the library has every author')
  const { length } = author.books
  await comeInAs(page, await world.addUser('petra', { grants: ['books'] }))
  await ignoreLiveEvents(page)
  await page.goto(`./books/authors/hc:${author.hardcover}?name=${encodeURIComponent(author.name)}`)
  await page.getByRole('button', { name: `Request ${length} missing` }).click()
  const dialog = page.getByRole('dialog', { name: 'Request what is missing' })
  await expect(dialog.getByRole('checkbox', { name: author.books[0]?.title })).not.toBeChecked()
  await dialog.getByRole('checkbox', { name: 'Audiobook' }).uncheck()
  await dialog.getByRole('button', { name: 'Select all missing' }).click()
  await expect(dialog.getByText(new RegExp(`${length} ebooks`))).toBeVisible()
  await expectAccessible('the books of an author whom the library lacks, to request')
  await dialog.getByRole('button', { name: `Request ${length}` }).click()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog).toBeHidden()

  await visit(page, './requests')
  const rows = page.getByRole('main').getByRole('listitem')
  for (const { title } of author.books) await expect(rows.filter({ hasText: title })).toBeVisible()
})
