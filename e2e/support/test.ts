import { expect, type Page, test as base } from '@playwright/test'
import { createHash } from 'node:crypto'
import { violationsOn } from './axe.ts'
import type { Foyer } from './foyer.ts'
import { mainButtonsOn } from './main-buttons.ts'
import { comeInAs } from './people.ts'
import { expectNothingBeside, SCREENS } from './screens.ts'
import { watchPages } from './secrets.ts'
import { buildSharedWorld, type SharedWorld } from './shared-world.ts'
import { buildWorld, newAddress, type World, type WorldParts } from './world.ts'

export { expect }

interface Fixtures {
  /** What the server starts with. Tests of the same parts share one in each worker, each with users of its own. */
  parts: WorldParts
  /** Builds it for this test alone, which meets it untouched or leaves what cannot be taken back. */
  own_world: boolean
  world: World
  foyer: Foyer
  /** Opens a page, Home unless named, as the first admin; signing in by the form is a journey of its own. */
  signIn: (path?: string, page?: Page) => Promise<void>
  /** WCAG 2.2 AA: what a machine can see of it, and one primary button at most. On the phone of `onPhoneAndDesk`, everything fits as well. */
  expectAccessible: (what: string, page?: Page) => Promise<void>
}

interface WorkerFixtures {
  sharedWorld: (parts: WorldParts) => Promise<SharedWorld>
}

/** As good as a coin, and the same at every run. */
function isEven(path: readonly string[]): boolean {
  return (createHash('sha256').update(path.join('/')).digest()[0] ?? 0) % 2 === 0
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  parts: [{ instances: ['movies', 'series', 'music', 'books'] }, { option: true }],
  own_world: [false, { option: true }],
  sharedWorld: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from its first argument
    async ({}, use) => {
      const built = new Map<string, Promise<SharedWorld>>()
      await use(parts => {
        const key = JSON.stringify(parts)
        const shared = built.get(key) ?? buildSharedWorld(parts)
        built.set(key, shared)
        return shared
      })
      // One that could not be built has closed itself, and its test has failed.
      for (const shared of await Promise.allSettled(built.values()))
        if (shared.status === 'fulfilled') await shared.value.world.close()
    },
    { scope: 'worker' },
  ],
  world: async ({ parts, own_world, sharedWorld }, use) => {
    if (own_world) {
      const world = await buildWorld(parts)
      await use(world)
      return world.close()
    }
    const { world, tidy } = await sharedWorld(parts)
    await use(world)
    await tidy()
  },
  context: async ({ context, world }, use) => {
    const secretsFound = await watchPages(context, world.secrets)
    await use(context)
    expect(secretsFound(), 'answers with a secret').toBe(0)
  },
  foyer: async ({ world }, use) => use(world.foyer),
  baseURL: async ({ foyer }, use) => use(foyer.url),
  // Every other journey is dark, always the same ones: together they look at the pages in both themes.
  // oxlint-disable-next-line no-empty-pattern -- as above
  colorScheme: async ({}, use, { titlePath }) => use(isEven(titlePath) ? 'dark' : 'light'),
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
    await use(async (what, looked_at = page) => {
      // An address may be known before its page is drawn. By tag: an open dialog hides the role of all else.
      await expect(looked_at.locator('main')).toBeVisible()
      expect(await violationsOn(looked_at), what).toEqual([])
      const others = (await mainButtonsOn(looked_at)).slice(1)
      expect(others, `${what}: primary buttons besides the first`).toEqual([])
      if (looked_at.viewportSize()?.width === SCREENS['on a phone, dark'].viewport.width)
        await expectNothingBeside(looked_at, what)
    })
  },
})

/** What people do all the time is told on both screens that they use, and in both themes. */
export function onPhoneAndDesk(tell: (is_phone: boolean) => void): void {
  for (const [screen, looks] of Object.entries(SCREENS))
    test.describe(screen, () => {
      test.use(looks)
      tell(looks === SCREENS['on a phone, dark'])
    })
}
