import type { Page } from '@playwright/test'
import { expect, test } from '../support/test.ts'

test.use({ serviceWorkers: 'allow', parts: { tmdb_key: false } })

/** The worker is ready once it has kept the files that open the page without a server. */
async function shellIsKept(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
}

test('the server goes away and comes back: nobody is signed out', async ({
  page,
  foyer,
  signIn,
  expectAccessible,
}) => {
  await signIn()
  await shellIsKept(page)
  await foyer.kill()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Foyer is not responding' })).toBeVisible()
  await expectAccessible('unreachable')
  await foyer.restart()
  // It tries by itself as well; whichever comes first leads back.
  await page
    .getByRole('button', { name: /try|retry/i })
    .click({ timeout: 3000 })
    .catch(() => undefined)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/ana/i)
})

test('it can be installed, and opens its shell without a network', async ({ page, context, signIn }) => {
  await signIn()
  await shellIsKept(page)
  await page.reload()
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Foyer is not responding' })).toBeVisible()
  await context.setOffline(false)
})
