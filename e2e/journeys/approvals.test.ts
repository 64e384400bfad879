import type { RequestRow } from '@foyer/contract/requests/requests'
import { AUTHOR } from '@foyer/simulators'
import { interceptOnce } from '../support/intercept.ts'
import { comeInAs, otherBrowser, type Session } from '../support/people.ts'
import { expect, onPhoneAndDesk, test } from '../support/test.ts'
import { visit } from '../support/visit.ts'

/** A decision of the page is made ten seconds after it. */

test('1:4.7 a queue is decided from the keyboard, and whoever asked sees it at once', async ({
  page,
  browser,
  world,
  expectAccessible,
}) => {
  const [first, second, third] = world.newMovies(3)
  const rosa = await world.addUser('rosa', { require_approval: true })
  for (const movie of [first, second, third])
    await world.call(rosa, 'POST', 'requests', {
      media_type: 'movie',
      tmdb_id: movie?.id,
      title: movie?.title,
    })
  const sofa = await otherBrowser(browser, rosa)
  await sofa.goto('./requests')
  await expect(sofa.getByText('Waiting for approval').last()).toBeVisible()

  await comeInAs(page, world.admin)
  await page.goto('./approvals')
  const queue = page.getByRole('list', { name: 'Pending' })
  await expect(queue.getByRole('listitem')).toHaveCount(3)
  await expect(page.getByRole('link', { name: /Approvals\s*3 pending/ })).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog').getByText('On this page')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  await page.keyboard.press('j')
  await expect(queue.getByRole('listitem').nth(1)).toBeFocused()
  await page.keyboard.press('a')
  await expect(page.getByText(`Approved: ${second?.title}.`)).toBeVisible()
  await expect(queue.getByRole('listitem')).toHaveCount(2)
  // A slip is taken back: the line is there again, and nobody heard of it.
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(`${second?.title} is pending again.`)).toBeVisible()
  await expect(queue.getByRole('listitem')).toHaveCount(3)
  // The pressed button is gone, and the focus is where it was before.
  await expect(queue.locator(':focus')).toHaveCount(1)
  await page.getByRole('button', { name: `Approve ${second?.title}` }).click()
  await expect(queue.getByRole('listitem')).toHaveCount(2)

  await queue.getByRole('listitem').first().focus()
  await page.keyboard.press('d')
  const dialog = page.getByRole('dialog', { name: `Decline ${first?.title}?` })
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(queue.getByRole('listitem').first()).toBeFocused()
  await page.keyboard.press('d')
  await dialog.getByRole('button', { name: 'Not enough space' }).click()
  await expectAccessible('declining')
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expect(queue.getByRole('listitem')).toHaveCount(1)
  // The last line can be brought above what is said about the others.
  const last = queue.getByRole('button', { name: 'Approve' })
  const toasts = page.getByRole('region', { name: 'Notifications' }).getByText(/^(Approved|Declined):/)
  await expect(toasts.filter({ hasText: 'Declined:' })).toBeVisible()
  await page.mouse.wheel(0, 10_000)
  // A wheel scrolls a moment later.
  const gap = async () => {
    const [button, toast] = [await last.boundingBox(), await toasts.first().boundingBox()]
    return (toast?.y ?? 0) - (button?.y ?? 0) - (button?.height ?? 0)
  }
  await expect.poll(gap).toBeGreaterThan(0)
  // Leaving the page does not lose decisions.
  await page.goto('./requests')
  await expect(sofa.getByText(`${second?.title} was approved.`)).toBeVisible()
  await expect.poll(() => world.radarr.movie(second?.id ?? 0)?.title).toBe(second?.title)
  await expect(sofa.getByText(`${first?.title} was declined: There is not enough space`)).toBeVisible()
  await sofa.getByRole('button', { name: new RegExp(`^${first?.title}`) }).click()
  await expect(
    sofa.getByRole('list', { name: `Progress of ${first?.title}` }).getByText('There is not enough space'),
  ).toBeVisible()
  await sofa.context().close()
})

test('1:4.7 a decision leaves the queue whatever clock the browser has, and each of many can be undone', async ({
  page,
  world,
}) => {
  const movies = world.newMovies(4)
  const vera = await world.addUser('vera', { require_approval: true })
  for (const movie of movies)
    await world.call(vera, 'POST', 'requests', {
      media_type: 'movie',
      tmdb_id: movie.id,
      title: movie.title,
    })
  // An hour ahead: by this clock every decision is long overdue.
  await page.addInitScript(() => {
    const now = Date.now.bind(Date)
    Date.now = () => now() + 3_600_000
  })
  await comeInAs(page, world.admin)
  await page.goto('./approvals?q=vera')
  const queue = page.getByRole('list', { name: 'Pending' })
  await expect(queue.getByRole('listitem')).toHaveCount(4)
  const undo = page.getByRole('button', { name: 'Undo' })

  for (const left of [3, 2, 1]) {
    const readAgain = page.waitForResponse(
      answer => answer.url().endsWith('/api/admin/requests') && answer.request().method() === 'GET',
    )
    await page.keyboard.press('a')
    await readAgain
    await expect(queue.getByRole('listitem')).toHaveCount(left)
  }
  await page.keyboard.press('a')
  await expect(undo).toHaveCount(4)
  for (const left of [3, 2, 1, 0]) {
    await undo.first().click()
    await expect(undo).toHaveCount(left)
  }
  await expect(queue.getByRole('listitem')).toHaveCount(4)
  // A press moves on to the next, and what is taken back leaves the focus where it was.
  const approve = queue.getByRole('button', { name: /^Approve/ })
  await approve.first().press('Enter')
  await expect(queue.getByRole('listitem')).toHaveCount(3)
  await expect(approve.first()).toBeFocused()
  await undo.press('Enter')
  await expect(queue.getByRole('listitem')).toHaveCount(4)
  await expect(approve.and(page.locator(':focus'))).toHaveCount(1)
})

onPhoneAndDesk(() => {
  test('Approvals: one entry for what two people want, each decided for itself, in another library and folder (1:4.7)', async ({
    page,
    world,
    expectAccessible,
  }) => {
    const { rootFolders } = world.radarr4k
    if (!rootFolders.has('/films-4k')) rootFolders.add('/films-4k')
    const movie = world.newMovie()
    const id = await world.addInstance('movie_manager', 'Films 4K', 'radarr4k')
    const [rosa, sam] = [
      await world.addUser('rosa', { require_approval: true, grants: ['books'] }),
      await world.addUser('sam', { require_approval: true, grants: ['books'] }),
    ]
    const book = world.chaptarr.catalogue.author(AUTHOR.absent)?.books[1]
    const wanted = { media_type: 'book', foreign_id: `hc:${book?.hardcover}`, title: book?.title }
    for (const person of [rosa, sam]) await world.call(person, 'POST', 'requests', wanted)
    const grants = { movie_manager: [id] }
    await world.call(world.admin, 'PUT', `admin/users/${rosa.user.id}/instance-grants`, grants)
    const body = { media_type: 'movie', tmdb_id: movie.id, title: movie.title }
    for (const person of [rosa, sam]) await world.call(person, 'POST', 'requests', body)

    await comeInAs(page, world.admin)
    await page.goto('./approvals')
    const people = page.getByRole('list', { name: 'Pending' }).getByRole('list', { name: 'Requested by' })
    await expect(people.getByRole('listitem')).toHaveText([/rosa/, /sam/])
    // A book is one request of both (C2).
    await expect(page.getByText('Requested by rosa and sam')).toBeVisible()
    await expectAccessible('a title of two people')

    const editor = page.getByRole('dialog')
    const edit = (name: string) =>
      page.getByRole('button', { name: `Change ${movie.title} for ${name} before approving` }).click()
    // Whoever cannot use the library is not offered it.
    await interceptOnce(page, '**/delivery-options', route => route.abort())
    await edit('sam')
    // Unread choices are not the same as none.
    await expect(editor.getByText('Not all choices could be loaded')).toBeVisible()
    await editor.getByRole('button', { name: 'Try again' }).click()
    await expect(editor.getByText('Not all choices could be loaded')).toBeHidden()
    // The pressed button is gone, and the focus is still in the dialog.
    await expect(editor).toBeFocused()
    await expect(editor.getByLabel('Quality')).toBeVisible()
    await expect(editor.getByLabel('Library')).toBeHidden()
    await editor.getByRole('button', { name: 'Cancel' }).click()
    await edit('rosa')
    await expect(editor.getByLabel('Library').locator('option:checked')).toHaveText(/\(requested\)$/)
    await editor.getByLabel('Library').selectOption('Films 4K')
    await editor.getByLabel('Root folder').selectOption('/films-4k')
    await editor.getByLabel('Quality').selectOption({ label: 'Ultra-HD' })
    await expectAccessible('another library')
    await editor.getByRole('button', { name: 'Approve' }).click()
    await expect(editor).toBeHidden()

    // The other one is still there, and is decided by itself.
    await expect(people).toHaveCount(0)
    await page.getByRole('button', { name: `Decline ${movie.title}` }).click()
    await editor.getByRole('button', { name: 'Not enough space' }).click()
    await editor.getByRole('button', { name: 'Decline' }).click()
    await visit(page, `./users/${rosa.user.id}`)
    await expect(page.getByRole('list', { name: 'Requests' })).toContainText(movie.title)
    await visit(page, `./users/${sam.user.id}`)
    await expect(page.getByRole('list', { name: 'Requests' })).toContainText(book?.title ?? '')
  })

  test('Approvals: of several people who want one title, each is decided alone, and the rest together (1:4.7)', async ({
    page,
    world,
    expectAccessible,
  }) => {
    const { id: tmdb_id, title } = world.newMovie()
    const body = { media_type: 'movie', tmdb_id, title }
    const people = new Map<string, Session>()
    for (const name of ['rosa', 'sam', 'tove', 'ulf']) {
      const person = await world.addUser(name, { require_approval: true })
      await world.call(person, 'POST', 'requests', body)
      people.set(name, person)
    }
    await comeInAs(page, world.admin)
    await page.goto('./approvals')
    const entry = page
      .getByRole('list', { name: 'Pending' })
      .locator(':scope > li')
      .filter({ hasText: title })
    const named = entry.getByRole('list', { name: 'Requested by' }).getByRole('listitem')
    await expect(named).toHaveText([/rosa/, /sam/, /tove/, /ulf/])

    await page.getByRole('button', { name: `Approve ${title} for rosa` }).click()
    const notices = page.getByRole('region', { name: 'Notifications' })
    await expect(notices.getByText(`Approved for rosa: ${title}.`)).toBeVisible()
    await expect(named).toHaveText([/sam/, /tove/, /ulf/])
    await expect(entry).toBeFocused()
    await page.getByRole('button', { name: `Decline ${title} for sam` }).click()
    const dialog = page.getByRole('dialog', { name: `Decline ${title} for sam?` })
    await expectAccessible('declining one of several')
    await dialog.getByRole('button', { name: 'Not enough space' }).click()
    await dialog.getByRole('button', { name: 'Decline' }).click()
    await expect(notices.getByText(`Declined for sam: ${title}.`)).toBeVisible()
    await expect(named).toHaveText([/tove/, /ulf/])

    // The entry stands for everybody who is left.
    await entry.getByRole('checkbox', { name: `Select ${title}` }).click()
    await page.getByRole('button', { name: 'Approve 2' }).click()
    await expect(entry).toHaveCount(0)
    const reasonFor = async (name: string) => {
      const own = await world.call<RequestRow[]>(people.get(name) ?? null, 'GET', 'requests')
      const request = own.find(one => one.tmdb_id === tmdb_id)
      return request?.decided_at && (request.deny_reason ?? 'approved')
    }
    await expect.poll(() => reasonFor('rosa')).toBe('approved')
    await expect.poll(() => reasonFor('sam')).toBe('There is not enough space right now.')
  })
})
