import { comeInAs } from '../support/people.ts'
import { expect, test } from '../support/test.ts'
import { BELOW_A_PATH } from '../support/world.ts'

test('an unknown address says so and leads back', async ({ page, signIn, expectAccessible }) => {
  await signIn('./no/such/page')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible('not found')
  await page.getByRole('main').getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/ana/i)
})

test('the theme follows the system until one is chosen', async ({ page, world }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await comeInAs(page, await world.addUser('lena'))
  await page.goto('./account')
  const html = page.locator('html')
  await expect(html).toHaveAttribute('data-theme', 'light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(html).toHaveAttribute('data-theme', 'dark')
  await page.getByText('Light', { exact: true }).click()
  await expect(html).toHaveAttribute('data-theme', 'light')
  await page.reload()
  await expect(html).toHaveAttribute('data-theme', 'light')
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
  // All pages of an admin, on the screen of a small laptop.
  await page.setViewportSize({ width: 1366, height: 768 })
  await expect(page.getByRole('link', { name: /^Settings/ })).toBeInViewport({ ratio: 1 })
  expect(broken).toEqual([])
})

test.describe('under a base path', () => {
  test.use({ parts: BELOW_A_PATH })

  test('E everything works under APP_BASE_PATH', async ({ page, foyer, signIn }) => {
    expect(foyer.url).toMatch(/\/media\/foyer\/$/)
    await signIn('./account')
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
