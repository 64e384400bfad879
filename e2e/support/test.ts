import { expect, type Page, test as base } from '@playwright/test'
import { violationsOn } from './axe.ts'
import { type Foyer, startFoyer } from './foyer.ts'
import { ADMIN, comeInAs, type Session } from './people.ts'

export { expect }

interface Fixtures {
  /** Environment of this test's server. */
  env: Record<string, string>
  foyer: Foyer
  /** Creates the first admin over the API, as a script would. */
  setUp: () => Promise<void>
  /** Opens Home as the first admin; signing in by the form is a journey of its own. */
  signIn: (page?: Page) => Promise<void>
  /** The first admin's session, made by a script. */
  adminSession: () => Promise<Session>
  /** WCAG 2.2 AA: what a machine can see of it. */
  expectAccessible: (what: string) => Promise<void>
}

/**
 * Colours travel from one theme to the other, for a frame even where motion is reduced: axe would measure half of each.
 * What turns for ever (a skeleton's shimmer) is not waited for.
 */
async function settledTwoFramesLater(): Promise<boolean> {
  for (let frame = 0; frame < 2; frame++) await new Promise(resolve => requestAnimationFrame(resolve))
  return document
    .getAnimations()
    .every(({ playState, effect }) => playState !== 'running' || effect?.getTiming().iterations === Infinity)
}

export const test = base.extend<Fixtures>({
  env: [{}, { option: true }],
  foyer: async ({ env }, use) => {
    const foyer = await startFoyer(env)
    await use(foyer)
    await foyer.close()
  },
  baseURL: async ({ foyer }, use) => use(foyer.url),
  setUp: async ({ foyer, request }, use) => {
    await use(async () => {
      const answer = await request.post(`${foyer.url}api/auth/setup`, { data: ADMIN })
      expect(answer.status()).toBe(201)
    })
  },
  adminSession: async ({ foyer, request }, use) => {
    await use(async () => {
      const answer = await request.post(`${foyer.url}api/auth/login`, { data: ADMIN })
      expect(answer.status()).toBe(200)
      return (await answer.json()) as Session
    })
  },
  signIn: async ({ page, foyer, adminSession }, use) => {
    await use(async (other = page) => {
      await comeInAs(other, await adminSession(), new URL(foyer.url).pathname.replace(/\/$/, ''))
      await other.goto('./')
      await expect(other.getByRole('heading', { level: 1 })).toContainText(/ana/i)
    })
  },
  expectAccessible: async ({ page }, use) => {
    await use(async what => {
      // An address may be known before its page is drawn. By tag: an open dialog hides the role of all else.
      await expect(page.locator('main')).toBeVisible()
      for (const theme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
        // The page follows the system by an event; looking earlier would see half of each theme.
        await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
        await page.waitForFunction(settledTwoFramesLater)
        expect(await violationsOn(page, theme === 'dark' ? 'all' : 'colours'), `${what}, ${theme}`).toEqual(
          [],
        )
      }
    })
  },
})
