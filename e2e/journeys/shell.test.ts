import { MOVIE } from '@foyer/simulators'
import { comeInAs, otherBrowser } from '../support/people.ts'
import { expect, test } from '../support/test.ts'
import { BELOW_A_PATH } from '../support/world.ts'

test('an unknown address says so and leads back', async ({ page, signIn, expectAccessible }) => {
  await signIn('./no/such/page')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible('not found')
  await page.getByRole('main').getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/ana/i)
})

test('the theme follows the system until one is chosen; C58 the language is the same wherever they sign in', async ({
  page,
  browser,
  world,
  expectAccessible,
}) => {
  const lena = await world.addUser('lena')
  await page.emulateMedia({ colorScheme: 'light' })
  await comeInAs(page, lena)
  await page.goto('./account')
  const html = page.locator('html')
  await expect(html).toHaveAttribute('data-theme', 'light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(html).toHaveAttribute('data-theme', 'dark')
  await page.getByText('Light', { exact: true }).click()
  await expect(html).toHaveAttribute('data-theme', 'light')
  const language = page.getByLabel('Language', { exact: true })
  // The first browser that somebody uses says which one is theirs.
  await expect(language).toHaveValue('en')
  await language.selectOption('pt-BR')
  await expect(html).toHaveAttribute('lang', 'pt-BR')
  await expectAccessible('the account, in Portuguese')
  await page.reload()
  await expect(html).toHaveAttribute('data-theme', 'light')
  await expect(html).toHaveAttribute('lang', 'pt-BR')

  const phone = await otherBrowser(browser, lena)
  await phone.goto('./')
  await expect(phone.locator('html')).toHaveAttribute('lang', 'pt-BR')
  await expect(phone.getByRole('navigation').getByRole('link', { name: 'Início' }).first()).toBeVisible()
  world.tmdb.translate('movie', MOVIE.with_file, 'pt-BR', {
    title: 'Lanternas de papel',
    overview: 'Uma história.',
  })
  await phone.goto(`./movies/${MOVIE.with_file}`)
  await expect(phone.getByRole('heading', { level: 1, name: 'Lanternas de papel' })).toBeVisible()
  await phone.context().close()
})

test('everything is in reach of the keyboard, and C33 nothing the page does breaks its strict policy', async ({
  page,
  signIn,
}) => {
  const broken: string[] = []
  page.on('console', message => {
    if (/Content Security Policy/i.test(message.text())) broken.push(message.text())
  })
  page.on('pageerror', error => broken.push(String(error)))
  await signIn()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.type('account')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/account$/)
  await expect(page.getByRole('heading', { level: 1, name: 'ana', exact: true })).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(broken).toEqual([])
})

test.describe('under a base path', () => {
  test.use({ parts: BELOW_A_PATH })

  test('E everything works under APP_BASE_PATH', async ({ page, foyer, signIn }) => {
    expect(foyer.url).toMatch(/\/media\/foyer\/$/)
    await signIn()
    await page.goto('./account')
    await expect(page).toHaveURL(/\/media\/foyer\/account$/)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const manifest = await page.evaluate(async () => {
      const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]')
      const answer = await fetch(link?.href ?? '')
      return { status: answer.status, manifest: (await answer.json()) as unknown }
    })
    expect(manifest).toMatchObject({ status: 200, manifest: { name: 'Foyer' } })
  })
})

test('an admin sees on Home and in the navigation what needs them, and goes there', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  const down = { instance_id: 'in_a', service_type: 'movie_manager', name: 'Movies', category: 'unreachable' }
  await page.route('**/api/admin/attention', route =>
    route.fulfill({
      json: {
        services_down: [down],
        stuck_requests: 2,
        retrying_requests: 1,
        pending_proposals: 0,
        included_ai: null,
      },
    }),
  )
  await signIn()
  const lines = page.getByRole('list', { name: 'Needs your attention' })
  await expect(lines.getByRole('link', { name: 'Movies is down' })).toBeVisible()
  await expect(lines.getByRole('link', { name: /1 request not sent yet/ })).toBeVisible()
  const nav = page.getByRole('navigation')
  await expect(nav.getByRole('link', { name: 'Instances 1 needs attention' })).toBeVisible()
  await expect(nav.getByRole('link', { name: 'Approvals 2 pending' })).toBeVisible()
  await expectAccessible('what needs an admin')
  await lines.getByRole('link', { name: /2 requests need your help/ }).click()
  await expect(page).toHaveURL(/\/approvals\?tab=waiting/)
})
