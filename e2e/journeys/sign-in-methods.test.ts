import { type CertifiedOidc, startCertifiedOidc } from '@foyer/simulators/oidc/certified-oidc'
import type { Browser, Page } from '@playwright/test'
import { violationsOn } from '../support/axe.ts'
import { intercept, interceptOnce, notNow } from '../support/intercept.ts'
import { ADMIN, comeInAs, type Session } from '../support/people.ts'
import { expectFitsPhone, PHONE } from '../support/screens.ts'
import { expect, test as base } from '../support/test.ts'
import { BASE_PATH, BELOW_A_PATH, newAddress, type World } from '../support/world.ts'
import { visit } from '../support/visit.ts'

const test = base.extend<{ provider: CertifiedOidc }>({
  provider: async ({ foyer }, use) => {
    const provider = await startCertifiedOidc()
    provider.register({ server_url: foyer.url.replace(/\/$/, '') })
    await use(provider)
    await provider.close()
  },
})

interface Opened {
  session?: Session
  base_path?: string
}

/** Somebody's computer: a browser of its own, in which nobody is signed in unless a session is given. */
async function openDesk(
  browser: Browser,
  baseURL: string,
  { session, base_path = '', ...screen }: Opened & Partial<typeof PHONE> = {},
): Promise<Page> {
  const context = await browser.newContext({ ...screen, baseURL, extraHTTPHeaders: newAddress() })
  const page = await context.newPage()
  if (session) await comeInAs(page, session, base_path)
  return page
}

/** Likewise somebody's phone. */
function openPhone(browser: Browser, baseURL: string, opened: Opened = {}): Promise<Page> {
  return openDesk(browser, baseURL, { ...PHONE, ...opened })
}

async function expectGood(page: Page, what: string): Promise<void> {
  await expect(page.locator('main')).toBeVisible()
  expect(await violationsOn(page), what).toEqual([])
  await expectFitsPhone(page, what)
}

/** On the provider's own page. */
async function approveAs(page: Page, login: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Sign in to the provider' })).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill(login)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** On Plex's own page, for the attempt that began last. */
function approveAtPlex({ plexTv: { cloud } }: World, username: string): void {
  const account = cloud.accounts.values().find(one => one.username === username)
  cloud.approvePin([...cloud.pins.values()].at(-1)?.code ?? '', account?.id ?? 0)
}

async function signOut(page: Page): Promise<void> {
  await page.goto('./account')
  await page.getByRole('button', { name: 'Sign out' }).first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
}

test.describe('on PostgreSQL', () => {
  // As for the assistants, so that they share the server.
  test.use({ parts: { engine: 'postgres', instances: ['movies'] } })
  // One after the other in one worker, because starting PostgreSQL takes longest.
  test.describe.configure({ mode: 'default' })

  test('2/4.4 an admin sets up single sign-on, tests it, and makes it the only way in', async ({
    page,
    world,
    browser,
    provider,
    signIn,
    expectAccessible,
  }) => {
    // It goes through the whole life of a provider, on a database that starts with it.
    test.setTimeout(240_000)
    provider.addUser({ login: 'cleo', sub: 'sub-cleo', preferred_username: 'cleo', groups: ['family'] })
    provider.addUser({ login: 'dora', sub: 'sub-dora', preferred_username: 'dora', groups: ['family'] })
    const vera = await world.addUser('vera')

    await signIn('./settings/single-sign-on')
    await expectAccessible('single sign-on, not set up')
    await page.getByRole('link', { name: 'Set the address' }).click()
    await page.getByRole('button', { name: "Use this page's address" }).click()
    await page.getByRole('navigation').getByRole('link', { name: 'Requests', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Saved')).toBeVisible()
    await page.goto('./settings/single-sign-on')
    await expect(page.getByLabel('Callback address')).toHaveValue(`${world.foyer.url}api/auth/oidc/callback`)
    await expect(page.getByRole('switch', { name: 'Offer single sign-on' })).toBeDisabled()
    await page.getByRole('radio', { name: 'Authelia' }).check({ force: true })
    await expect(page.getByRole('button', { name: 'Remove groups' })).toBeVisible()
    await page.getByLabel('Issuer').fill(provider.url)
    await page.getByLabel('Client ID').fill(provider.client_id)
    await page.getByLabel('Client secret').fill('not the secret')
    await page.getByLabel('Name on the button').fill('Harbour ID')
    await page.getByLabel(/^Allowed groups/).fill('family')
    await page.keyboard.press('Enter')
    await page.getByLabel('Create accounts automatically').check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Replace: Client secret' })).toBeVisible()
    await page.getByRole('button', { name: 'Check the provider' }).click()
    await expect(page.getByText('The provider answers correctly')).toBeVisible()

    // A test whose secret is wrong, then one that works.
    let popup = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Test sign-in' }).click()
    await approveAs(await popup, 'ada')
    await expect(page.getByText('The test sign-in failed')).toBeVisible()
    await expect(page.getByRole('switch', { name: 'Single sign-on only' })).toBeDisabled()
    await expectAccessible('a test that failed')
    await page.getByRole('button', { name: 'Replace: Client secret' }).click()
    await page.getByLabel('Client secret').fill(provider.client_secret)
    await expect(page.getByRole('button', { name: 'Test sign-in' })).toBeDisabled()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Replace: Client secret' })).toBeVisible()
    popup = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Test sign-in' }).click()
    await expect(page.getByText('preferred_username: ada')).toBeVisible()
    await expect.poll(async () => (await popup).isClosed()).toBe(true)
    await expect(page.getByText('Tested', { exact: true })).toBeVisible()
    expect(await world.call<{ username: string }[]>(world.admin, 'GET', 'admin/users')).toHaveLength(2)
    await page.getByRole('switch', { name: 'Offer single sign-on' }).click()
    await expect(page.getByRole('switch', { name: 'Offer single sign-on' })).toBeChecked()
    await expectAccessible('single sign-on, turned on')
    const long_name = 'x'.repeat(80)
    for (const label of [/^Allowed groups/, /^Further scopes/]) {
      await page.getByLabel(label).fill(long_name)
      await page.keyboard.press('Enter')
    }
    await page.getByLabel('Name on the button').fill(long_name)
    await expectFitsPhone(page, 'single sign-on settings with long names')
    await page.reload()
    await page.getByRole('button', { name: 'Remove groups' }).click()
    await page.getByRole('navigation').getByRole('link', { name: 'Requests', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click()
    await page.reload()

    // Somebody new follows a deep link on a phone, and leaves again.
    const phone = await openPhone(browser, world.foyer.url)
    await phone.goto('./requests')
    await expectGood(phone, 'sign-in with a provider')
    await phone.getByRole('button', { name: 'Sign in with Harbour ID' }).click()
    await approveAs(phone, 'ada')
    await expect(phone).toHaveURL(/\/requests$/)
    await signOut(phone)
    await expect(phone.getByRole('heading', { name: 'Sign out of the provider?' })).toBeVisible()
    await phone.getByRole('button', { name: 'Sign out' }).click()
    await expect(phone.getByRole('button', { name: 'Sign in with Harbour ID' })).toBeVisible()

    // Somebody who is here already links the account.
    const sofa = await openPhone(browser, world.foyer.url, { session: vera })
    await sofa.goto('./account')
    await sofa.getByRole('button', { name: 'Link Harbour ID' }).click()
    await approveAs(sofa, 'cleo')
    await expect(sofa.getByText('Your account is linked.')).toBeVisible()
    await expect(sofa.getByRole('heading', { level: 1, name: 'vera' })).toBeVisible()
    await expect(sofa.getByRole('list', { name: 'Linked accounts' })).toContainText(
      new URL(provider.url).host,
    )
    await expectGood(sofa, 'an account with a linked identity')

    // The only way in: who signed in by a link has to come back through the provider.
    await page.getByRole('switch', { name: 'Single sign-on only' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Turn on' }).click()
    await expect(page.getByRole('switch', { name: 'Single sign-on only' })).toBeChecked()
    await sofa.goto('./calendar')
    await expect(sofa.getByRole('button', { name: 'Sign in with Harbour ID' })).toBeVisible()
    await expect(sofa.getByLabel('Username')).toBeHidden()
    await expectGood(sofa, 'sign-in with a provider only')
    await sofa.getByRole('button', { name: 'Sign in with Harbour ID' }).click()
    await expect(sofa).toHaveURL(/\/calendar$/)
    await visit(sofa, './account')
    await expect(sofa.getByRole('heading', { level: 1, name: 'vera' })).toBeVisible()
    await sofa.context().close()

    // An invitation goes along to the provider.
    const { link } = await world.call<{ link: string }>(world.admin, 'POST', 'admin/connect-token', {
      name: 'nils',
    })
    await phone.goto(link)
    await phone.getByRole('button', { name: 'Sign in' }).click()
    await approveAs(phone, 'dora')
    await expect(phone.getByRole('heading', { name: 'Welcome, nils' })).toBeVisible()
    await phone.context().close()

    // Admins keep their password.
    const desk = await openDesk(browser, world.foyer.url)
    await desk.goto('./login')
    await desk.getByRole('button', { name: 'Sign in as an admin' }).click()
    await expect(desk.getByRole('heading', { name: 'Admin sign-in' })).toBeFocused()
    await desk.getByLabel('Username').fill(ADMIN.username)
    await desk.getByLabel('Password', { exact: true }).fill(ADMIN.password)
    await desk.keyboard.press('Enter')
    await expect(desk.getByRole('heading', { level: 1 })).toContainText(/ana/i)
    await desk.context().close()
  })

  test('2/4.3 people sign in with Plex, once an admin has confirmed who they are', async ({
    page,
    world,
    browser,
    signIn,
    expectAccessible,
  }) => {
    const cellar = await world.addInstance('invite_server', 'Cellar', 'plex')
    const [pam, otto] = [await world.addUser('pam'), await world.addUser('otto')]
    const { users: shares } = await world.call<{ users: { id: string; name: string; email: string }[] }>(
      world.admin,
      'GET',
      `admin/media-servers/${cellar}/users`,
    )
    for (const [who, share] of [
      [pam, 'ellen77'],
      [otto, 'new.person@example.org'],
    ] as const)
      await world.call(world.admin, 'PUT', `admin/users/${who.user.id}/media-servers/${cellar}/account`, {
        remote_user_id: shares.find(one => one.name === share || one.email === share)?.id,
      })

    await signIn('./settings/sign-in')
    await page.getByRole('switch', { name: 'Offer sign-in with Plex' }).click()
    await expect(page.getByRole('switch', { name: 'Offer sign-in with Plex' })).toBeChecked()
    await page.getByRole('button', { name: 'Check shares' }).click()
    const candidates = page.getByRole('list', { name: 'People you already share with' })
    // The pressed button is gone, and the focus is where they are listed.
    await expect(page.locator(':focus')).toContainText('People you already share with')
    await expect(candidates.getByText('The invitation has not been accepted yet.')).toBeVisible()
    await candidates.getByRole('checkbox', { name: 'pam' }).check()
    await expectAccessible('a review of shares')

    // A check or a confirmation that fails says so, and loses neither the list nor the selection.
    const recover = await intercept(page, '**/invite-auth/candidates', notNow)
    await page.getByRole('button', { name: 'Check again' }).click()
    await expect(page.getByText('This list is from the last check that worked.')).toBeVisible()
    recover()
    await interceptOnce(page, '**/invite-auth/confirm', route => route.abort())
    await page.getByRole('button', { name: 'Confirm selected' }).click()
    await expect(page.getByText('Foyer did not answer.')).toBeVisible()
    await expect(candidates.getByRole('checkbox', { name: 'pam' })).toBeChecked()
    await page.getByRole('button', { name: 'Confirm selected' }).click()
    await expect(page.getByText('1 person can now sign in with Plex.')).toBeVisible()
    await expect(candidates.getByText('Can sign in')).toBeVisible()

    // The phone blocks the window, so the link is pressed.
    const phone = await openPhone(browser, world.foyer.url)
    await phone.addInitScript(() => {
      window.open = () => null
    })
    await phone.goto('./requests')
    await phone.getByRole('button', { name: 'Sign in with Plex' }).click()
    await expect(phone.getByRole('link', { name: 'Open Plex' })).toHaveAttribute('target', '_blank')
    await expectGood(phone, 'a sign-in that waits for Plex')
    approveAtPlex(world, 'tove')
    await expect(phone.getByText('This account is not known here.')).toBeVisible()
    await expectGood(phone, 'a sign-in that was denied')
    await phone.getByRole('button', { name: 'Start again' }).click()
    await expect(phone.getByRole('link', { name: 'Open Plex' })).toBeVisible()
    approveAtPlex(world, 'ellen77')
    await expect(phone).toHaveURL(/\/requests$/)
    await visit(phone, './account')
    await expect(phone.getByRole('heading', { level: 1, name: 'pam' })).toBeVisible()
    await expect(phone.getByRole('list', { name: 'Linked accounts' })).toContainText('ellen77')

    await page.getByRole('switch', { name: 'Offer sign-in with Plex' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click()
    await expect(page.getByRole('switch', { name: 'Offer sign-in with Plex' })).not.toBeChecked()
    await expect(phone.getByText('You have been signed out on this device.')).toBeVisible()
    await expect(phone.getByRole('button', { name: 'Sign in with Plex' })).toBeHidden()
    await phone.context().close()
  })
})

test.describe('below a path', () => {
  test.use({ parts: BELOW_A_PATH })

  test('2/4.4 who is not let in is told why, and the last way in cannot be unlinked', async ({
    page,
    world,
    browser,
    provider,
    signIn,
    expectAccessible,
  }) => {
    const address = world.foyer.url.replace(/\/$/, '')
    await world.call(world.admin, 'PUT', 'admin/external-address', { external_url: address })
    await world.call(world.admin, 'PUT', 'admin/oidc', {
      issuer: provider.url,
      client_id: provider.client_id,
      client_secret: provider.client_secret,
      additional_scopes: ['groups'],
      allowed_groups: ['family'],
      enabled: true,
    })
    const phone = await openPhone(browser, world.foyer.url)
    const enter = () => phone.getByRole('button', { name: 'Sign in with single sign-on' }).click()
    await phone.goto('./movies')
    await enter()
    await phone.getByRole('button', { name: 'Cancel' }).click()
    await expect(phone.getByText('The sign-in at the provider was not finished.')).toBeVisible()
    await expect(phone).toHaveURL(/\/oidc\/return$/)
    await expectGood(phone, 'a sign-in that was cancelled')
    await phone.getByRole('link', { name: 'Back to sign-in' }).click()
    await enter()
    await approveAs(phone, 'bert')
    await expect(phone.getByText('Your account is not in a group that may sign in here.')).toBeVisible()
    await phone.context().clearCookies()
    await phone.getByRole('link', { name: 'Back to sign-in' }).click()
    await enter()
    await approveAs(phone, 'ada')
    await expect(phone.getByText('Nobody here is linked to this account.')).toBeVisible()
    await phone.context().close()

    // Linked by somebody who came by a link, it is their only way in.
    const kim = await world.addUser('kim')
    const own = await openDesk(browser, world.foyer.url, { session: kim, base_path: BASE_PATH })
    await own.goto('./account')
    await own.getByRole('button', { name: 'Link single sign-on' }).click()
    await approveAs(own, 'ada')
    await expect(own.getByText('Your account is linked.')).toBeVisible()
    await own.getByRole('button', { name: /^Unlink / }).click()
    await own.getByRole('alertdialog').getByRole('button', { name: 'Unlink' }).click()
    await expect(own.getByText('This is your only way to sign in.')).toBeVisible()
    await expectGood(own, 'the last way to sign in')
    await signOut(own)
    await expect(own.getByRole('button', { name: 'Sign in with single sign-on' })).toBeVisible()
    await own.goto('./movies')
    // The provider still knows who this is.
    await own.getByRole('button', { name: 'Sign in with single sign-on' }).click()
    await expect(own).toHaveURL(/\/movies$/)

    // An admin unlinks it, which signs them out.
    await signIn(`./users/${kim.user.id}`)
    const linked = page.getByRole('list', { name: 'Linked accounts' })
    await expect(linked).toContainText(new URL(provider.url).host)
    await expectAccessible('a user with a linked account')
    await linked.getByRole('button', { name: /^Unlink / }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink' }).click()
    await expect(linked).toBeHidden()
    await expect(own.getByRole('button', { name: 'Sign in with single sign-on' })).toBeVisible()
    await own.context().close()
  })
})

test('C62 people sign in with their account on Jellyfin or Emby, or by Quick Connect', async ({
  page,
  world,
  browser,
  signIn,
  expectAccessible,
}) => {
  await world.addInstance('account_server_a', 'Den', 'jellyfin')
  await world.addInstance('account_server_b', 'Attic', 'emby')
  await signIn('./settings/sign-in')
  const card = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Jellyfin and Emby', exact: true }) })
  const offered = card.getByRole('switch', { name: 'Offer sign-in with these accounts' })
  await offered.click()
  await expect(card.getByText('Select at least one server')).toBeVisible()
  for (const name of ['Den (Jellyfin)', 'Attic (Emby)']) {
    await card.getByLabel(name).click()
    await expect(card.getByLabel(name)).toBeChecked()
  }
  await expectAccessible('sign-in settings')
  await expectFitsPhone(page, 'sign-in settings')

  const phone = await openPhone(browser, world.foyer.url)
  await phone.goto('./requests')
  await phone.getByRole('button', { name: 'Sign in with Attic (Emby)' }).click()
  await phone.getByLabel('Username on Attic').fill('ellen')
  await phone.getByLabel('Password on Attic').fill('not this one')
  await phone.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(phone.getByText('The username or password is incorrect.')).toBeVisible()
  await expectGood(phone, 'sign-in with an account of Emby')
  await phone.getByLabel('Password on Attic').fill('quiet-harbour')
  await phone.keyboard.press('Enter')
  await expect(phone.getByText('This account is not known here.')).toBeVisible()
  await card.getByLabel('Create accounts automatically').click()
  await expect(card.getByLabel('Create accounts automatically')).toBeChecked()
  await phone.keyboard.press('Enter')
  await expect(phone).toHaveURL(/\/requests$/)

  // The code is entered elsewhere, while the phone has unloaded the page.
  const other = await openPhone(browser, world.foyer.url)
  await other.goto('./account')
  await other.getByRole('button', { name: 'Sign in with Den (Jellyfin)' }).click()
  await other.getByRole('button', { name: 'Use Quick Connect instead' }).click()
  await expect(other.getByRole('heading', { name: 'Quick Connect with Den' })).toBeFocused()
  const code = await other.getByText(/^\d{6}$/).innerText()
  await expectGood(other, 'a code of Quick Connect')
  const reopened = await other.context().newPage()
  await other.close()
  world.jellyfin.quick_connect.approve(code, 'ellen')
  await reopened.goto('./')
  await expect(reopened.getByRole('heading', { level: 1 })).toContainText(/ellen-2/i)
  await reopened.context().close()

  await offered.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click()
  await expect(offered).not.toBeChecked()
  await expect(phone.getByText('You have been signed out on this device.')).toBeVisible()
  await expect(phone.getByRole('button', { name: 'Sign in with Attic (Emby)' })).toBeHidden()
  await phone.context().close()
})

test('2/4.3 somebody links Plex at a desk, and signs in with it from then on', async ({ world, browser }) => {
  await world.addInstance('invite_server', 'Cellar', 'plex')
  await world.call(world.admin, 'PUT', 'admin/invite-auth', { enabled: true })
  const session = await world.addUser('rosa', { password: 'lamps along the pier' })
  const desk = await openDesk(browser, world.foyer.url, { session })
  await desk.context().route('https://app.plex.tv/**', route => route.fulfill({ body: 'Plex' }))
  // Plex opens by itself where the browser allows it.
  const approve = async (button: string) => {
    const popup = desk.waitForEvent('popup')
    await desk.getByRole('button', { name: button }).click()
    await (await popup).waitForURL(/^https:\/\/app\.plex\.tv\/auth/)
    approveAtPlex(world, 'tove')
  }
  await desk.goto('./account')
  await approve('Link Plex')
  await expect(desk.getByText('Your account is linked.')).toBeVisible()
  await expectGood(desk, 'an account with a linked Plex account')
  await signOut(desk)
  await approve('Sign in with Plex')
  await expect(desk.getByRole('heading', { level: 1 })).toContainText(/rosa/i)
  await desk.goto('./account')
  const unlink = async () => {
    await desk.getByRole('button', { name: 'Unlink Plex' }).click()
    await desk.getByRole('alertdialog').getByRole('button', { name: 'Unlink' }).click()
  }
  await expect(desk.getByRole('button', { name: 'Unlink Plex' })).toBeVisible()
  // Without a connection, the list cannot be read again either; the failure is shown all the same.
  const reconnect = await intercept(desk, '**/invite-server/identities', async route => {
    if (route.request().method() === 'DELETE') await route.abort()
  })
  await unlink()
  await expect(desk.getByText('Foyer did not answer.')).toBeVisible()
  reconnect()
  await unlink()
  await expect(desk.getByText('No account is linked yet.')).toBeVisible()
  await desk.context().close()
})
