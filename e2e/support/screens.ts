import { devices, expect, type Page } from '@playwright/test'

const { viewport, userAgent, isMobile, hasTouch } = devices['Pixel 7']

/** Journeys run at a desk, unless their file uses this: each story is told once, on the screen where it mostly happens, or by `onPhoneAndDesk`. */
export const PHONE = { viewport, userAgent, isMobile, hasTouch }

/** The two screens of `onPhoneAndDesk`. */
export const SCREENS = {
  'on a phone, dark': { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
  'at a desk, light': { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
} as const

/** Nothing of the page leads out to the side. */
export async function expectNothingBeside(page: Page, what: string): Promise<void> {
  const excess = await page.evaluate(() => {
    const { body, documentElement: root } = document
    // The body cuts off what would lead out to the side, which hides it from people and from this.
    body.style.overflowX = 'visible'
    const wider = root.scrollWidth - root.clientWidth
    body.style.overflowX = ''
    return wider
  })
  expect(excess, `${what}: pixels beside the screen`).toBeLessThanOrEqual(0)
}

/** The page as it stands, on a phone: it fits. Then it is as wide as before. */
export async function expectFitsPhone(page: Page, what: string): Promise<void> {
  const before = page.viewportSize()
  await page.setViewportSize(PHONE.viewport)
  await expectNothingBeside(page, what)
  if (before) await page.setViewportSize(before)
}
