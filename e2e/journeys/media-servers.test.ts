import { BOOK, dropBefore, MOVIE } from '@foyer/simulators'
import { intercept, notNow } from '../support/intercept.ts'
import { comeInAs, ignoreLiveEvents, otherBrowser } from '../support/people.ts'
import { PHONE } from '../support/screens.ts'
import { expect, test } from '../support/test.ts'
import { visit } from '../support/visit.ts'

const JELLYFIN = { public_address: 'https://jellyfin.example.org' }
const EMBY = { public_address: 'https://emby.example.org' }
const PLEX = { public_address: 'https://plex.example.org' }
const SHELF = { public_address: 'https://shelf.example.org' }
const LIMITS = {
  max_movie_rating: 'PG',
  max_tv_rating: 'TV-PG',
  rating_region: 'US',
  block_unrated: true,
  blocked_movie_genres: [],
  blocked_tv_genres: [],
}

test.describe('on a phone', () => {
  test.use(PHONE)

  test('2:4.1 a new person makes an account in the guide, and a movie opens with it', async ({
    page,
    world,
    expectAccessible,
  }) => {
    const { jellyfin } = world
    const id = await world.addInstance('account_server_a', 'Den', 'jellyfin', JELLYFIN)
    await world.addInstance('invite_server', 'Cellar', 'plex', PLEX)
    const { link, user_id } = await world.call<{ link: string; user_id: number }>(
      world.admin,
      'POST',
      'admin/connect-token',
      { name: 'nora' },
    )
    await world.call(world.admin, 'PUT', `admin/users/${user_id}/instance-grants`, { account_server_a: [id] })

    await page.goto(link)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('link', { name: 'Next: your servers' }).click()
    const den = page.getByRole('region', { name: 'Den' })
    await expect(den.getByText('No account yet')).toBeVisible()
    await expectAccessible('the guide')
    await den.getByLabel('Password for Den').fill('short')
    await den.getByRole('button', { name: 'Create account' }).click()
    await expect(den.getByText('Use at least 8 characters.')).toBeVisible()
    expect(jellyfin.accounts.named('nora')).toBeUndefined()
    await den.getByLabel('Password for Den').fill('lamps along the pier')
    await den.getByRole('button', { name: 'Show password' }).click()
    await expect(den.getByLabel('Password for Den')).toHaveAttribute('type', 'text')
    await den.getByRole('button', { name: 'Create account' }).click()
    await expect(den.getByText('Sign in there as nora')).toBeVisible()
    await expect(den.getByText('Active')).toBeVisible()
    await page.getByRole('link', { name: 'Go to Home' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/nora/i)

    // Nobody gave her the other server, so she asks for it; admins decide.
    await visit(page, './servers')
    await page.getByLabel('E-mail address').fill('nora@example.org')
    await expect(page.getByRole('region', { name: 'Cellar' })).toBeHidden()
    await page.getByRole('button', { name: 'Ask for access' }).click()
    await expect(page.getByText('nora@example.org is saved. Admins have been notified')).toBeVisible()
    await page.reload()
    await expect(page.getByText('You asked for access with nora@example.org.')).toBeVisible()
    const { entries } = await world.call<{ entries: { type: string }[] }>(
      world.admin,
      'GET',
      'notifications/inbox',
    )
    expect(entries.map(({ type }) => type)).toContain('invite_access_request')

    await visit(page, `./movies/${MOVIE.with_file}`)
    const watch = page.getByRole('link', { name: 'Watch on Den' })
    await expect(watch).toHaveAttribute('href', /^https:\/\/jellyfin\.example\.org\/web\/#\/details\?id=/)
    await expect(page.getByText('Available', { exact: true })).toBeVisible()

    // A server that does not answer is not a server without the movie.
    jellyfin.faults.always('* /*', dropBefore())
    await page.reload()
    const away = page.getByRole('button', { name: 'Den did not answer' })
    await expect(away).toBeVisible()
    await expectAccessible('a server that did not answer')
    await away.press('Enter')
    // The keyboard reaches what cannot be opened, so that it is read out.
    await expect(page.getByRole('menuitem', { name: 'Den Did not answer' })).toBeFocused()
    jellyfin.faults.clear()
    await page.getByRole('menuitem', { name: 'Check again' }).click()
    await expect(watch).toBeVisible()

    // With limits, what is within them still opens. The server has both movies.
    await page.goto(`./movies/${MOVIE.above_pg_cap}`)
    await expect(watch).toBeVisible()
    await world.call(world.admin, 'PUT', `admin/users/${user_id}/content-policy`, LIMITS)
    await page.reload()
    await expect(page.getByText('Not available for this account')).toBeVisible()
    await expect(watch).toBeHidden()
    await page.goto(`./movies/${MOVIE.with_file}`)
    await expect(watch).toBeVisible()

    const account = jellyfin.accounts.named('nora')
    if (account) account.policy['IsDisabled'] = true
    await page.goto('./servers')
    await expect(den.getByText('Your account on Den is disabled. An admin can change that.')).toBeVisible()
    await expect(den.getByText('Disabled', { exact: true })).toBeVisible()
    await expectAccessible('a disabled account')
  })
})

test('2:4.1 accounts that exist are linked, and titles are found on several servers', async ({
  page,
  world,
  expectAccessible,
}) => {
  const { plexTv, chaptarr, emby } = world
  const ids = {
    account_server_a: [await world.addInstance('account_server_a', 'Den', 'jellyfin', JELLYFIN)],
    account_server_b: [await world.addInstance('account_server_b', 'Attic', 'emby', EMBY)],
    audiobook_server: [await world.addInstance('audiobook_server', 'Shelf', 'audiobookshelf', SHELF)],
    invite_server: [await world.addInstance('invite_server', 'Cellar', 'plex', PLEX)],
    book_manager: [world.instance_ids.books],
  }
  chaptarr.addBook(BOOK.tidewater, { format: 'audiobook', file: true })
  const vera = await world.addUser('vera')
  await world.call(world.admin, 'PUT', `admin/users/${vera.user.id}/instance-grants`, ids)
  for (const id of [ids.account_server_a[0], ids.audiobook_server[0]])
    await world.call(vera, 'POST', `media-servers/${id}/account`, { password: 'lamps along the pier' })
  await comeInAs(page, vera)
  await page.goto('./servers')

  const attic = page.getByRole('region', { name: 'Attic' })
  await attic.getByLabel('Password for Attic').fill('lamps along the pier')
  // Somebody takes the name on the server at this moment.
  const namesake = emby.accounts.add('vera', { password: 'of somebody else' })
  await attic.getByRole('button', { name: 'Create account' }).click()
  await expect(attic.getByText('Attic already has an account named vera.')).toBeVisible()
  await attic.getByRole('button', { name: 'Link account' }).click()
  await expect(attic.getByLabel('Username on Attic')).toHaveValue('vera')
  emby.accounts.users.delete(namesake.id)
  await attic.getByLabel('Username on Attic').fill('ellen')
  await attic.getByLabel('Password on Attic').fill('not this one')
  await attic.getByRole('button', { name: 'Link account' }).click()
  await expect(attic.getByText('Attic does not accept this username and password.')).toBeVisible()
  await expect(attic.getByLabel('Password on Attic')).toBeFocused()
  await attic.getByLabel('Password on Attic').fill('quiet-harbour')
  await attic.getByRole('button', { name: 'Link account' }).click()
  await expect(attic.getByText('Your account ellen on Attic is linked.')).toBeVisible()

  const cellar = page.getByRole('region', { name: 'Cellar' })
  await cellar.getByRole('button', { name: 'Sign in with Plex' }).click()
  await expect(page.locator(':focus')).toContainText('Open')
  await expect(cellar.getByRole('link', { name: 'Open Plex' })).toHaveAttribute('target', '_blank')
  await expectAccessible('your servers')
  const pin = [...plexTv.cloud.pins.values()].at(-1)
  const tove = plexTv.cloud.accounts.values().find(({ username }) => username === 'tove')
  plexTv.cloud.approvePin(pin?.code ?? '', tove?.id ?? 0)
  await expect(cellar.getByText('An invitation was sent to tove@example.org').first()).toBeVisible()
  await expect(cellar.getByText('Not accepted yet')).toBeVisible()

  await visit(page, `./movies/${MOVIE.with_file}`)
  await page.getByRole('button', { name: 'Watch', exact: true }).click()
  const menu = page.getByRole('menu')
  await expect(menu.getByRole('menuitem', { name: /^Den Opens this title/ })).toHaveAttribute(
    'href',
    /^https:\/\/jellyfin\.example\.org\/web\//,
  )
  await expect(menu.getByRole('menuitem', { name: /^Attic Opens this title/ })).toHaveAttribute(
    'href',
    /^https:\/\/emby\.example\.org\/web\/index\.html#!\/item\?id=/,
  )
  await expect(menu.getByRole('menuitem', { name: /^Cellar .*Opens Plex, not this title/ })).toHaveAttribute(
    'href',
    'https://plex.example.org',
  )
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Watch', exact: true })).toBeFocused()

  // What another journey read of the library a moment ago is still good for some seconds.
  const listen = page.getByRole('link', { name: 'Listen on Shelf' })
  await expect(async () => {
    await page.goto(`./books/titles/${encodeURIComponent(`hc:${BOOK.tidewater}`)}`)
    await expect(listen).toBeVisible({ timeout: 15_000 })
  }).toPass()
  await expect(listen).toHaveAttribute('href', /^https:\/\/shelf\.example\.org\/item\//)
})

test('2:4.2 an admin sees what a server still owes, imports people and unlinks one', async ({
  page,
  world,
  browser,
  signIn,
  expectAccessible,
}) => {
  const { jellyfin, audiobookshelf, plexTv } = world
  const den = await world.addInstance('account_server_a', 'Den', 'jellyfin', JELLYFIN)
  const shelf = await world.addInstance('audiobook_server', 'Shelf', 'audiobookshelf', SHELF)
  const cellar = await world.addInstance('invite_server', 'Cellar', 'plex', PLEX)
  const iris = await world.addUser('iris')
  await world.addUser('ellen77')
  const grants = `admin/users/${iris.user.id}/instance-grants`
  await world.call(world.admin, 'PUT', grants, { account_server_a: [den], audiobook_server: [shelf] })
  for (const id of [den, shelf])
    await world.call(iris, 'POST', `media-servers/${id}/account`, { password: 'lamps along the pier' })

  // The server does not take the change while access is taken.
  jellyfin.faults.always('POST /Users/:id/Policy', dropBefore())
  await signIn(`./instances/${den}`)
  const access = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Who has access' }) })
  await access.getByRole('checkbox', { name: 'iris' }).uncheck()
  await access.getByRole('button', { name: 'Save' }).click()
  await expect(access.getByText('Saved')).toBeVisible()
  await page.reload()
  const accounts = page.getByRole('list', { name: 'Accounts' })
  await expect(accounts.getByText('they should have no access')).toBeVisible()
  await expect(accounts.getByText('No access in Foyer')).toBeVisible()
  await expectAccessible('accounts of a server')
  await accounts.getByRole('button', { name: 'Actions for iris on Den' }).click()
  await page.getByRole('menuitem', { name: 'Stop managing, keep the link' }).click()
  await expect(accounts.getByText('Linked only')).toBeVisible()
  await expect(accounts.getByText('they should have no access')).toBeHidden()
  jellyfin.faults.clear()

  // Until it is known who is linked only, no libraries can be chosen for them.
  await ignoreLiveEvents(page)
  const showAccounts = await intercept(page, '**/api/admin/media-servers/accounts', notNow)
  await page.goto(`./instances/${shelf}`)
  await expect(access.getByRole('alert')).toContainText("This can't be checked right now.")
  showAccounts()
  await access.getByRole('button', { name: 'Try again' }).click()
  await expect(access.getByRole('checkbox', { name: 'iris' })).toBeVisible()

  const { cloud } = plexTv
  const late = cloud.addShare('late.guest@example.org', [cloud.sections[0]?.id ?? 0])
  await page.goto(`./instances/${cellar}`)
  await page.getByRole('link', { name: 'Import people' }).click()
  await page.getByRole('checkbox', { name: /^new\.person@example\.org/ }).check()
  await page.getByRole('checkbox', { name: /^late\.guest@example\.org/ }).check()
  await page.getByRole('checkbox', { name: /^ellen77/ }).check()
  await page.getByRole('button', { name: 'Import 3 people' }).click()
  await expect(page.getByText('Choose a person.')).toBeVisible()
  await expectAccessible('a preview of the import')
  await page.getByLabel('Who does ellen77 belong to?').selectOption('ellen77')
  // Somebody of that name comes after the preview was loaded.
  await world.addUser('late.guest@example.org')
  await page.getByRole('button', { name: 'Import 3 people' }).click()
  await expect(page.getByRole('heading', { name: '2 of 3 imported' })).toBeFocused()
  await expect(page.getByText('Linked to ellen77.')).toBeVisible()
  await expect(page.getByText('Someone named late.guest@example.org is already here.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeDisabled()
  await expectAccessible('a name that is taken here')
  await page.getByLabel('Who does late.guest@example.org belong to?').selectOption('late.guest@example.org')
  await page.getByRole('button', { name: 'Try 1 again' }).click()
  await expect(page.getByRole('heading', { name: '3 of 3 imported' })).toBeFocused()
  cloud.shares.splice(cloud.shares.indexOf(late), 1)
  const link = await page.getByLabel('Sign-in link for new.person@example.org').inputValue()
  await expectAccessible('results of an import')
  const guest = await otherBrowser(browser)
  await guest.goto(link)
  await expect(guest.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await guest.context().close()

  // Libraries of one person, saved together with access.
  await visit(page, `./instances/${shelf}`)
  await page.getByLabel('Libraries for iris').selectOption('Only selected ones')
  const people = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Who has access' }) })
  await people.getByRole('button', { name: 'Save' }).click()
  await expect(people.getByText('Select at least one library.')).toBeVisible()
  await people.getByRole('checkbox', { name: 'Podcasts' }).check()
  await people.getByRole('button', { name: 'Save' }).click()
  await expect(people.getByText('Saved')).toBeVisible()
  const [, podcasts] = [...audiobookshelf.libraries.keys()]
  await expect
    .poll(() => audiobookshelf.accounts.byLogin('iris')?.libraries, { message: 'the server has the choice' })
    .toEqual([podcasts])
  await expectAccessible('libraries of one person')

  await visit(page, `./users/${iris.user.id}`)
  await page.getByRole('button', { name: 'Actions for iris on Den' }).click()
  await page.getByRole('menuitem', { name: 'Unlink' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink' }).click()
  await expect(page.getByRole('button', { name: 'Actions for iris on Den' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Actions for iris on Shelf' })).toBeVisible()
  expect(jellyfin.accounts.named('iris')?.policy['IsDisabled']).toBe(false)
})
