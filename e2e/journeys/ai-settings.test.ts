import type { Credentials } from '@foyer/contract/credentials'
import type { Attention } from '@foyer/contract/attention'
import type { Page } from '@playwright/test'
import { intercept, notNow } from '../support/intercept.ts'
import { comeInAs, neverGoLive, type Session } from '../support/people.ts'
import { expectFitsPhone, PHONE } from '../support/screens.ts'
import { expect, test } from '../support/test.ts'
import type { World } from '../support/world.ts'

const section = (page: Page, title: string) =>
  page.locator('section', { has: page.getByRole('heading', { name: title, exact: true }) })

const choose = (page: Page, provider: string) =>
  page.getByRole('group', { name: 'Provider' }).getByText(provider, { exact: true }).click()

const availability = (world: World, who: Session) =>
  world.call<{ available: boolean; source: string }>(who, 'GET', 'ai/available')

/** Shows a code, and reads it from the page. */
async function codeOn(page: Page, button: string): Promise<string> {
  await page.getByRole('button', { name: button }).click()
  const code = page.getByText(/^Code: ABCD-\d+$/)
  await expect(code).toBeVisible()
  return /ABCD-\d+/.exec((await code.textContent()) ?? '')?.[0] ?? ''
}

test.describe('on a phone', () => {
  // The parts of the chat's journey, which shares its server.
  test.use({ ...PHONE, parts: { instances: ['movies'], included_ai: true } })

  test('2:4.6 somebody tries an own key, goes back to what is included, and links an account', async ({
    page,
    world,
    expectAccessible,
  }) => {
    const vera = await world.addUser('vera')
    await world.call(world.admin, 'PUT', `admin/users/${vera.user.id}/ai-access`, { shared_ai_enabled: true })
    await comeInAs(page, vera)
    await page.goto('./account')
    await page.getByRole('link', { name: /^AI for chat/ }).click()
    const now = section(page, 'In use now')
    await expect(now).toContainText('Included by your server')

    // A key that the provider refuses: the error is beside the field, the form keeps its values, and nothing is
    // changed.
    await choose(page, 'Anthropic')
    const key = page.getByLabel('API key')
    await key.fill('sk-ant-of-somebody-else')
    await page.getByRole('button', { name: 'Test and save' }).click()
    await expect(page.getByText(/^Anthropic rejected this key\./)).toBeVisible()
    await expect(key).toHaveValue('sk-ant-of-somebody-else')
    await expectAccessible('a key that was refused')
    expect(await availability(world, vera)).toMatchObject({ source: 'shared' })

    await key.fill(world.models.keys.anthropic)
    await page.getByRole('button', { name: 'Test and save' }).click()
    await expect(now).toContainText('Anthropic · Claude Opus 5.5')
    await expect(page.getByRole('button', { name: 'Replace: API key' })).toBeVisible()
    await expect(section(page, 'Saved keys and accounts')).toContainText('A key is saved.')
    expect(await availability(world, vera)).toMatchObject({ available: true, source: 'personal' })
    await expectFitsPhone(page, 'the own AI')

    await page.getByRole('button', { name: 'Use the included AI' }).click()
    await expect(now).toContainText('Included by your server')

    // A code that is declined, then one that is allowed.
    world.modelAccounts.setUsage([{ label: '5 hours', used_percent: 43 }])
    await choose(page, 'OpenAI account')
    expect(world.modelAccounts.deny(await codeOn(page, 'Link with a code'))).toBe(true)
    await expect(page.getByText(/^The link was declined/)).toBeVisible()
    const code = await codeOn(page, 'Show a new code')
    await expectAccessible('a code that links an account')
    const link = page.getByRole('link', { name: 'Open the page' })
    expect(await link.getAttribute('href')).toContain(code)
    expect(world.modelAccounts.approve(code, { email: 'vera.with.a.long.name@example.test' })).toBe(true)
    const usage = page.getByRole('list', { name: 'Usage' })
    await expect(usage).toContainText('43% used')
    await expect(now).toContainText('OpenAI account · Recommended')
    await expect(section(page, 'Saved keys and accounts')).toContainText('vera.with.a.long.name@example.test')
    await expectFitsPhone(page, 'a linked account')

    // An account that cannot be read is still kept.
    const saved = section(page, 'Saved keys and accounts')
    await neverGoLive(page)
    const showAccount = await intercept(page, /\/api\/ai\/oauth-\w\/status$/, notNow)
    await page.reload()
    const unread = saved.getByRole('alert').filter({ hasText: 'OpenAI account' })
    await expect(unread).toContainText('The linked account could not be loaded')
    await expectFitsPhone(page, 'an account that cannot be read')
    showAccount()
    await unread.getByRole('button', { name: 'Try again' }).click()
    await expect(saved).toContainText('vera.with.a.long.name@example.test')

    await page.getByRole('button', { name: 'Unlink OpenAI account' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink' }).click()
    await expect(now).toContainText('OpenAI account is no longer linked.')
    expect(await availability(world, vera)).toMatchObject({ available: false, source: 'personal' })
    await page.getByRole('button', { name: 'Delete the key for Anthropic' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(section(page, 'Saved keys and accounts')).toBeHidden()
  })
})

/** Fakes the answers of the server after a failed daily check, because a real one would take a day. */
async function failDailyCheck(page: Page): Promise<{ recover: () => void }> {
  const failing_since = new Date(Date.now() - 3 * 3_600_000).toISOString()
  const failure = { category: 'quota_or_rate_limit', failing_since } as const
  const showAttention = await intercept(page, /\/api\/admin\/attention$/, async route => {
    const attention = (await (await route.fetch()).json()) as Attention
    await route.fulfill({
      json: { ...attention, included_ai: { ...failure, last_checked_at: failing_since } },
    })
  })
  const showCredentials = await intercept(page, /\/api\/admin\/credentials$/, async route => {
    if (route.request().method() !== 'GET') return route.fallback()
    const credentials = (await (await route.fetch()).json()) as Credentials
    const health_check = { ...credentials.ai.health_check, last_ok: false, ...failure }
    await route.fulfill({ json: { ...credentials, ai: { ...credentials.ai, health_check } } })
  })
  return {
    recover() {
      showAttention()
      showCredentials()
    },
  }
}

test.describe('at a desk', () => {
  // That the included AI was tried cannot be taken back.
  test.use({ parts: {}, own_world: true })

  test('2:4.7 an admin includes a local server, grants access and repairs it after a failed check', async ({
    page,
    world,
    signIn,
    expectAccessible,
  }) => {
    const vera = await world.addUser('vera')
    world.models.requireLocalKey()
    await signIn()
    await page.getByRole('button', { name: /^Optional/ }).click()
    await page.getByRole('link', { name: /^Include an AI for chat/ }).click()
    const status = section(page, 'Status')
    await expect(status).toContainText('Not set up')
    await choose(page, 'OpenAI-compatible server')
    await page.getByRole('button', { name: 'Test and save' }).click()
    await expect(page.getByText('Enter the address of your server.')).toBeVisible()
    await page.getByLabel('Server address').fill(world.models.urls.local)
    await page.getByLabel('Model name').fill('llama')
    await page.getByLabel('API key').fill(world.models.keys.local)
    await page.getByRole('button', { name: 'Test and save' }).click()
    await expect(status).toContainText('OpenAI-compatible server · llama')
    await expect(status).toContainText('Ready')
    await expectAccessible('the included AI')

    expect(await availability(world, vera)).toMatchObject({ available: false })
    const people = page.getByRole('list', { name: 'Who can use it' })
    await people.getByRole('switch', { name: 'vera' }).click()
    await expect(page.getByText('2 of 2 people')).toBeVisible()
    expect(await availability(world, vera)).toEqual({
      available: true,
      source: 'shared',
      provider: '',
      model: '',
      reason: '',
    })

    // C67: the saved key does not follow to another address.
    const address = page.getByLabel('Server address')
    await address.fill('http://elsewhere.invalid:1234/v1')
    await page.getByRole('button', { name: 'Test and save' }).click()
    await expect(page.getByText(/^The address has changed/)).toBeVisible()
    await expect(page.getByLabel('API key')).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByLabel('API key')).toBeFocused()
    await address.fill(world.models.urls.local)

    const { recover } = await failDailyCheck(page)
    await page.goto('./')
    await page.getByRole('link', { name: /^The included AI is not working/ }).click()
    await expect(status).toContainText('Not working')
    await expect(section(page, 'Daily check')).toContainText('no credit left')
    await expect(section(page, 'Daily check')).toContainText('Failing since 3 hours ago.')
    recover()
    await page.getByRole('button', { name: 'Test and save' }).click()
    await expect(status).toContainText('Ready')
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('ana')
    await expect(page.getByRole('link', { name: /^The included AI is not working/ })).toBeHidden()

    // An admin who does not use it can still grant it.
    const { admin } = world
    await world.call(admin, 'PUT', `admin/users/${admin.user.id}/ai-access`, { shared_ai_enabled: false })
    await page.goto(`./users/${vera.user.id}`)
    await expect(page.getByRole('switch', { name: 'Can use the included AI' })).toBeChecked()
  })
})
