import { AUTHOR, BOOK, MINUTE_MS, status } from '@foyer/simulators'
import { intercept, notNow } from '../support/intercept.ts'
import { comeInAs, ignoreLiveEvents } from '../support/people.ts'
import { expect, test } from '../support/test.ts'
import { visit } from '../support/visit.ts'

test('1:4.10 a book is found, and each of its formats is requested and followed separately', async ({
  page,
  world,
  expectAccessible,
}) => {
  await comeInAs(page, await world.addUser('uma', { grants: ['books'] }))
  await page.goto('./books')
  const main = page.getByRole('main')
  await expect(main.getByRole('list', { name: 'Recently added' }).getByRole('link').first()).toBeVisible()
  await expect(main.getByRole('list', { name: 'Series' }).getByRole('link').first()).toBeVisible()
  await expect(
    main.getByRole('list', { name: 'Authors' }).getByRole('link', { name: /Ines Moor/ }),
  ).toBeVisible()
  await expectAccessible('books')

  await main.getByRole('list', { name: 'Series' }).getByRole('link').first().click()
  const order = main.getByRole('list', { name: 'In reading order' })
  await expect(order.getByRole('listitem').first()).toContainText('The Drowned Parish')
  await order.getByRole('link', { name: /The Drowned Parish/ }).click()
  const ebook = main.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Ebook' }) })
  const audiobook = main
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Audiobook' }) })
  await expect(ebook.getByText('Available')).toBeVisible()
  await expect(audiobook.getByText('Not in the library')).toBeVisible()

  await audiobook.getByRole('button', { name: 'Request audiobook' }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('checkbox', { name: 'Ebook' })).toBeDisabled()
  await expect(sheet.getByRole('checkbox', { name: 'Audiobook' })).toBeChecked()
  await expectAccessible('request sheet of a book')
  await sheet.getByRole('button', { name: 'Request' }).click()
  await expect(sheet).toBeHidden()
  await expect(audiobook.getByText('Requested')).toBeVisible()
  // Monitored first, then searched for: only what was searched for arrives.
  await expect
    .poll(() => world.chaptarr.journal.requests('POST /api/v1/command').some(call => call.answer !== null))
    .toBe(true)
  expect(world.chaptarr.books().some(book => book.format === 'audiobook' && book.monitored)).toBe(true)

  await world.advance(MINUTE_MS)
  await world.advance(120 * MINUTE_MS)
  await expect(audiobook.getByText('Available')).toBeVisible()
})

test('1:4.4 the search uses the library, and shows when that fails', async ({
  page,
  world,
  expectAccessible,
}) => {
  await comeInAs(page, await world.addUser('vera', { grants: ['books'] }))
  await ignoreLiveEvents(page)
  world.chaptarr.faults.always('GET /api/v1/book/lookup', status(503))
  await page.goto('./books/search?q=tidewater')
  const main = page.getByRole('main')
  await expect(main.getByText('Search failed')).toBeVisible()
  world.chaptarr.faults.clear()
  await main.getByRole('button', { name: 'Try again' }).click()
  await main.getByRole('link', { name: /The Tidewater Ledger/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: /The Tidewater Ledger/ })).toBeVisible()
  await expect(main.getByRole('button', { name: 'Request both' })).toBeVisible()
  await expectAccessible('a book that nobody has')

  // A page says what it is about, and leads back, while its library is away.
  const answer = await intercept(page, '**/api/requests/book-series-detail*', notNow)
  await visit(page, './books/series/Slow%20Orbit')
  await expect(main.getByText('This could not be loaded')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Slow Orbit' })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Back', exact: true })).toBeVisible()
  await expectAccessible('a series that cannot be read')
  answer()

  await visit(page, './books/series/Saltmarsh')
  await expect(main.getByRole('list', { name: 'In reading order' })).toBeVisible()
  await expectAccessible('a series')
})

test('1:4.10 a book says who rates it, leads to its pages elsewhere, and back to where the reader was', async ({
  page,
  world,
  expectAccessible,
}) => {
  await comeInAs(page, await world.addUser('wiebke', { grants: ['books'] }))
  const main = page.getByRole('main')
  await page.goto(`./books/authors/hc:${AUTHOR.ines_moor}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Ines Moor' })).toBeVisible()
  await expect(main.getByRole('link', { name: /^Hardcover/ })).toHaveAttribute(
    'href',
    `https://hardcover.app/id/authors/${AUTHOR.ines_moor}`,
  )
  // Whoever comes by a link has nowhere to go back to.
  await expect(main.getByRole('link', { name: 'Authors', exact: true })).toHaveAttribute(
    'href',
    /\/books\/authors$/,
  )
  await main.getByRole('link', { name: /The Tidewater Ledger/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: /The Tidewater Ledger/ })).toBeVisible()
  const book = world.chaptarr.catalogue.book(BOOK.tidewater)
  await expect(main.getByText(/^★ \d(\.\d)? library catalogue$/)).toBeVisible()
  const elsewhere = main.getByRole('list', { name: 'More about it on' }).getByRole('link')
  await expect(elsewhere).toHaveText([/^Hardcover/, /^Goodreads/])
  await expect(elsewhere.nth(1)).toHaveAttribute(
    'href',
    `https://www.goodreads.com/work/editions/${book?.goodreads}`,
  )
  await expectAccessible('a book in the library')
  await main.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ines Moor' })).toBeVisible()
})

test.describe('an author whom the library imports', () => {
  test.use({ own_world: true })

  test('1:3 what both formats of a book wait for is said once, on its page and among what waits', async ({
    page,
    world,
    signIn,
    expectAccessible,
  }) => {
    world.chaptarr.holdAuthor(AUTHOR.absent, true)
    const book = world.chaptarr.catalogue.author(AUTHOR.absent)?.books[0]
    const foreign_id = `hc:${book?.hardcover}`
    await world.call(world.admin, 'POST', 'requests', { media_type: 'book', foreign_id, title: book?.title })
    await signIn(
      `./books/titles/${encodeURIComponent(foreign_id)}?title=${encodeURIComponent(book?.title ?? '')}`,
    )
    const main = page.getByRole('main')
    const sentence = /import(s|ing)? the author/
    await expect(main.getByText(sentence)).toHaveCount(1)
    await expect(main.getByText('Requested')).toHaveCount(2)
    await expectAccessible('a book whose author is imported')

    await visit(page, './approvals?tab=waiting')
    const waiting = page.getByRole('list', { name: 'Waiting' }).getByRole('listitem')
    await expect(waiting).toHaveCount(1)
    await expect(waiting.getByText(sentence)).toHaveCount(1)
    await expectAccessible('what waits')
  })
})
