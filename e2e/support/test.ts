import { expect, type Page, test as base } from '@playwright/test'
import { violationsOn } from './axe.ts'
import type { Foyer } from './foyer.ts'
import { comeInAs } from './people.ts'
import { buildSharedWorld, type SharedWorld } from './shared-world.ts'
import { buildWorld, newAddress, type World, type WorldParts } from './world.ts'

export { expect }

interface Fixtures {
  /**
   * Builds a world for this test alone. Needed where a test changes what belongs to everybody on a server, meets it
   * untouched or ends it; all others share one, each with users of its own.
   */
  own_world: WorldParts | null
  world: World
  foyer: Foyer
  /** Opens a page, Home unless named, as the first admin; signing in by the form is a journey of its own. */
  signIn: (path?: string, page?: Page) => Promise<void>
  /** WCAG 2.2 AA: what a machine can see of it. */
  expectAccessible: (what: string) => Promise<void>
}

interface WorkerFixtures {
  sharedWorld: () => Promise<SharedWorld>
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

export const test = base.extend<Fixtures, WorkerFixtures>({
  own_world: [null, { option: true }],
  sharedWorld: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from its first argument
    async ({}, use) => {
      let built: Promise<SharedWorld> | undefined
      await use(() => (built ??= buildSharedWorld()))
      await (await built)?.world.close()
    },
    { scope: 'worker' },
  ],
  world: async ({ own_world, sharedWorld }, use) => {
    if (own_world) {
      const world = await buildWorld(own_world)
      await use(world)
      return world.close()
    }
    const { world, tidy } = await sharedWorld()
    await use(world)
    await tidy()
  },
  foyer: async ({ world }, use) => use(world.foyer),
  baseURL: async ({ foyer }, use) => use(foyer.url),
  // oxlint-disable-next-line no-empty-pattern -- as above
  extraHTTPHeaders: async ({}, use) => use(newAddress()),
  signIn: async ({ page, world }, use) => {
    await use(async (path = './', other = page) => {
      await comeInAs(other, world.admin, new URL(world.foyer.url).pathname.replace(/\/$/, ''))
      await other.goto(path)
      if (path === './') await expect(other.getByRole('heading', { level: 1 })).toContainText(/ana/i)
    })
  },
  expectAccessible: async ({ page }, use) => {
    // What the page shows comes first, so that it changes only once.
    let themes: readonly ('light' | 'dark')[] = ['light', 'dark']
    await use(async what => {
      // An address may be known before its page is drawn. By tag: an open dialog hides the role of all else.
      await expect(page.locator('main')).toBeVisible()
      for (const [i, theme] of themes.entries()) {
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
        // The page follows the system by an event; looking earlier would see half of each theme.
        await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
        await page.waitForFunction(settledTwoFramesLater)
        expect(await violationsOn(page, i === 0 ? 'all' : 'colours'), `${what}, ${theme}`).toEqual([])
      }
      themes = themes.toReversed()
    })
  },
})
