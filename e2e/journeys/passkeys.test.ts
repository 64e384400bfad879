import type { Page } from '@playwright/test'
import { plugInAuthenticator } from '../support/authenticator.ts'
import { signInByForm } from '../support/people.ts'
import { expect, test } from '../support/test.ts'
import type { World } from '../support/world.ts'

/** Passkeys belong to a host name; an IP address has none. */
test.use({ baseURL: async ({ foyer }, use) => use(foyer.url.replace('127.0.0.1', 'localhost')) })

/** Signs somebody in who has a password and no passkey yet. */
async function enter(page: Page, world: World): Promise<void> {
  const who = { username: 'kim', password: 'battery staple' }
  await world.addUser(who.username, who)
  await signInByForm(page, who)
  await page.goto('./account')
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login/)
}

test('1:4.1 a passkey is added, signs in and is removed', async ({ page, world, expectAccessible }) => {
  // A browser without suggestions in fields, so that the button signs in.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
  })
  const key = await plugInAuthenticator(page)
  await enter(page, world)
  await expect(page.getByText('You have no passkeys yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Kitchen tablet')
  await expectAccessible('adding a passkey')
  await page.getByRole('button', { name: 'Continue' }).click()
  const list = page.getByRole('list', { name: 'Passkeys' })
  await expect(list).toContainText('Kitchen tablet')
  await expect(list).toContainText('never used')
  expect(await key.count()).toBe(1)

  await signOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).not.toHaveURL(/\/login/)

  await page.goto('./account')
  await expect(list).not.toContainText('never used')
  await list.getByRole('button', { name: 'Remove Kitchen tablet' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('You have no passkeys yet.')).toBeVisible()

  await signOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByText('This passkey does not belong to an account here.').first()).toBeVisible()
})

test('1:4.1 the name field offers the passkey without a button', async ({ page, world }) => {
  await plugInAuthenticator(page)
  await enter(page, world)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('list', { name: 'Passkeys' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  // This virtual key accepts the suggestion by itself: the sign-in page opens and signs in at once.
  await expect(page.getByRole('heading', { level: 1, name: /, kim/ })).toBeVisible()
})

test('1:4.1 another browser adds a passkey by the setup link', async ({ page, browser, world }) => {
  await enter(page, world)
  await page.getByRole('button', { name: 'Add on another device' }).click()
  const link = await page.getByLabel('Setup link').inputValue()
  expect(link).toContain('/passkeys/create?token=')
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()

  // The page uses the language of that browser, because nobody who could have chosen one is signed in there (C58).
  const theirs = await browser.newContext({ locale: 'de-DE' })
  const phone = await theirs.newPage()
  const key = await plugInAuthenticator(phone)
  await phone.goto(link)
  await expect(phone.getByRole('heading', { name: 'Passkey hinzugefügt' })).toBeVisible()
  expect(await key.count()).toBe(1)
  await phone.reload()
  await expect(phone.getByText('Dieser Link wurde schon benutzt oder ist abgelaufen.')).toBeVisible()
  await theirs.close()

  await page.reload()
  await expect(page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')).toHaveCount(1)
})
