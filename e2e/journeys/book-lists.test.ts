import { startWorld } from '@foyer/simulators'
import { expect, test as base } from '../support/test.ts'

const PRODUCTS = ['hardcover', 'chaptarr', 'readarr'] as const

const test = base.extend<{ world: Awaited<ReturnType<typeof openWorld>> }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from its first argument
  world: async ({}, use) => {
    const world = await openWorld()
    await use(world)
    await world.close()
  },
  env: async ({ world }, use) =>
    use({
      APP_HARDCOVER_URL: world.hardcover.url,
      APP_HARDCOVER_CDN_URL: world.hardcover.cdn_url,
      APP_HARDCOVER_CLIENT_ID: world.hardcover.client_id,
    }),
})

function openWorld() {
  return startWorld({ products: PRODUCTS, strict: false })
}

test('1:4.4 a book list is connected by token, by code, and for another library too', async ({
  page,
  world,
  foyer,
  request,
  setUp,
  adminSession,
  signIn,
  expectAccessible,
}) => {
  await setUp()
  const { access_token } = await adminSession()
  const headers = { authorization: `Bearer ${access_token}` }
  const libraries = [
    { name: 'Books', at: world.chaptarr },
    { name: 'Old books', at: world.readarr },
  ]
  const ids: string[] = []
  for (const { name, at } of libraries) {
    const data = { service_type: 'book_manager', name, url: at.url, api_key: at.api_key }
    const answer = await request.post(`${foyer.url}api/admin/instances`, { headers, data })
    ids.push(((await answer.json()) as { id: string }).id)
  }
  await signIn()
  await page.goto(`./instances/${ids[0]}`)
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'Trending books' }) })
  await expect(card.getByText('Not connected')).toBeVisible()

  // A token that the provider refuses stays typed, with the sentence beside it.
  const token = card.getByLabel('Hardcover token')
  await token.fill('hc_pat_of_somebody')
  await card.getByRole('button', { name: 'Test and save' }).click()
  await expect(card.getByText('Hardcover rejected this token.')).toBeVisible()
  await expect(token).toHaveValue('hc_pat_of_somebody')
  await token.fill(`Bearer ${world.hardcover.token}`)
  await card.getByRole('button', { name: 'Test and save' }).click()
  await expect(card.getByText('Connected', { exact: true })).toBeVisible()

  await card.getByRole('button', { name: 'Show a new code' }).click()
  const code = card.getByText(/^Code: ABCD-\d+$/)
  await expect(code).toBeVisible()
  await expectAccessible('a code on the page of an instance')
  world.hardcover.oauth.approve(/ABCD-\d+/.exec((await code.textContent()) ?? '')?.[0] ?? '')
  await expect(card.getByText('Connected with a code.')).toBeVisible({ timeout: 10_000 })

  await card.getByLabel('Old books').check()
  await card.getByRole('button', { name: 'Apply' }).click()
  await expect(card.getByText('Saved', { exact: true })).toBeVisible()
  const trending = `${foyer.url}api/discover/books/trending?instance_id=${ids[1]}`
  expect(await (await request.get(trending, { headers })).json()).toMatchObject({ connected: true })

  await card.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(card.getByText('Not connected')).toBeVisible()
})
