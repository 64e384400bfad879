import { devices, expect, type Page } from '@playwright/test'

const { viewport, userAgent, isMobile, hasTouch } = devices['Pixel 7']

/** Journeys run at a desk, unless their file uses this: each story is told once, on the screen where it mostly happens. */
export const PHONE = { viewport, userAgent, isMobile, hasTouch }

/** The page as it stands, on a phone: nothing of it leads out to the side. Then it is as wide as before. */
export async function expectFitsPhone(page: Page, what: string): Promise<void> {
  const before = page.viewportSize()
  await page.setViewportSize(PHONE.viewport)
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(excess, `${what}: pixels beside the screen`).toBeLessThanOrEqual(0)
  if (before) await page.setViewportSize(before)
}
